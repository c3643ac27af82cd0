import { expect, test, vi } from 'vitest'
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
  writes: [{ state: 'saved', input: { entryDate: '2026-11-19', wins: 'Swam a whole kilometre at last' } }],
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
  Lei ha scritto che era stanco.
  On June 4th, Paul visited.
  On May 4th Anna came to see you.
  On Tuesday your sister told you about the wedding.
  In your entry from Tuesday, your sister comes up twice.
  Your entry of June 4th is about the move to Leeds.
  Last night you argued with Paul.
  Last Thursday you went to the cinema.
  You wrote to your mother on Tuesday.
  You said: “I will never go back there”. Is that right?
  Am 4. Juni besuchte dich Paul in Leipzig.
  Gestern rief Paul dich an und entschuldigte sich.
  Am Donnerstag letzter Woche warst du am Meer.
  Dein Eintrag vom 4. Juni handelt vom Umzug.
  Mardi, ta sœur est venue.
  Ton entrée du 4 juin est à propos du déménagement.
  El 4 de junio Paula te visitó en Sevilla.
  Ayer tu hermana te llamó llorando.
  Tu entrada del martes trata de la mudanza.
  No dia 4 de junho o Paulo visitou-te.
  A tua entrada de terça-feira é sobre a mudança.
  Ieri tua sorella ti telefonò.
  La tua nota del 4 giugno è sul trasloco.
  Please remember: on 12 March 2024 you met Anna.
  I could see that on 12 March 2024 you met Anna.
  Maybe because you wrote that you hate your father.
  Let me tell you what you wrote: I hate my father.
  Ich kann dir sagen, dass du am 12. März 2024 in Rom warst.
  Vielleicht weil du geschrieben hast, dass du deinen Vater hasst.
  Je peux te dire que le 12 mars 2024 tu étais à Rome.
  Peut-être parce que tu as écrit que tu détestes ton père.
  Puedo decirte que el 12 de marzo de 2024 estuviste en Roma.
  Quizás porque escribiste que odias a tu padre.
  Posso dizer-te que no dia 12 de março de 2024 estavas em Roma.
  Talvez porque escreveste que odeias o teu pai.
  Posso dirti che il 12 marzo 2024 eri a Roma.
  Forse perché hai scritto che odi tuo padre.
  On the 12th you met Anna.
  A week ago you met Anna.
  A year ago today you moved house.
  Last weekend you were at the sea.
  On Christmas Day 2024 you were in Rome.
  On New Year’s Eve you danced with Paul.
  On 12.03.24 you met Anna.
  On 3/12/24 you met Anna.
  On 12/3 you met Anna.
  On Mar 12 you met Anna.
  On Tues you met Anna.
  Vor zwei Wochen warst du am Meer.
  Am letzten Wochenende warst du am Meer.
  An Heiligabend warst du traurig.
  Am Zwölften warst du in Rom.
  Il y a un mois tu étais à la mer.
  Le 12 tu étais à la mer.
  À Noël tu étais triste.
  Hace una semana estuviste en el mar.
  En Nochebuena estuviste triste.
  El 12 estuviste en el mar.
  Há uma semana foste à praia.
  Una settimana fa eri al mare.
  A Natale eri triste.`),
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
  Ho aggiunto tutto a ieri.
  Here is what I have: “Today I walked by the river and felt calm.” Does that sound right?
  The goal is: “Run five kilometres every week.” Is that it?
  Ich habe: „Heute war ich am Fluss und wurde ruhig.“ Passt das so?
  Voici ce que j'ai : « Aujourd'hui, la rivière m'a apaisée. » Ça te va ?
  Esto es lo que tengo: «Hoy caminé por el río». ¿Te parece bien?
  Ecco il testo: «Oggi ho camminato lungo il fiume». Va bene così?
  Aqui está o texto: “Hoje caminhei junto ao rio.” Está bom assim?
  It is Thursday evening, and you made it through the day.
  Heute ist Donnerstag, und du hast schon viel geschafft.
  Gestern war Mittwoch, heute ist Donnerstag, und du hast viel geschafft.
  C'est jeudi soir, et tu as bien travaillé.
  Hoy es jueves y hiciste mucho.
  Hoje é quinta-feira e já fizeste muito.
  Oggi è giovedì e hai fatto tanto.
  You wrote nothing on 12 March.
  You wrote to your mother, that was brave.
  Du hast deiner Mutter geschrieben, das war mutig.
  Tu as écrit à ta mère, bravo.
  Escribiste a tu madre, qué bien.
  Escreveste à tua mãe, que bom.
  Hai scritto a tua madre, che bello.
  You may first have felt a little lost.
  You waited, and a second may feel long.
  Your streak is five days, since Sunday.
  Black Friday was a big topic.
  You sound lighter than yesterday.
  Gestern ist vorbei.
  You're tired, so rest on Friday.
  Your sister called, and the wedding is on Saturday.
  Heute hast du viel gemacht, am Samstag ist das Fest.
  Mercoledì può essere una bella giornata.
  I can tell you what you wrote on 12 March 2024.
  Let me read that entry from 12 March 2024.
  Let me look, because I want to see what you wrote.
  Let me check what you wrote: one second.
  Ich kann dir sagen, was du am 12. März 2024 geschrieben hast.
  Je peux te dire ce que tu as écrit hier.
  Puedo decirte qué escribiste el martes.
  Posso dizer-te o que escreveste ontem.
  Posso dirti che cosa hai scritto ieri.
  Ich würde schreiben, dass du am Dienstag Anna getroffen hast.
  You could tell yourself that yesterday was hard.
  Du hast Jan 20 Euro geliehen.
  You were on the 12th floor when it rang.
  That feels like a year ago.
  Hai vinto 3 set, brava.
  You were invited for Christmas Eve, how nice.
  On Christmas Day you will see them all.
  You did a great job on the weekend shift.
  Nimm dir Zeit, am Wochenende hast du frei.
  Am 12. hast du deinen Termin.
  Le 12 tu as rendez-vous.
  Il 12 hai la visita.`),
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
  [true, 'You wrote that you hate your father.'],
  [false, 'You wrote that you want to run a marathon.'],
  [true, 'In your entry from March 12th you wrote that my work is a long dark tunnel.'],
  [false, 'Yesterday you felt sad.'],
  [false, 'On Tuesday you talked about the move, and on 20 November you worked on your goal.'],
  [false, 'You have two goals: “Run a marathon before summer” and “read a book every month”.'],
  [false, 'On Thursday 19 November you noted: “Swam a whole kilometre at last.”'],
  [false, 'So you moved on May 3rd, 2025. You said “I am tired of my work”.'],
  [true, 'On May 9th, 2025 you were in Rome.'],
])('with much read, %s: %s', (is, caption) => expect(isUnproven(caption, much, today)).toBe(is))

