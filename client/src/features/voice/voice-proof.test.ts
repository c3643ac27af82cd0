import { expect, test } from 'vitest'
import captions from './proof-captions.json'
import { isUnproven, type Known } from './voice-proof'

const today = '2026-11-26'
const nothing: Known = { read: [], writes: [], said: '' }
const goal = {
  title: 'Run a marathon before summer',
  timeline: 'annual' as const,
  description: null,
  motivation: null,
}
const much: Known = {
  read: [
    {
      date: '2024-03-12',
      text: '2024-03-12, mood sad\ndailyEvents: Slept badly. Met Karen, the dentist, at seven. Back on June 2, 2024.',
    },
    { date: '2024-03-13', text: 'Made soup and went to bed early.' },
    { text: '[annual] Read a book every month' },
  ],
  context: {
    goals: [{ ...goal, lastDay: '2026-11-20', achievedAt: null }],
    days: [{ date: '2026-11-25', mood: 'sad', id: 'a' }],
    summaries: [{ date: '2026-11-24', content: 'Talked with Paul about the move.' }],
    talks: [],
  },
  writes: [{ input: { entryDate: '2026-11-19', wins: 'Swam a whole kilometre at last' } }],
  said: 'On 3 May 2025 I moved. I am tired of my work. What did I do on 9 May 2025?',
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

test.each(
  lines(`
  On 12 March 2024 you met Anna.
  On the twelfth of March you went to the sea.
  On 12/03/2024 you met Anna.
  On 2024-03-12 you met Anna.
  Last Friday you went to the cinema.
  Yesterday you were at the cinema.
  Three days ago you met Paul.
  You wrote: I will never go back there.
  You wrote, “I will never go back there.”
  Did you mean it when you wrote ‘I don’t ever want to go back’?
  Dear Ana, “nothing is as it was before”.
  You wrote that you walked with Anna.
  Am zwölften März warst du am Meer.
  Am 12.3. warst du in Rom.
  Am letzten Freitag warst du im Kino.
  Vorgestern hast du Paul getroffen.
  Sie haben geschrieben, dass Sie müde waren.
  Le 1er mars, tu étais à la mer.
  Hier tu étais au cinéma.
  Il y a trois jours tu as vu Paul.
  Vous avez écrit que vous étiez fatigué.
  El doce de marzo estuviste en el mar.
  Usted escribió que estaba cansado.
  No dia doze de março foste à praia.
  Há três dias você viu o Paul.
  L'altro ieri sei stato al mare.
  Lei ha scritto che era stanco.`),
)('with nothing read, unproven: %s', (caption) => expect(isUnproven(caption, nothing, today)).toBe(true))

test.each(
  lines(`
  What happened yesterday?
  On Tuesday you will see the doctor.
  Let me look at March 12th.
  There is no entry for 12 March 2024.
  So you wrote nothing yesterday, and that is fine.
  I can't see what you wrote yesterday.
  May I read what you wrote last Tuesday?
  It is Thursday, November 26th, 2026.
  Your goal is to run a marathon by 12 June 2027.
  Your birthday is on March 3rd.
  In March 2024 you wrote a lot.
  You've written five days in a row.
  I've added that to yesterday's entry.
  You mentioned that work was stressful.
  You have “the weekend” ahead.
  I'd write: “Today I ran five kilometres.” Shall I save it?
  You could tell yourself “I have done enough for today”.
  Ich bin hier für dich.
  Ich habe das für gestern eingetragen.
  Am Freitag hast du ja deinen Termin.
  Soll ich schreiben: „Ich war heute mit Anna im Park“?
  Le mardi, tu vas à la piscine.
  Hier tu n'as rien écrit, et ce n'est pas grave.
  Ayer no escribiste nada, y no pasa nada.
  Ho aggiunto tutto a ieri.`),
)('no claim: %s', (caption) => expect(isUnproven(caption, nothing, today)).toBe(false))

test.each<[is: boolean, caption: string]>([
  [false, 'On March 12th you met your dentist, Karen.'],
  [false, 'On 12 March 2024 you wrote: “met karen the dentist … back on June 2, 2024”.'],
  [true, 'On 12 March 2024 you wrote: “met Karen, the lawyer, at seven”.'],
  [true, 'On 12 March 2024 you wrote: “made soup and went to bed early”.'],
  [true, 'On 12 March 2024 you wrote that you made soup and went to bed early.'],
  [false, 'On 12 March 2024 you slept badly. The day after you wrote: “slept badly. Met Karen”.'],
  [true, 'On 12 March 2024 you slept badly. On 14 March 2024 you slept well.'],
  [true, 'On 12 March 2023 you slept badly.'],
  [false, 'You were to go back on June 2nd, 2024.'],
  [false, 'You wrote that the dentist was nice.'],
  [true, 'You wrote that my work is a long dark tunnel.'],
  [false, 'Yesterday you felt sad.'],
  [false, 'On Tuesday you talked about the move, and on 20 November you worked on your goal.'],
  [false, 'You have two goals: “Run a marathon before summer” and “read a book every month”.'],
  [false, 'On Thursday 19 November you noted: “Swam a whole kilometre at last.”'],
  [false, 'So you moved on May 3rd, 2025. You said “I am tired of my work”.'],
  [true, 'On May 9th, 2025 you were in Rome.'],
])('with much read, %s: %s', (is, caption) => expect(isUnproven(caption, much, today)).toBe(is))

type Spoken = { caption: string; read?: Partial<Record<string, string>>; said?: string }
const corpora: Record<string, Record<string, Record<'unproven' | 'proven', Spoken[]>>> = captions

// docs/voice.md names these figures.
test.each([
  ['tuned', 0, 0],
  ['heldBack', 1, 0],
])(
  'of the captions of authors who did not know the rule, %s, it misses %i and misjudges %i',
  (name, missed, misjudged) => {
    const judged = Object.values(corpora[name] ?? {}).map(({ unproven, proven }) => {
      const isNoticed = ({ caption, read = {}, said = '' }: Spoken) => {
        const days = Object.entries(read).map(([date, text = '']) => ({ date, text }))
        return isUnproven(caption, { read: days, writes: [], said }, today)
      }
      return [unproven.filter((spoken) => !isNoticed(spoken)), proven.filter(isNoticed)] as const
    })
    expect(judged.flatMap(([missed]) => missed).length).toBeLessThanOrEqual(missed)
    expect(judged.flatMap(([, misjudged]) => misjudged).length).toBeLessThanOrEqual(misjudged)
  },
)
