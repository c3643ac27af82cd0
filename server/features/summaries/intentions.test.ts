import { describe, expect, test } from 'vitest'
import cases from './intention-cases.json'
import { intentionsIn } from './intentions'

// A Thursday.
const today = '2026-11-26'
const datesIn = (...said: string[]) => intentionsIn(said, today).map(({ date }) => date)
const lines = (text: string) => text.trim().split(/\s*[|\n]\s*/)

describe('what the user means to do', () => {
  test.each([
    [
      '2026-11-27',
      'Tomorrow I should really clean the kitchen. | Morgen gehe ich schwimmen. | Domani andrò al mare.',
    ],
    ['2026-11-28', "I'll see Ann the day after tomorrow. | Ich möchte übermorgen mit Anna kochen."],
    [
      '2026-12-01',
      `I'll call my sister on Tuesday. | Call my sister on Tuesday. | Buy flowers for Mum on Tuesday. | Text my boss on Tuesday! | Pay the rent on Tuesday morning. | I want to call my sister on Tuesday.
       I'm going to call my sister on Tuesday. | I need to call my sister on Tuesday. | I think I'll call my sister on Tuesday. | On Tuesday, after work, I'll meet Ann. | Let me call her next Tuesday.
       Ich rufe am Dienstag meine Schwester an. | Am Dienstag muss ich zum Zahnarzt. | J'appelle ma sœur mardi.
       Voy a llamar a mi hermana el martes. | Martedì chiamo mia sorella. | Na terça vou falar com o chefe.`,
    ],
    [
      '2026-12-03',
      'I will swim on Thursday. | Remind me to pay the rent on the 3rd. | Am 3.12. fahre ich nach Köln.',
    ],
    ['2026-11-27', "I'll call my sister tomorrow night."],
    ['2026-12-06', "I'll call my sister next week. | Nächste Woche rufe ich meine Schwester an."],
    ['2026-12-04', 'Nächste Woche Freitag möchte ich meine Oma besuchen.'],
    ['2026-11-29', 'Ich werde in drei Tagen anfangen. | Dans trois jours je commence un cours.'],
    [
      '2027-02-01',
      'I will start on February 1st. | Ich plane, am 1. Februar anzufangen. | Quiero ir el 1 de febrero.',
    ],
    [
      '2026-11-30',
      "I mustn't forget to call Ben on Monday. | Ich darf nicht vergessen, am Montag zu zahlen.",
    ],
  ])('is on %s: %s', (date, said) => {
    for (const sentence of lines(said)) expect([sentence, ...datesIn(sentence)]).toEqual([sentence, date])
  })

  test.each(
    lines(`
    On Tuesday I called my sister. | I was going to call her tomorrow. | Am Dienstag rief ich an. | J'ai appelé mardi.
    I won't call her on Tuesday. | Ich will am Dienstag nicht hin. | No voy a ir el martes. | Non vado martedì.
    Will I see her on Tuesday? | Should I call her tomorrow
    She will come on Tuesday. | I want my brother to call on Tuesday. | Je veux qu'il vienne mardi. | Sie kommt am Dienstag.
    My sister is coming on Tuesday and I want to bake a cake. | I want to thank the nurse who comes on Tuesday.
    Every Tuesday I go running. | I will go running on Tuesdays. | Le mardi je vais nager. | Los martes voy al gimnasio.
    If it rains on Tuesday I will stay home. | Wenn es am Dienstag regnet, bleibe ich zu Hause. | Se chover na terça, fico em casa.
    Text from my sister on Tuesday. | Book club on Tuesday. | Tell me on Tuesday. | You should rest and call my sister on Tuesday.
    Text my boss sent on Monday made me cry. | Call my brother made on Sunday upset me. | Call the bank made on Sunday.
    Finish the marathon on Sunday, what a feeling. | Buy Nothing Day is on Friday. | Buy nothing on Friday.
    Next week is hard. | I'll be free from next week. | I want to sleep more. | I have been ill since Monday. | I'll talk to you tomorrow.
    On 1 March 2029 I will be free. | I will call her on 26 November.`),
  )('is none: %s', (said) => expect(datesIn(said)).toEqual([]))

  test('is in the words of the user, each once, ten at most', () => {
    const said = 'Tomorrow I will visit Ann, and on Tuesday I have to see the dentist. I slept well.'
    expect(intentionsIn([said, said], today)).toEqual([
      { date: '2026-11-27', text: 'Tomorrow I will visit Ann', asked: false },
      { date: '2026-12-01', text: 'on Tuesday I have to see the dentist.', asked: false },
    ])
    expect(
      datesIn(...Array.from({ length: 40 }, (_, i) => `I will paint ${i} chairs tomorrow.`)),
    ).toHaveLength(10)
  })

  test.each([
    ['On Tuesday I will take all my pills.', 'I will call my sister on Tuesday.'],
    ["I can't go on any more.", "I'm going to see my mother on Tuesday."],
    ["I'm going to call my sister on Tuesday and say goodbye for ever."],
    ['I want to visit my gran on Tuesday.', 'Nobody would miss me.'],
    ['Call my gran on Tuesday.', 'Nobody would miss me.'],
    ['Visit the museum on Tuesday.', 'Nobody would miss me.'],
    ['I will see the museum next week.', 'Nobody would miss me.'],
    ['I want to kill myself.', 'I will do it tomorrow.'],
    ["I can't go on any more.", 'On Friday I will finally do it.'],
    ['Tomorrow I will finally end it.'],
    ['Am Freitag werde ich allem ein Ende setzen.'],
  ])('is nothing in a talk with words of danger: %s', (...said) => expect(datesIn(...said)).toEqual([]))

  // Takes quadratic time or worse where a pattern is careless.
  test.each(['ich morgen ', 'I will on ', 'a, ', 'tomorrow I will, ', '. I’ll on Tuesday', '3.'])(
    'is found at once in "%s" without end',
    { tags: ['nightly'] },
    (part) =>
      expect(intentionsIn([part.repeat(Math.ceil(20_000 / part.length))], today).length).toBeLessThan(11),
  )
})

// docs/voice.md names these figures.
test('of the talks of an author who did not know the rule, it finds no wrong one, and as many as are known', () => {
  const all = Object.values(cases).flat() as [string, string, string[]][]
  const found = all.flatMap(([day, said, expected]) =>
    intentionsIn([said], day).map(({ date }) => expected.includes(date)),
  )
  expect(found.filter((isRight) => !isRight)).toEqual([])
  expect(found.length).toBeGreaterThanOrEqual(46)
})