const readDays = {
  en: 'Met Anna at the station and cried on the platform.',
  de: 'Am Bahnhof habe ich Anna getroffen und auf dem Bahnsteig geweint.',
  fr: 'J’ai retrouvé Anna à la gare et j’ai pleuré sur le quai.',
  es: 'Encontré a Anna en la estación y lloré en el andén.',
  pt: 'Encontrei a Anna na estação e chorei no cais.',
  it: 'Ho incontrato Anna alla stazione e ho pianto sul binario.',
}
test.each<[language: keyof typeof readDays, is: boolean, caption: string]>([
  ['en', true, 'You wrote that you hate your father.'],
  ['en', true, 'You wrote about your father and how much you hate him.'],
  ['en', true, 'Your diary says that you hate your father.'],
  ['en', false, 'You wrote that you cried when you saw her.'],
  ['en', false, 'Du hast geschrieben, dass du deinen Vater hasst.'],
  ['en', false, 'On 12 March 2024 you wrote that your friend came by train.'],
  ['de', true, 'Du hast geschrieben, dass du deinen Vater hasst.'],
  ['de', false, 'Du hast geschrieben, dass du am Bahnhof warst.'],
  ['fr', true, 'Tu as écrit que tu détestes ton père.'],
  ['fr', false, 'Tu as écrit que tu avais pleuré à la gare.'],
  ['es', true, 'Escribiste que odias a tu padre.'],
  ['es', false, 'Escribiste que lloraste en el andén.'],
  ['pt', true, 'Você escreveu que odeia o seu pai.'],
  ['pt', false, 'Escreveste que choraste no cais.'],
  ['it', true, 'Hai scritto che odi tuo padre.'],
  ['it', false, 'Hai scritto che eri alla stazione con Anna.'],
])('with a day read in %s, %s: %s', (language, is, caption) => {
  const read = [{ date: '2024-03-12', text: readDays[language] }]
  expect(isUnproven(caption, { ...nothing, read }, today)).toBe(is)
})

