import { describe, expect, test } from 'vitest'
import {
  hashOfInputs,
  heldBack,
  isDanger,
  languages,
  sentencesBy,
  trainingAuthors,
} from '../../e2e/danger/read-corpus'
import { isDaily } from './daily-words'
import { type Danger, dangersIn, worstDangerIn } from './danger'
import { partsOf } from './features'
import { plainSentences as allPlainSentences } from './plain-sentences'
import { madeOf } from './weights'

const levelOf = (text: string) => worstDangerIn(text)?.level
const walk = 'We walked to the lake. '

test('the weights are those of the sentences and the code of now; `npm run danger:train` makes them', () => {
  expect(madeOf).toBe(hashOfInputs())
})

describe.each([heldBack, 'held-back-3'])('of the sentences of %s, whom the weights do not know', (author) => {
  const scored = sentencesBy(author).map((each) => ({ ...each, found: worstDangerIn(each.text) }))
  const share = <T>(of: T[], isCounted: (each: T) => boolean) => of.filter(isCounted).length / of.length

  test.each(languages)('in %s at least 85 % of what is unmistakable or near is answered for', (language) => {
    const danger = scored.filter((each) => each.language === language && isDanger(each))
    const unmistakable = danger.filter(({ level }) => level === 'unmistakable')
    for (const phrases of [danger, unmistakable])
      expect(share(phrases, ({ found }) => Boolean(found))).toBeGreaterThanOrEqual(0.85)
  })

  test('at most 12 % of the sad ones are, and less than 1 % of the ordinary ones with help', () => {
    const [sad, ordinary] = ['sad', 'ordinary'].map((level) => scored.filter((each) => each.level === level))
    expect(share(sad ?? [], ({ found }) => Boolean(found))).toBeLessThanOrEqual(0.12)
    expect(share(ordinary ?? [], ({ found }) => found?.level === 'unmistakable')).toBeLessThan(0.01)
  })

  test('the kind and the language are nearly always right', () => {
    const found = scored.filter((each) => isDanger(each) && each.found)
    expect(share(found, ({ kind, found }) => found?.kind === kind)).toBeGreaterThan(0.85)
    expect(share(found, ({ language, found }) => found?.language === language)).toBeGreaterThan(0.93)
  })
})

const plainSentences = [
  ['en', 'I want to die'],
  ['es', 'Quiero morir'],
  ['fr', 'Je veux mourir'],
  ['de', 'Ich möchte nicht mehr leben'],
  ['pt', 'Quero me matar'],
  ['it', 'Non voglio più vivere'],
  ['pl', 'Nie chcę już żyć'],
  ['nl', 'Ik wil niet meer leven'],
  ['tr', 'Artık yaşamak istemiyorum'],
  ['uk', 'Я не хочу більше жити'],
  ['ar', 'أريد أن أموت'],
  ['hi', 'मैं मरना चाहती हूँ'],
  ['zh', '我不想活了'],
  ['ja', '死にたい'],
  ['sv', 'Jag vill inte leva längre'],
] as const

describe.each(plainSentences)('the plainest words in %s', (language, sentence) => {
  const variants = {
    alone: sentence,
    'in the middle of a longer text': `${walk}\n${sentence}.\nThen there was soup`,
    'at the end of a sentence, in capitals': `${walk}Honestly, ${sentence.toUpperCase()}!!`,
    'without accents': sentence.normalize('NFD').replace(/\p{Diacritic}/gu, ''),
    'with a stop in the middle': sentence.replace(' ', '... '),
  }
  test.each(Object.entries(variants))('are unmistakable %s', (_, text) => {
    expect(worstDangerIn(text)).toMatchObject({ level: 'unmistakable', language, kind: 'self-harm' })
  })
})

test.each(allPlainSentences)('always unmistakable in $language: $sentence', ({ sentence, ...plain }) => {
  for (const text of [sentence, `${sentence}!!`, sentence.toUpperCase()])
    expect(worstDangerIn(text)).toMatchObject({ ...plain, level: 'unmistakable' })
})

test.each(plainSentences)('there are at least three of suicide in %s', (language) => {
  const ofSuicide = allPlainSentences.filter(
    (each) => each.language === language && each.kind === 'self-harm',
  )
  expect(ofSuicide.length).toBeGreaterThanOrEqual(3)
})

