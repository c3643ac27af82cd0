import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountEvents } from '@shared/schema'
import { codesFrom } from '../../test/codes'
import { createUser, newPhoneNumber } from '../../test/factories'
import { replyIn } from '../../test/incoming-text'
import type { Client, User } from '../../test/people'
import { signIn } from '../../test/test-app'
import { createSummariesApp, tomorrow } from '../../test/summaries-app'

const { twilio, app, db, text, tick, createAna, storedMessages, hasPhoneReminders } =
  await createSummariesApp()
const { save, confirm, enter, codeAt, isConfirmed } = codesFrom(twilio)

let number: string, ana: User, asAna: Client, mallory: User, asMallory: Client
beforeEach(async () => {
  ;({ number, ana } = await createAna({ phoneReminderEnabled: true }))
  mallory = await createUser(db, { firstName: 'Mallory' })
  ;[asAna, asMallory] = [await signIn(app, ana), await signIn(app, mallory)]
})

const summariesOf = async (client: Client) => {
  await tick(tomorrow)
  return (await client.get('/api/daily-summaries/recent').expect(200)).body as unknown[]
}

describe("whoever saves a stranger's number", () => {
  test('reads none of their words, in no summary', async () => {
    const stranger = newPhoneNumber()
    await save(asMallory, stranger)
    const reply = replyIn(
      await text({ From: stranger, Body: 'Who is this? I am at the clinic.' }).expect(200),
    )
    expect(reply).toContain('recognize this number')
    expect(await storedMessages()).toEqual([])
    expect(await summariesOf(asMallory)).toEqual([])
  })

  test('does not take it from the account that has it', async () => {
    await save(asMallory, number)
    await asMallory.post('/api/test-sms').expect(200)
    expect(replyIn(await text({ From: number, Body: 'My secret' }).expect(200))).toContain('Thank you, Ana')
    // Nothing of the code stands in Ana's conversation.
    expect((await storedMessages()).map(({ userId, messageContent }) => [userId, messageContent])).toEqual([
      [ana.id, 'My secret'],
      [ana.id, 'Thank you, Ana. Saved for today.'],
    ])
    expect(await summariesOf(asMallory)).toEqual([])
    expect(await summariesOf(asAna)).toMatchObject([{ content: 'My secret' }])
  })

  test('does not keep its owner out, who takes it back even from an account that had confirmed it', async () => {
    const owner = await createUser(db, { firstName: 'Olga' })
    const asOwner = await signIn(app, owner)
    await save(asMallory, number)
    // Whoever reads a code out to somebody has lent them the number until they take it back.
    await confirm(asMallory, number)
    expect(await isConfirmed(asAna)).toBe(false)
    expect(await hasPhoneReminders(ana)).toBe(false)

    await confirm(asOwner, number)
    expect(await hasPhoneReminders(mallory)).toBe(false)
    expect((await asMallory.get('/api/reminder-settings').expect(200)).body).toMatchObject({
      phoneNumber: '',
    })
    expect(replyIn(await text({ From: number, Body: 'Mine' }).expect(200))).toContain('Thank you, Olga')
    const events = (await asMallory.get('/api/account/events').expect(200)).body as { kind: string }[]
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['phone-confirmed', 'phone-changed']),
    )
    // Nobody is told the browser and the network of somebody else.
    const changes = and(eq(accountEvents.userId, mallory.id), eq(accountEvents.kind, 'phone-changed'))
    const origins = await db.select().from(accountEvents).where(changes)
    expect(origins.filter(({ device, network }) => !device && !network)).toHaveLength(1)
  })

  test('learns nothing about who has it', async () => {
    const answers = []
    for (const phoneNumber of [number, newPhoneNumber()]) {
      const asNobody = await signIn(app, await createUser(db))
      const put = await asNobody.put('/api/reminder-settings').send({ phoneNumber })
      const answersTo = [
        put,
        await asNobody.get('/api/phone-confirmation'),
        await asNobody.post('/api/test-sms'),
        await enter(asNobody, codeAt(phoneNumber) === '000000' ? '111111' : '000000'),
        await asNobody.get('/api/reminder-settings'),
      ]
      answers.push(answersTo.map(({ status, text }) => [status, text.replace(phoneNumber, 'the number')]))
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]!.map(([status]) => status)).toEqual([200, 200, 200, 400, 200])
  })
})