test.each<[language: keyof typeof readDays, captions: string]>([
  [
    'en',
    `You wrote that so honestly.
    You wrote beautifully about it.
    You wrote about it with such warmth.
    You have written less lately, and that is fine.
    You wrote only a few lines.
    You wrote three sentences, and each one counts.
    You wrote a lovely entry that day.
    You wrote that silence can be nice too.
    Your journal shows a calm evening.`,
  ],
  [
    'de',
    `Du hast das sehr ehrlich geschrieben.
    Du hast nur wenige Zeilen geschrieben.
    In deinem Eintrag steht ein ruhiger Abend.
    Du schriebst, dass Stille auch schön sein kann.`,
  ],
  [
    'fr',
    `Tu as écrit ça avec beaucoup de tendresse.
    Tu as écrit quelques lignes seulement.
    Ton journal parle d’un moment calme.`,
  ],
  [
    'es',
    `Lo escribiste con mucho cariño.
    Escribiste solo unas líneas.
    Escribiste que el silencio también une.`,
  ],
  [
    'pt',
    `Escreveste isso com muito carinho.
    Escreveste só umas linhas.
    O teu diário fala de um momento calmo.`,
  ],
  [
    'it',
    `L’hai scritto con tanta tenerezza.
    Hai scritto solo poche righe.
    Il tuo diario parla di un momento tranquillo.`,
  ],
])('with a day read in %s, praise and what counts its words need no word of it', (language, captions) => {
  const read = [{ date: '2024-03-12', text: readDays[language] }]
  expect(lines(captions).filter((caption) => isUnproven(caption, { ...nothing, read }, today))).toEqual([])
})

test.each<[is: boolean, caption: string]>([
  [true, 'On 14 March 2024 you wrote: “made soup and went to bed early”.'],
  [true, 'On 14 March 2024 you wrote that you made soup and went to bed early.'],
  [true, 'On 14 March 2024 you met Karen, the dentist, at seven.'],
  [true, 'On 13 March 2024 you met Karen, the dentist, at seven.'],
  [true, 'On June 2, 2024 you wrote: “made soup and went to bed early”.'],
  [false, 'On June 2, 2024, as you wrote, you were “back on June 2”.'],
  [false, 'On 14 March 2024 you said: “I moved into the new house”.'],
  [false, 'On 14 March 2024 you moved house.'],
])('a day that is only named holds what was said with its name, %s: %s', (is, caption) => {
  const said = 'On 14 March 2024 I moved into the new house.'
  expect(isUnproven(caption, { ...much, said }, today)).toBe(is)
})

test.each(
  lines(`
  I see that you wrote yesterday as well.
  You noted yesterday that you were feeling sad.
  You logged a sad mood yesterday.
  Ich sehe, dass du gestern auch geschrieben hast.
  Du hast gestern notiert, dass du traurig warst.
  Tu as noté hier que tu te sentais triste.
  Ayer anotaste que te sentías triste.
  Ontem anotaste que te sentias triste.
  Ieri hai annotato che ti sentivi triste.`),
)('held by the mood of the day alone: %s', (caption) => {
  const known = [{ ...nothing, context: much.context }, nothing]
  expect(known.map((known) => isUnproven(caption, known, today))).toEqual([false, true])
})