describe('a text of a word or two is no more than its words', () => {
  test.each(['Tonight', 'Yesterday in Tokyo', 'Now', 'Stasera', 'Agora', 'Voy a casa', 'Hier à Lyon', 'If'])(
    '%j is not unmistakable',
    (text) => expect(levelOf(text)).not.toBe('unmistakable'),
  )
  test.each(['Suicide', 'Suicidio', 'Selbstmord', 'Overdose', 'Self harm', 'kms', 'Raped'])(
    '%j gets the quiet line at least',
    (text) => expect(levelOf(text)).toBeDefined(),
  )
})

describe('an overdose comes first, whatever else a text says', () => {
  test.each([
    'I want to die. I took all my pills.',
    'I took all my pills because I want to die',
    'Quiero morir. Me tomé todas las pastillas.',
    'Ich will nicht mehr leben. Ich habe alle Tabletten genommen.',
  ])('%j', (text) => expect(worstDangerIn(text)?.kind).toBe('overdose'))
})

describe('the language is that of the text', () => {
  test.each([
    ['I took 40 paracetamol an hour ago', 'en'],
    ['I am bringing a gun to school tomorrow', 'en'],
    ['Fui violada. No sé a quién contárselo y tengo miedo.', 'es'],
    ['voy a matar a mi jefe', 'es'],
    ['Me violaron', 'es'],
    ['Fui estuprada', 'pt'],
    ['stanotte mi ammazzo', 'it'],
    ['Non so più cosa fare nella mia vita, è tutto finito. Mi taglio le braccia.', 'it'],
    ['mamas tabletten geschluckt. die ganze schachtel. bin so müde', 'de'],
  ])('%j', (text, language) => expect(worstDangerIn(text)).toMatchObject({ language }))
})

test.each([
  'Ya no quiero morir',
  'Não quero morrer',
  'Non voglio morire',
  'Nie chcę umrzeć',
  'Я не хочу померти',
  'لا أريد أن أموت',
  '我不想死',
  "I don't want to kill myself anymore",
  "I'm not suicidal",
  'Ich will mich nicht umbringen',
])('%j says the opposite, and gets no help', (text) => expect(levelOf(text)).not.toBe('unmistakable'))

describe('a cry for help that looks like a denial, or like the words of somebody else, gets help', () => {
  test.each([
    'No, I want to die',
    'no I want to kill myself',
    "My therapist says I'm fine but I want to kill myself",
    'My patient died because of me and now I want to die',
    'In the song she sings about hope, I just want to die',
    'I told my doctor I want to die',
    'I finished the whisky and then I took all the pills',
    "I'm not okay, I want to end my life",
    'I never wanted to be born and now I want to die',
    'No puedo más, me quiero morir',
    'No, quiero morir',
    'No quiero morir pero ya no aguanto más y tengo las pastillas',
    'Mi madre dijo que me muera y yo quiero morirme',
    'No me escuchan, me quiero matar',
    'No sé qué hacer, voy a matarme',
    'La canción me hace llorar, quiero morirme',
    'Non ce la faccio più, voglio morire',
    'No, voglio morire',
    'Non voglio morire ma non riesco ad andare avanti, voglio uccidermi',
    'Mia madre ha detto che dovrei morire e io voglio morire',
    'Non mi ascolta nessuno, voglio ammazzarmi',
    'Não aguento mais, quero morrer',
    'Não, quero morrer',
    'Não quero morrer mas vou me matar',
    'A minha mãe disse que eu devia morrer e eu quero morrer',
    'Ninguém me ouve não, quero me matar',
    'Je ne veux pas mourir mais je vais me tuer',
    'Non, je veux mourir',
    'Ma mère a dit que je devrais crever et je veux mourir',
    'Je ne dis rien à personne, je veux en finir avec la vie',
    "J'ai fini la bouteille et j'ai pris tous mes médicaments",
    'Ich will nicht sterben, aber ich bringe mich um',
    'Nein, ich will sterben',
    'Meine Mutter sagte, ich soll sterben, und ich will sterben',
    'Ich habe gesagt ich will sterben und keiner hört zu',
    'Ich habe den Wein ausgetrunken und ich habe alle Tabletten geschluckt',
    'No... I want to die',
    'No... quiero morir',
    'He says he wants to die and so do I, tonight',
    'My doctor says I am suicidal',
    "I don't want to die. I took all my pills.",
    'No me quiero morir. Pero ya me corté las venas y no para de sangrar.',
    'My patient said no and I said I want to die',
    'I told my patient I want to die',
    'Disse ao meu paciente que quero morrer',
    'I finished my antibiotics. I want to die.',
    "J'ai dit à ma patiente je veux mourir",
  ])('%j', (text) => expect(levelOf(text)).toBe('unmistakable'))

  test.each([
    "I don't want to die but I can't go on",
    'My mum said I should die and I want to',
    "I don't want to die, I just want the pain to stop, and I have the pills here",
    'I said I want to die and nobody listened',
  ])('%j gets the quiet line at least', (text) => expect(levelOf(text)).toBeDefined())
})

