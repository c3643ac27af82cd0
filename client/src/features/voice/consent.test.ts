import { beforeEach, describe, expect, test, vi } from 'vitest'
import { followConsent, isAnswer } from './consent'
import answers from './consent-answers.json'
import type { Caption } from './voice-state'

test.each(
  `
  No. | no thanks | Not yet. | nope | I don't think so | I'd rather not, thank you. | Please don't save that. | Never mind. | No need
  don't save that, I'm ashamed of it | Hmm, no | wait | maybe later | Yes, but don't save it yet. | I don't know. | Of course not!
  nein, lieber nicht | Nein danke. | noch nicht | bitte nicht speichern | auf keinen Fall | lass mal | Das weiß ich nicht.
  non merci | pas maintenant | Non, n'enregistre pas ça. | plus tard peut-être | laisse tomber | ce n'est pas la peine
  no, gracias | todavía no | mejor no lo guardes | déjalo | ahora no | no hace falta
  não, obrigada | ainda não | agora não, por favor | não salve isso | deixa pra lá
  no grazie | non ancora | meglio di no | lascia perdere | non salvarlo | Non lo so.
  I don't want it saved. | Please don't keep that. | No, you don't have to. | That won’t be necessary. | No, that's private.
  Nein, das ist nicht nötig. | Nein, nicht aufschreiben. | Brauchst du nicht. | Trag das nicht ein. | Muss nicht sein.
  Non, ce n'est pas nécessaire. | Ne le sauvegarde pas. | No, no es necesario. | Non è necessario. | Non c'è bisogno.
  Não é necessário. | No, I'll write it myself. | I'd rather write it myself. | No, what do you think? | What do you think?
  Nein, ich schreibe es selbst. | Nein, mach ich. | Je l'écris moi-même. | Lo escribo yo mismo. | Lo scrivo da solo. | Escrevo eu mesmo. | uh-uh
  No, save it? | Save it. No, wait! | Why not tomorrow?
  nej | Nej tack. | нет | Нет, спасибо. | لا | لا شكرا | いいえ | いいえ、結構です。 | 不要 | 아니요 | नहीं | hayır | όχι | nei | לא
  Nu | Nu, mulțumesc | ไม่ | ไม่เอา | نه | だめ | ダメです | やめて | いえ | 甭 | 甭记了 | нельзя | Negative. | I want you to stop complaining
  No, keep it as it is. | No, keep it. | No, keep it in. | No, put it away. | No, keep going. | No, keep it between us.
  No. I'm tired. | I want to stop talking. | I want you to stop. | Não guarda no diário. | mejor no diario | no diario
  Out of the question. | As if! | Oh, fat chance. | Naw. | Von wegen! | Ach was. | Ach wo! | Keinesfalls | Um Himmels willen | Quatsch.
  Hors de question. | Tu rêves ! | Penses-tu ! | Nan | Aucunement | Ni hablar. | Ni loca | ¡Qué va! | Para nada. | De manera alguna | En absoluto | Olvídate
  Nem pensar. | Nem morta | De forma alguma. | De modo algum | Neanche per sogno. | Nemmeno per idea | Manco per sogno | Macché! | Per carità | Ma va! | Scordatelo | Nan, merci | Nan merci | Nan, c’est bon | Mais tu rêves ! | Tu parles ! | C'est hors de question. | Ja, von wegen! | Te lo scordi
  … | | ? | Um, hmm.`.split(/[|\n]/),
)('%o waits for a tap', (text) => expect(isAnswer(text)).toBe(false))

test.each(
  `
  Yes. | ok | sure, why not | I want to run a marathon | No, make it monthly. | No, save it. | No, put it in my journal. | No, log that. | I want to stop complaining | no problem, please save it
  Yes, I don't mind. | I can't wait, save it! | No, yes, go ahead | Yes, could you? | (You spoke. This demo only hears sounds.)
  ja, mach das | Warum nicht? | Nein, mach es jährlich | d'accord | Pourquoi pas | oui, enregistre-le | はい
  Sim, guarda no diário | Sim, escreve no meu diário | I want to stop smoking | I want to run, to stop drinking and to swim
  ma va bene | Claro que va en mi diario | as if it were easy, save it | sí, ahora mismo | pas de problème | sí, guárdalo | claro que sí | sim, pode salvar | certo, salvalo
  I want to call my nan every week | Yes, save that I visited my nan. | My nan died this morning. | Oui, tu parles ! | Sí, ni lo dudes. | Sì, per carità! | Salvalo, per carità
  Um Himmels willen, ja! | Salvalo, sennò te lo scordi | Sí, guarda lo que va | Sì, salva anche quello, nemmeno da chiedere`
    .split(/[|\n]/)
    .filter((text) => text.trim()),
)('%o agrees, or says what to save', (text) => expect(isAnswer(text)).toBe(true))

