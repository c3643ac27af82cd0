import { beforeEach, describe, expect, test, vi } from 'vitest'
import { followConsent, isAnswer } from './consent'
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
  … | | ? | Um, hmm.`.split(/[|\n]/),
)('%o is a plain no, or nothing', (text) => expect(isAnswer(text)).toBe(false))

test.each(
  `
  Yes. | ok | sure, why not | I want to run a marathon | No, make it monthly. | No, save it. | no problem, save it | Don't worry, do it
  Yes, I don't mind. | I can't wait, save it! | No, yes, go ahead | Nothing else | (You spoke. This demo does not understand words.)
  ja, mach das | Warum nicht? | Nein, als Jahresziel | d'accord | Pourquoi pas | non, plutôt chaque mois | oui, enregistre-le
  sí, guárdalo | no, mejor cada mes | claro que sí | sim, pode salvar | não, para o mês | certo, salvalo | no, quello annuale | はい`
    .split(/[|\n]/)
    .filter((text) => text.trim()),
)('%o is an answer', (text) => expect(isAnswer(text)).toBe(true))

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

  test('is not known where nothing was written down', async () => {
    says('You', 'Yes')
    says('You', '', { isUnwritten: true })
    expect(await isGiven()).toBe(false)
  })
})