test.each([
  ['A year ago you moved house.', '2025-11-20'],
  ['A week ago you met Anna.', '2026-11-18'],
  ['Vor zwei Monaten hast du geheiratet.', '2026-09-20'],
  ['Last weekend you went to the sea.', '2026-11-21'],
  ['On the 12th you met Anna.', '2026-11-12'],
  ['On Christmas Eve you were in Rome.', '2025-12-24'],
  ['On 12/3 you met Anna.', '2024-03-12'],
])('%s is held by an entry of %s', (caption, date) =>
  expect(isUnproven(caption, { ...nothing, read: [{ date, text: 'Met Anna.' }] }, today)).toBe(false),
)

test.each<[is: boolean, caption: string, said: string]>([
  [false, 'On Monday you met Anna.', 'I met Anna on Monday, you know?'],
  [false, 'Last weekend you were at the sea.', 'At the weekend I was at the sea.'],
  [false, 'El fin de semana pasado estuviste en el mar.', 'El fin de semana estuve en el mar.'],
  [false, 'On Monday you saw Tom.', 'Can you believe that I saw Tom on Monday?'],
  [true, 'On Monday you saw Tom.', 'Did I see Tom on Monday, do you know?'],
  [true, 'El lunes viste a Tom.', '¿Qué hice el lunes, te acuerdas?'],
  [false, 'Ayer no dormiste bien.', 'Anoche no dormí bien.'],
  [false, 'Hier soir tu as mal dormi.', 'La nuit dernière j’ai mal dormi.'],
  [
    false,
    'Der Eintrag wäre: „Heute am Fluss wurde ich ruhig.“',
    'Ich war heute am Fluss. Da wurde ich ganz ruhig.',
  ],
])('%s: %s, when the user said: %s', (is, caption, said) =>
  expect(isUnproven(caption, { ...nothing, said }, today)).toBe(is),
)

test.each<[is: boolean, state: Known['writes'][number]['state'], caption: string]>([
  [false, 'waiting', 'You noted: “Walked by the river.”'],
  [false, 'proposed', 'The text: “Walked by the river.”'],
  [true, 'proposed', 'You noted: “Walked by the river.”'],
  [true, 'failed', 'Yesterday you walked by the river.'],
])('%s, where a save is %s: %s', (is, state, caption) => {
  const writes = [{ state, input: { entryDate: '2026-11-25', wins: 'Walked by the river' } }]
  expect(isUnproven(caption, { ...nothing, writes }, today)).toBe(is)
})

test('a text that was read is folded once for its days and once for its words, whatever she says', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const known = { ...nothing, read: [{ date: '2024-03-12', text: 'Made soup.' }] }
  for (const said of [
    'On 1 May you met Anna.',
    'On 12 March: “made a soup of leek”.',
    '“We met Anna there”.',
  ])
    isUnproven(said, known, today)
  expect(normalize.mock.contexts.filter((text) => String(text) === 'Made soup.')).toHaveLength(2)
})

test('a day is looked for once, however often she names it', () => {
  const compare = vi.spyOn(String.prototype, 'endsWith')
  const known = { ...much, said: 'Ieri.' }
  const comparisons = [1, 50].map((times) => {
    compare.mockClear()
    isUnproven('Ieri eri. Dunque x. '.repeat(times), known, today)
    return compare.mock.calls.length
  })
  expect(comparisons[1]).toBe(comparisons[0])
})

type Spoken = { caption: string; read?: Partial<Record<string, string>>; said?: string }
const corpora: Record<string, Record<string, Record<'unproven' | 'proven', Spoken[]>>> = captions

// docs/voice.md names these figures.
test.each([
  ['tuned', 0, 0],
  ['heldBack', 2, 0],
  ['reports', 0, 0],
  ['reportsHeldBack', 2, 1],
])(
  'of the captions that were not written for the rule, %s, it misses %i and misjudges %i',
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