// docs/voice.md names these figures.
test('of the answers of an author who did not know the rule, no more are misjudged than are known', () => {
  const byLanguage = Object.values(answers)
  const carriedOut = byLanguage.flatMap(({ doesNot }) => doesNot).filter(isAnswer)
  const waiting = byLanguage.flatMap(({ agrees }) => agrees).filter((text) => !isAnswer(text))
  expect(carriedOut.length).toBeLessThanOrEqual(79)
  expect(waiting.length).toBeLessThanOrEqual(30)
})

describe('consent in a talk', () => {
  let { hear, isGiven, stop } = followConsent()
  beforeEach(() => {
    vi.useFakeTimers()
    ;({ hear, isGiven, stop } = followConsent())
  })
  let id = 0
  const says = (speaker: Caption['speaker'], text: string, more: Partial<Caption> = {}) =>
    hear({ id: String(++id), speaker, text, isDone: true, ...more })
  const after = async (ms: number, given = isGiven()) => {
    await vi.advanceTimersByTimeAsync(ms)
    return given
  }

  test('is an answer since her last question', async () => {
    expect(await isGiven()).toBe(false)
    says('You', 'I ran')
    expect(await isGiven()).toBe(true)
    says('Lisa', 'Nice. Shall I save that?')
    expect(await isGiven()).toBe(false)
    says('You', 'No, thanks.')
    expect(await isGiven()).toBe(false)
    says('You', 'Well, yes.')
    says('You', '')
    says('Lisa', 'I will.')
    expect(await isGiven()).toBe(true)
    says('You', 'No, wait!')
    expect(await isGiven()).toBe(false)
  })

  test.each([
    'Please put that in my journal.',
    'Keep that in my journal, please.',
    'Log it.',
    'Put it down.',
  ])('is "%s" after a no to another question', async (order) => {
    says('Lisa', 'How was it?')
    says('You', 'Not good, I could not sleep.')
    says('You', order)
    expect(await isGiven()).toBe(true)
  })

  test('is none after a no, until the user plainly takes it back', async () => {
    says('Lisa', 'Shall I save that?')
    says('You', 'No.')
    says('You', "I'm tired, and I'm sure that I will sleep.")
    expect(await isGiven()).toBe(false)
    says('You', 'Well, save it.')
    says('You', "It's late.")
    expect(await isGiven()).toBe(true)
  })

  test('waits for the words of what was said, and for no longer than four seconds', async () => {
    says('Lisa', 'Shall I save that?')
    hear({ id: 'a', speaker: 'You' })
    const given = isGiven()
    await vi.advanceTimersByTimeAsync(1000)
    hear({ id: 'a', speaker: 'You', text: 'Yes, please.', isDone: true })
    expect(await after(0, given)).toBe(true)
    hear({ id: 'b', speaker: 'You' })
    expect(await after(4000)).toBe(false)
    const last = isGiven()
    stop()
    expect(await last).toBe(false)
  })

  test('is given to each of the calls that wait', async () => {
    hear({ id: 'a', speaker: 'You' })
    const given = Promise.all([isGiven(), isGiven()])
    const told = vi.fn<(given: boolean[]) => void>()
    void given.then(told)
    hear({ id: 'a', speaker: 'You', text: 'Yes.', isDone: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toHaveBeenCalledExactlyOnceWith([true, true])
  })

  test('stays what it is where the user only hesitates after it', async () => {
    says('You', 'Yes, save it')
    says('You', 'Um…')
    expect(await isGiven()).toBe(true)
    says('You', 'uh-uh')
    expect(await isGiven()).toBe(false)
  })

  test('is asked for again by a question that was cut off, if any of it was heard', async () => {
    says('You', 'Yes.')
    says('Lisa', '', { isCut: true })
    expect(await isGiven()).toBe(true)
    says('Lisa', 'And shall I…', { isCut: true })
    expect(await isGiven()).toBe(false)
  })

  test('is not known where nothing was written down', async () => {
    says('You', 'Yes')
    says('You', '', { isUnwritten: true })
    expect(await isGiven()).toBe(false)
  })
})
