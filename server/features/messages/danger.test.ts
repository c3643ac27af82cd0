import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTextingApp } from '../../test/texting-app'
import { newSid, replyIn } from '../../test/incoming-text'

const { clock, createAna, ctx, db, report, text } = await createTextingApp()

describe('the reply to a text of danger', () => {
  test.each([
    ['Europe/Berlin', 'Ich will nicht mehr leben', /Ich bin eine KI.*116 123.*112/],
    ['Europe/Madrid', 'quiero morir', /Soy una IA.*024.*112/],
    ['America/Mexico_City', 'quiero morir', /Soy una IA.*800 911 2000.*911/],
    ['Europe/Paris', "J'ai envie de mourir", /Je suis une IA.*3114.*112/],
    ['America/Sao_Paulo', 'quero morrer', /Sou uma IA.*188.*192/],
    ['Europe/Rome', 'voglio farla finita', /Sono un'IA.*02 2327 2327.*112/],
    ['Europe/London', 'I took all my pills', /999.*111.*I'm an AI/],
    ['Europe/Berlin', 'I want to end my life', /I'm an AI.*116 123.*112/],
    [
      'UTC',
      'I want to end my life',
      /I'm an AI.*988 \(US, Canada\), 116 123.*findahelpline\.com.*911 or 112/,
    ],
    ['UTC', 'ich bring mich um', /Ich bin eine KI.*findahelpline\.com.*112/],
  ])(
    'in %s to %j has the numbers of the country, in the language of the text',
    async (timezone, Body, reply) => {
      const { number } = await createAna({ timezone })
      expect(replyIn(await text({ From: number, Body }).expect(200))).toMatch(reply)
    },
  )

  test.each([
    ['+4915112345678', 'Europe/Paris', 'je veux mourir', /116 123.*112/],
    ['+61412345678', 'UTC', 'I want to die', /13 11 14.*000/],
    ['+15148123456', 'America/New_York', 'quiero morir', /988.*911/],
    // Of territories.
    ['+17875551234', 'UTC', 'I want to die', /988.*911/],
    ['+441481720000', 'UTC', 'I want to die', /116 123.*999/],
    ['+262692123456', 'UTC', 'je veux mourir', /3114.*112/],
    ['+35818123456', 'UTC', 'I want to die', /112/],
    // Of a country whose lines are not known.
    ['+306912345678', 'Europe/Paris', 'je veux mourir', /3114.*112/],
    ['+306912345678', 'UTC', 'voglio morire', /findahelpline\.com.*112 o 911/],
  ])(
    'from %s in %s to %j has the numbers of the phone, before those of the timezone',
    async (From, timezone, Body, reply) => {
      await createAna({ phoneNumber: From, timezone })
      expect(replyIn(await text({ From, Body }).expect(200))).toMatch(reply)
    },
  )

  test.each([
    ['+48512345678', 'Nie chcę już żyć.', /Jestem AI.*zadzwoń: 800 70 2222\..*112/],
    ['+31612345678', 'ik wil niet meer leven', /Ik ben een AI.*bel 113\..*112/],
    ['+905301234567', 'Artık yaşamak istemiyorum', /yapay zekâ.*findahelpline\.com.*112/],
    ['+380501234567', 'Я не хочу більше жити', /ШІ.*7333.*103/],
    ['+919812345678', 'मैं मरना चाहती हूँ', /AI.*14416.*112/],
    ['+819012345678', '死にたい', /AI.*0120-\d+-338.*119/],
    ['+46701234567', 'jag vill inte leva längre', /Jag är en AI.*90101.*112/],
    ['+966501234567', 'أريد أن أموت', /ذكاء اصطناعي.*findahelpline\.com.*112 أو 911/],
    ['+8613812345678', '我不想活了', /AI.*findahelpline\.com.*112 或 911/],
  ])('from %s to %j is in the language of the text', async (From, Body, reply) => {
    await createAna({ phoneNumber: From, timezone: 'UTC' })
    expect(replyIn(await text({ From, Body }).expect(200))).toMatch(reply)
  })

  test('to a number of no account has the numbers of its country', async () => {
    const answer = await text({ From: '+4915112345678', Body: 'ich will nicht mehr leben' }).expect(200)
    expect(replyIn(answer)).toMatch(/116 123.*112/)
  })

  test('ends with the contact that the operator has set', async () => {
    const { number } = await createAna()
    ctx.env.safetyContact = 'Campus care: 555 0100'
    onTestFinished(() => {
      ctx.env.safetyContact = undefined
    })
    expect(replyIn(await text({ From: number, Body: 'I want to die' }).expect(200))).toMatch(
      /911 or 112\. Campus care: 555 0100$/,
    )
  })

  test('finds the sentence in the middle of a long text', async () => {
    const { number } = await createAna()
    const Body = `${'We walked to the lake. '.repeat(200)}I want to kill myself. ${'Then soup. '.repeat(200)}`
    expect(replyIn(await text({ From: number, Body }).expect(200))).toContain('988')
  })

  test.each([
    ['I took all my pills', /^Please call 911 now, .*1-800-222-1222/],
    ['my husband is hitting me', /not your fault.*1-800-799-7233/],
  ])('to %j is for that kind of danger', async (Body, reply) => {
    const { number } = await createAna({ timezone: 'America/New_York' })
    expect(replyIn(await text({ From: number, Body }).expect(200))).toMatch(reply)
  })

  test('is counted by its kind, without words', async () => {
    ctx.metrics.dangerAnswers.reset()
    const { number } = await createAna()
    for (const Body of ['I want to die', 'Quiero morir', 'I took all my pills', 'Tea with Ben'])
      await text({ From: number, Body }).expect(200)
    expect((await ctx.metrics.dangerAnswers.get()).values).toEqual([
      { labels: { kind: 'self-harm', channel: 'text', answer: 'help' }, value: 2 },
      { labels: { kind: 'overdose', channel: 'text', answer: 'help' }, value: 1 },
    ])
  })
})

describe('a program that sends back what it got', () => {
  const care = 'Campus care 555 0100, at any hour, also when all you can think of is: I want to die'
  beforeEach(() => {
    ctx.env.safetyContact = care
    return () => {
      ctx.env.safetyContact = undefined
    }
  })

  test('gets no help for what Lisa has texted, and a person who answers beside it does', async () => {
    const { number } = await createAna({ firstName: 'Ana' })
    const say = async (Body: string) => {
      clock.now = new Date(clock.now.getTime() + 1_000)
      return replyIn(await text({ From: number, Body }).expect(200)) ?? ''
    }
    const help = await say('I want to end my life')
    expect(help).toContain(care)
    expect(await say(help)).toMatch(/^Thank you, Ana. Saved for today\./)
    expect(await say(`Out of office. You wrote:\n> ${help}`)).toMatch(/^Thank you, Ana/)
    expect(await say(`I want to die\n> ${help}`)).toContain(care)
    expect(await say('I want to die')).toContain(care)
  })

  test('gets none either from a number of no account', async () => {
    const say = async (Body: string) => replyIn(await text({ From: '+15145550111', Body }).expect(200)) ?? ''
    const help = await say('I want to end my life')
    expect(help).toContain(care)
    expect(await say(help)).toMatch(/^We don't recognize this number/)
    expect(await say(`${help}\nI want to die`)).toContain(care)
  })
})

describe('what only sounds like danger', () => {
  const heavy = 'sometimes I think everyone would be fine without me'
  const pills = 'I keep counting the pills in the drawer'
  const close = 'I wish I would not wake up'
  const faint = "What's the point of anything anymore"
  const quiet = /^Thank you, .* Saved for today\.\nThat sounds heavy\. .*988 answers at any hour\.$/

  test('gets the ordinary reply and one quiet line, once a day', async () => {
    const { number } = await createAna({ timezone: 'America/New_York', firstName: 'Ana' })
    const say = async (Body: string) => replyIn(await text({ From: number, Body }).expect(200))
    expect(await say(heavy)).toMatch(quiet)
    expect(await say(heavy)).toBe('Thank you, Ana. Saved for today.')
    clock.now = new Date(clock.now.getTime() + 24 * 60 * 60 * 1_000)
    expect(await say(heavy)).toMatch(quiet)
    expect(await say('I want to kill myself')).toMatch(/988.*911/)
  })

  test('about an overdose has the line each time, whatever had it before, with both numbers', async () => {
    const { number } = await createAna({ timezone: 'America/New_York', firstName: 'Ana' })
    const say = async (Body: string) => replyIn(await text({ From: number, Body }).expect(200))
    expect(await say(heavy)).toMatch(quiet)
    for (const Body of [pills, 'I took twenty lorazepam', pills])
      expect(await say(Body)).toMatch(
        /^Thank you.*\nThat sounds heavy\. .* call 911 now.* poison line: 1-800-222-1222\.$/,
      )
  })

  test('has the line once a day for each kind, and once more where it is closer to danger', async () => {
    const { number } = await createAna({ timezone: 'America/New_York', firstName: 'Ana' })
    const say = async (Body: string) => replyIn(await text({ From: number, Body }).expect(200))
    const nothing = 'Thank you, Ana. Saved for today.'
    expect(await say(faint)).toMatch(quiet)
    expect(await say(faint)).toBe(nothing)
    expect(await say(close)).toMatch(quiet)
    expect(await say(close)).toBe(nothing)
    expect(await say(faint)).toBe(nothing)
    expect(await say('He hit me')).toMatch(/\nThat sounds heavy\. If somebody hurts you.*1-800-799-7233/)
    expect(await say('He hit me')).toBe(nothing)
  })

  test('has the line about what else a text tells of, where the first one is used up', async () => {
    const { number } = await createAna({ timezone: 'America/New_York', firstName: 'Ana' })
    const say = async (Body: string) => replyIn(await text({ From: number, Body }).expect(200))
    expect(await say(faint)).toMatch(quiet)
    expect(await say(`${faint}. He hit me.`)).toMatch(/1-800-799-7233/)
  })

  test('has the line past the limit of replies, and then silence again', async () => {
    const { number } = await createAna({ timezone: 'America/New_York', firstName: 'Ana' })
    const say = async (Body: string) => replyIn(await text({ From: number, Body }).expect(200))
    for (let n = 1; n <= 30; n++) await say(`Tea ${n}`)
    expect(await say('Tea again')).toBeUndefined()
    expect(await say(heavy)).toMatch(/^That sounds heavy\. .*988 answers at any hour\.$/)
    expect(await say(heavy)).toBeUndefined()
    expect(await say(pills)).toMatch(/call 911 now/)
  })

  test('has the line with the next text where storing the reply failed', async () => {
    const { number } = await createAna({ timezone: 'America/New_York', firstName: 'Ana' })
    await db.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
      create trigger refuse before insert on daily_messages
        for each row when (new.message_direction = 'outbound') execute function refuse()`)
    try {
      await text({ From: number, Body: heavy }).expect(500)
    } finally {
      await db.execute(sql`drop function refuse cascade`)
    }
    expect(replyIn(await text({ From: number, Body: heavy }).expect(200))).toMatch(quiet)
    expect(replyIn(await text({ From: number, Body: heavy }).expect(200))).not.toMatch(quiet)
  })

  test('has the line with the next text where the reply was not delivered', async () => {
    const { number } = await createAna({ timezone: 'America/New_York', firstName: 'Ana' })
    const say = async () => {
      const answer = await text({ From: number, Body: heavy }).expect(200)
      return { reply: replyIn(answer), query: /status(\?message=[\w-]+)/.exec(answer.text)?.[1] }
    }
    const first = await say()
    expect(first.reply).toMatch(quiet)
    const failed = { MessageSid: newSid(), MessageStatus: 'undelivered', ErrorCode: '30003', To: number }
    await report(failed, first.query).expect(204)
    await report(failed, first.query).expect(204)
    expect((await say()).reply).toMatch(quiet)
    expect((await say()).reply).not.toMatch(quiet)
  })

  test('has the line once where two texts come at the same moment', async () => {
    const { number } = await createAna({ timezone: 'America/New_York', firstName: 'Ana' })
    const replies = await Promise.all([1, 2, 3].map(() => text({ From: number, Body: heavy }).expect(200)))
    expect(replies.map(replyIn).filter((reply) => quiet.test(reply ?? ''))).toHaveLength(1)
  })

  test('has the line in the language of the text', async () => {
    const { number } = await createAna({ timezone: 'Europe/Berlin' })
    const Body = 'Ohne mich wären alle besser dran, ich kann einfach nicht mehr'
    expect(replyIn(await text({ From: number, Body }).expect(200))).toMatch(/Das klingt schwer\..*116 123/)
  })

  test('of a number of no account has the line too, once a day', async () => {
    ctx.metrics.dangerAnswers.reset()
    const say = async (Body: string) => replyIn(await text({ From: '+14155550123', Body }).expect(200))
    const line = await say(heavy)
    expect(line).toMatch(
      /^We don't recognize this number.*\nThat sounds heavy\. .*988 answers at any hour\.$/,
    )
    expect(await say(heavy)).toBeUndefined()
    expect(await say('He hit me')).toMatch(/^That sounds heavy\. If somebody hurts you/)
    expect(await say(pills)).toMatch(/^That sounds heavy\..*call 911 now/)
    // A program that sends it back.
    expect(await say((await say(pills)) ?? '')).toBeUndefined()
    expect((await ctx.metrics.dangerAnswers.get()).values).toMatchObject([
      { labels: { kind: 'self-harm', answer: 'line' }, value: 1 },
      { labels: { kind: 'abuse', answer: 'line' }, value: 1 },
      { labels: { kind: 'overdose', answer: 'line' }, value: 2 },
    ])
  })
})
