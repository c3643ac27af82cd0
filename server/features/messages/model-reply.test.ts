import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dailyMessages } from '@shared/schema'
import { takeOne } from '../../limits/limits'
import { gsm7Length } from '../../senders/gsm7'
import { createTextModel } from '../../senders/text-model'
import { createEntry, createGoal } from '../../test/factories'
import { replyIn } from '../../test/incoming-text'
import { type Answer, createModelReplyApp, moderates, says, thanks } from '../../test/model-reply-app'

const { model, logged, clock, ctx, db, ana, text, say } = await createModelReplyApp()

test('Lisa replies from the conversation of the day, the name, the goals and the streak', async () => {
  await createGoal(db, ana.id, { title: 'Run a marathon', timeline: 'annual' })
  await createGoal(db, ana.id, { title: 'Plant a tree', achievedAt: new Date() })
  await createEntry(db, ana.id, { entryDate: '2026-11-20' })
  await say('Yesterday in Tokyo')
  clock.now = new Date('2026-11-21T20:00:00Z')
  expect(await say('I ran.')).toBe('What made it good?')
  await say('HELP')
  model.answer = says('Nice.')
  expect(await say('The sea')).toBe('Nice.')
  expect(model.asked).toHaveLength(3)
  const { url, authorization, body } = model.asked[2]!
  expect([url, authorization, body.model]).toEqual([
    '/v1/chat/completions',
    'Bearer sk-secret',
    'small-model',
  ])
  const [system, ...conversation] = body.messages
  for (const part of [
    'You talk by text message with Ana',
    '2026-11-22',
    '[annual] Run a marathon',
    'You are an AI',
  ])
    expect(system!.content).toContain(part)
  expect(system!.content).not.toContain('Plant a tree')
  expect(conversation).toEqual([
    { role: 'user', content: 'I ran.' },
    { role: 'assistant', content: 'What made it good?' },
    { role: 'user', content: 'The sea' },
  ])
})

test('what was delivered twice asks the model once, when one after the other', async () => {
  const params = { MessageSid: 'SMtwice', From: ana.number, Body: 'Hi' }
  const replies = [await text(params).expect(200), await text(params).expect(200)]
  expect(replies.map(replyIn)).toEqual(['What made it good?', 'What made it good?'])
  expect(model.asked).toHaveLength(1)
})

test('two deliveries at once both give the reply of one', async () => {
  let n = 0
  model.answer = (res) => says(`Reply ${++n}`)(res)
  const params = { MessageSid: 'SMtogether', From: ana.number, Body: 'Hi' }
  const replies = await Promise.all([text(params), text(params), text(params)])
  expect(new Set(replies.map(replyIn)).size).toBe(1)
})

test('an answer that is too long is cut at a sentence to two texts, and what XML cannot hold is left out', async () => {
  model.answer = says(Array.from({ length: 40 }, (_, n) => `This is sentence ${n}.`).join(' '))
  expect(await say('Hi')).toMatch(/^(This is sentence \d+\. ){10,}This is sentence \d+\.$/)
  model.answer = says('x'.repeat(5_000))
  const cut = (await say('Hi'))!
  expect(cut).toMatch(/^x+\.\.\.$/)
  expect(gsm7Length(cut)).toBeLessThanOrEqual(306)
  model.answer = says('A\u0000B\u0008C\ud800 <b>&amp;')
  expect(await say('Hi')).toBe('ABC <b>&amp;')
  model.answer = says('日'.repeat(5_000))
  expect((await say('Hi'))!.length).toBeLessThanOrEqual(134)
})

test('no character of an answer doubles the price of its text', async () => {
  model.answer = says('“Sí” — that’s lovely… 💛 What’s next?')
  expect(await say('Hi')).toBe('"Si" - that\'s lovely... What\'s next?')
})

test('what an answer may cost is bounded', async () => {
  await say('Hi')
  expect(model.asked[0]?.body.max_completion_tokens).toBe(1_000)
})