describe('what is denied, or said by somebody else, gets the quiet line at most', () => {
  test.each([
    'No me quiero morir',
    'No, no me quiero morir',
    'Ya no me quiero morir',
    'Estoy mejor. No me quiero morir.',
    'No voy a matarme',
    'Non voglio uccidermi',
    'Non mi voglio ammazzare',
    'Não vou me matar',
    'Não quero me matar',
    "I'm not going to kill myself",
    'Je ne vais pas me tuer',
    'Ich bringe mich nicht um',
    'My patient said I want to die',
    'In the song she sings I want to die',
    'My client told me I want to kill myself',
    'La paciente me dijo quiero morir',
    'Ma patiente a dit je veux mourir',
    'Meine Patientin sagte ich will sterben',
    'O meu paciente disse quero morrer',
    'La paziente ha detto voglio morire',
    'Today I finished my antibiotics, I took all the pills',
  ])('%j', (text) => expect(levelOf(text)).not.toBe('unmistakable'))
})

describe('in a language that is not learned', () => {
  test.each([
    ['pl', 'Chcę umrzeć, pomóż mi'],
    ['pl', 'Nie, chcę umrzeć'],
    ['nl', 'Ik wil dood, help'],
    ['sv', 'Jag vill dö, hjälp mig'],
    ['tr', 'Ölmek istiyorum, yardım et'],
    ['uk', 'Хочу вмерти'],
    ['ar', 'أريد أن أموت، ساعدوني'],
    ['hi', 'मैं मरना चाहता हूं'],
    ['zh', '我想自杀，救我'],
    ['zh', '我累得想死'],
    ['ja', '今日も死にたい、つらい'],
    ['ja', '死にたい つらい'],
    ['ja', '死にたいよ'],
  ])('a comma ends a sentence in %s too, and variants count: %s', (language, text) =>
    expect(worstDangerIn(text)).toMatchObject({ level: 'unmistakable', language }),
  )

  test.each([
    '笑得想死',
    '我笑到想死',
    'Nie chcę umrzeć, mamo',
    '我不想死，救我',
    '死にたくない、怖い',
    'Jag vill inte dö, hjälp',
  ])('%s gets no help', (text) => expect(levelOf(text)).toBeUndefined())
})

test('a sentence that is read in pieces does not end where a piece does', () => {
  const text = 'my cousin told a joke at dinner last night that was good I want to die of laughter every time'
  expect(levelOf(text)).not.toBe('unmistakable')
})

describe('what other people have found missing', () => {
  test.each<[string, Danger['kind']]>([
    ['I took twenty lorazepam', 'overdose'],
    ['I just want to.\nDie.', 'self-harm'],
    ['I, um, I just want to... die', 'self-harm'],
    ['feeling SUICIDAL again', 'self-harm'],
    ['I self harmed last night', 'self-harm'],
    ['my husband hits me', 'abuse'],
    ['I want to kill him', 'others'],
    ['my husband hit me', 'abuse'],
    ['I overdosed on my antidepressants', 'overdose'],
    ["I'm going to stab my boss tomorrow", 'others'],
    ["Mon mari m'a frappée hier", 'abuse'],
    ['mio padre abusa di me', 'abuse'],
    ['Я хочу умереть', 'self-harm'],
    ['my dad is beating my mum right now', 'abuse'],
    ['he is beating my mother', 'abuse'],
    ['She held a pillow over my face', 'abuse'],
    ['suicide hotline number?', 'self-harm'],
    ['what is the suicide hotline number', 'self-harm'],
    ['i wnat to die', 'self-harm'],
    ['want to die fr', 'self-harm'],
    ['Ma vie ne vaut rien', 'self-harm'],
    ["Je regrette d'être né", 'self-harm'],
    ['qero morrer', 'self-harm'],
  ])('%j is answered for, as %s', (text, kind) => expect(worstDangerIn(text)?.kind).toBe(kind))

  test.each([
    'My last night in Paris was wonderful',
    "I don't want to wake up my roommate",
    'She kicked me out of the game',
    'Killing it at work today!',
    'This traffic is killing me',
    'I want to die of laughter',
    'He beats me at chess every time',
    'It hit me that I love this job',
    'Ended the day with tea',
    "I'm going to hit the sack",
    '我想死你了',
    '',
  ])('%j is not', (text) => expect(levelOf(text)).toBeUndefined())
})