describe('somebody in danger', () => {
  test('gets the crisis line at once, without a question to the model', async () => {
    expect(await say('I want to kill myself')).toMatch(/I'm an AI.*call 0120-061-338/)
    expect(model.asked).toEqual([])
  })

  test('is remembered by the model, however long the text was', async () => {
    await say('I walked to the lake. '.repeat(60) + 'I want to kill myself')
    await say('Are you there?')
    expect(model.asked[0]?.body.messages[1]?.content).toContain('I want to kill myself')
    // What to do, with the number of their country.
    expect(model.asked[0]?.body.messages[0]?.content).toMatch(/whether they are safe now.*0120-061-338/)
  })

  test('gets it when the model is dead', async () => {
    model.answer = (res) => res.destroy()
    expect(await say('I want to kill myself')).toMatch(/call 0120-061-338/)
  })
})

test('a number gets 30 replies an hour, then silence; its words are kept, and help and keywords are answered', async () => {
  const replies = []
  for (let n = 0; n < 29; n++) replies.push(await say('Hi'))
  expect(new Set(replies)).toEqual(new Set(['What made it good?']))
  expect(await say('')).toContain('Lisa can only read text')
  for (const body of ['Hi', '', 'Hi']) expect(await say(body)).toBeUndefined()
  expect(model.asked).toHaveLength(29)
  expect(await say('I want to die')).toMatch(/call 0120-061-338/)
  expect(await say('HELP')).toContain('text me about your day')
  expect(await say('START')).toContain('reminders are on')
  const ofAna = and(eq(dailyMessages.userId, ana.id), eq(dailyMessages.messageContent, 'Hi'))
  expect(await db.$count(dailyMessages, ofAna)).toBe(31)
  clock.now = new Date('2026-11-21T13:00:00Z')
  expect(await say('Hi')).toBe('What made it good?')
})

describe('the replies of a day', () => {
  const told = `${thanks} You've written a lot today: until tomorrow my replies stay this short.`
  /** All but one. */
  const useUp = async () => {
    const key = `replies by the model on 2026-11-21 to ${ana.id}`
    for (let n = 0; n < 39; n++) await takeOne(ctx, key, { limit: 40, windowSeconds: 86_400, now: clock.now })
  }

  test('are 40 by the model, then plain ones, which are explained once from the 80th text on', async () => {
    await db.insert(dailyMessages).values(
      Array.from({ length: 77 }, () => ({
        userId: ana.id,
        phoneNumber: ana.number,
        messageContent: 'Hi',
        messageDirection: 'inbound' as const,
        localDate: '2026-11-21',
        createdAt: clock.now,
      })),
    )
    await useUp()
    expect(await say('Hi')).toBe('What made it good?')
    expect(await say('Hi')).toBe(thanks)
    expect(await say('Hi')).toBe(told)
    expect(await say('Hi')).toBe(thanks)
    // It is the next day in Tokyo.
    clock.now = new Date('2026-11-21T15:00:00Z')
    expect(await say('Hi')).toBe('What made it good?')
  })

  test('above them a text is still judged for danger, and nothing else is asked', async () => {
    await createGoal(db, ana.id, { title: 'Swim' })
    await useUp()
    await say('Hi')
    expect(model.askedOfGoals).toHaveLength(1)
    model.verdict = says('Yes')
    expect(await say('The garden is dry')).toMatch(/^Thank you, Ana\. Saved for today\.\nThat sounds heavy\./)
    expect([model.asked.length, model.askedOfGoals.length, model.judged.length]).toEqual([1, 1, 2])
  })

  test('do not count where the model fails', async () => {
    await useUp()
    model.answer = (res) => res.writeHead(500).end()
    for (let n = 0; n < 2; n++) expect(await say('Hi')).toBe(thanks)
    model.answer = says('Nice.')
    expect([await say('Hi'), await say('Hi')]).toEqual(['Nice.', thanks])
  })
})

describe('whether a text tells of danger', () => {
  const doubtful = 'The garden is dry and the neighbour has my dog'
  const heavy = 'sometimes I think everyone would be fine without me'

  test('is asked of the model too: its yes adds the quiet line, in the language of the text', async () => {
    model.verdict = says('Yes')
    expect(await say(doubtful)).toMatch(/^What made it good\?\nThat sounds heavy\./)
    expect(await say('Le jardin est sec et la voisine a mon chien')).toBe('What made it good?')
    expect(model.judged).toHaveLength(2)
    expect(model.judged[0]).toBe(doubtful)
  })

  test('its no leaves what the rule has found', async () => {
    expect(await say(heavy)).toMatch(/^What made it good\?\nThat sounds heavy\./)
    expect(await say('Tea with Ben')).toBe('What made it good?')
  })

  test('its yes to what sounds like danger to the rule gives help', async () => {
    model.verdict = says('yes, it does')
    expect(await say(heavy)).toMatch(/I'm an AI; you deserve a person/)
  })

  test('is not asked where the rule is sure', async () => {
    expect(await say('I want to kill myself')).toMatch(/I'm an AI; you deserve a person/)
    expect(model.judged).toEqual([])
  })

  test.each<[string, Answer]>([
    ['nothing that can be understood', says('The user seems fine.')],
    ['an error', (res) => res.writeHead(500).end()],
    ['nothing for a long time', () => undefined],
  ])('%s leaves the rule alone', async (_, verdict) => {
    model.verdict = verdict
    expect(await say(doubtful)).toBe('What made it good?')
    expect(await say(heavy)).toMatch(/^What made it good\?\nThat sounds heavy\./)
  })

  describe('is asked of the moderation of the provider too', () => {
    test.each([['self-harm'], ['self-harm/intent']])('which flags %s', async (category) => {
      model.moderation = moderates({ [category]: true })
      expect(await say(doubtful)).toMatch(/^What made it good\?\nThat sounds heavy\./)
      expect(model.moderated).toEqual([{ model: 'omni-moderation-latest', input: doubtful }])
      expect(await say(heavy)).toMatch(/I'm an AI; you deserve a person/)
    })

    test.each<[string, Answer | undefined]>([
      ['flags nothing of self-harm', undefined],
      ['fails', (res) => res.writeHead(500).end()],
      [
        'sends what cannot be understood',
        (res) => res.setHeader('Content-Type', 'application/json').end('{}'),
      ],
      ['does not answer in two seconds', () => undefined],
    ])('and where it %s, the rule stands', async (_, moderation = model.moderation) => {
      model.moderation = moderation
      const begun = performance.now()
      expect(await say(doubtful)).toBe('What made it good?')
      expect(performance.now() - begun).toBeLessThan(6_000)
      expect(await say(heavy)).toMatch(/^What made it good\?\nThat sounds heavy\./)
      expect(model.moderated).toHaveLength(2)
    })

    test('and its failure leaves the yes of the model', async () => {
      model.moderation = (res) => res.writeHead(500).end()
      model.verdict = says('yes')
      expect(await say(heavy)).toMatch(/I'm an AI; you deserve a person/)
      expect(logged.text()).toContain('The rule for danger stands alone')
      expect(logged.text()).not.toContain(heavy)
    })

    test('but not where the rule is sure', async () => {
      await say('I want to kill myself')
      expect(model.moderated).toEqual([])
    })

    test.each([
      ['https://api.openai.com/v1', true],
      ['https://api.openai.com.example.org/v1', false],
      ['http://localhost:11434/v1', false],
    ])('which only OpenAI has: %s, %s', (baseUrl, hasModeration) => {
      const { tellsOfSelfHarm } = createTextModel({ apiKey: 'sk', baseUrl, model: 'small-model' })
      expect(Boolean(tellsOfSelfHarm)).toBe(hasModeration)
    })
  })

  test('help that the rule and the model agree on does not wait for the reply', async () => {
    model.verdict = says('yes')
    // It never comes.
    model.answer = () => undefined
    expect(await say(heavy)).toMatch(/I'm an AI; you deserve a person/)
  })
})