test('the place of a sentence in the text is told', () => {
  const text = 'Nice day. Ich möchte nicht mehr leben! We walked home.'
  expect(dangersIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Ich möchte nicht mehr leben',
  ])
})

test('it is found in the middle of many words without a stop', () => {
  const words = 'and then we went to the shop and bought bread and milk and '
  expect(
    levelOf(`${words.repeat(4)}i took all the pills i had to kill myself ${words.repeat(4)}`),
  ).toBeDefined()
})

test.each(['no ', 'I want to want to ', 'er hat mich wieder ', 'aa', "'", '. ', '😀', '\u0301'])(
  'the work grows with the length of the text, also for %j again and again',
  (part) => expect(dangersIn(part.repeat(200_000 / part.length)).length).toBeLessThan(40_000),
)

test('no plain sentence is cut where its line ends', () => {
  for (const { sentence } of allPlainSentences) expect(sentence).not.toMatch(/\s{2}|\n/)
  for (const said of [
    "They asked me to sing but I don't want to.",
    'Comer mais? Não quero!',
    'Ich weiß nicht, was ich werde.',
  ])
    for (const { level } of dangersIn(said)) expect(level).toBe('near')
})

test.each([
  'no ya no quiero vivir',
  'no no quiero vivir más',
  'não já não quero viver',
  'A mi paciente le he dicho quiero morir',
  'I am a patient and said I want to die',
  'Depois do filme disse quero morrer',
  'Ich bin Patientin und sagte ich will sterben',
  'Everyone lied and he said I want to die',
])('"%s" is said by the writer, and gets help', (said) => {
  expect(dangersIn(said)).toMatchObject([{ level: 'unmistakable', kind: 'self-harm' }])
})

test.each(['我没有想死', '不是想死', '美食好吃到想死', '笑得我想死'])('"%s" gets nothing', (said) => {
  expect(dangersIn(said)).toEqual([])
})

test.each(['I took my pills', 'took a sleeping pill last night', 'Ich habe meine Tabletten genommen'])(
  '"%s" gets the line at most',
  (said) => {
    for (const { level } of dangersIn(said)) expect(level).toBe('near')
  },
)

describe('what some people write every day', () => {
  test.each([
    'I took my insulin',
    'Took my two ibuprofen after dinner',
    'I took my pills with breakfast',
    'I took my insulin. Lunch was good.',
    'Me puse la insulina',
    'He tomado mi pastilla como siempre',
    "J'ai pris mon insuline",
    'Pris mes cachets au petit déjeuner',
    'Ich habe mein Insulin genommen',
    'Habe meine Tabletten genommen wie immer',
    'Tomei a minha insulina',
    'Tomei os meus comprimidos ao pequeno-almoço',
    "Ho fatto l'insulina",
    'Ho preso le mie pastiglie a colazione',
    'Drank too much last night',
    'Anoche bebí demasiado',
    'Trop bu hier soir',
    'Gestern Abend zu viel getrunken',
    'Ontem à noite bebi demais',
    'Ieri sera ho bevuto troppo',
    'Please note it',
    'Yes, please note that',
  ])('%j gets nothing', (text) => expect(levelOf(text)).toBeUndefined())

  test.each([
    'I took all my insulin',
    'I took my insulin twice',
    'He took my insulin',
    'I took my insulin. I took my insulin.',
    'I took my insulin. And then all the rest.',
    'I hope I do not wake up. I took my insulin.',
    'I took the pills this morning',
    'I took my pills tonight',
    'I took paracetamol',
    'I drank bleach last night',
    'Ich habe mein ganzes Insulin gespritzt',
    "J'ai pris toute mon insuline",
    'Me puse toda la insulina',
    'Tomei toda a minha insulina',
    "Ho fatto tutta l'insulina",
  ])('%j is something else, and gets the quiet line at least', (text) => expect(levelOf(text)).toBeDefined())

  test('is no sentence of danger by any author', () => {
    const authors = [...trainingAuthors, heldBack, 'held-back-2', 'held-back-3', 'held-back-4', 'held-back-5']
    const danger = authors.flatMap(sentencesBy).filter(isDanger)
    expect(danger.length).toBeGreaterThan(10_000)
    expect(danger.filter(({ text }) => partsOf(text).some(isDaily))).toEqual([])
  })
})
