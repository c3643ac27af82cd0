import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { conversationDays, users } from '@shared/schema'
import { newSid, replyIn } from '../../test/incoming-text'
import type { User } from '../../test/people'
import { createTextingApp } from '../../test/texting-app'

const { db, text, createAna, storedMessages, hasPhoneReminders } = await createTextingApp()

let number: string, ana: User
beforeEach(async () => ({ number, ana } = await createAna({ phoneReminderEnabled: true })))

const setOn = (phoneReminderEnabled: boolean) =>
  db.update(users).set({ phoneReminderEnabled }).where(eq(users.id, ana.id))
const thanks = 'Thank you, Ana. Saved for today.'

describe('keywords', () => {
  test.each(['STOP', ' stop.\r\n', 'Stop all', 'UNSUBSCRIBE', 'cancel', 'END', '“Quit”'])(
    '%j turns phone reminders off, with an empty response',
    async (Body) => {
      const answer = await text({ From: number, Body }).expect(200)
      expect(answer.text).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>')
      expect(await hasPhoneReminders(ana)).toBe(false)
      expect(await storedMessages()).toHaveLength(1)
    },
  )

  test.each(['START', 'unstop'])('%j turns them on', async (Body) => {
    await setOn(false)
    expect(replyIn(await text({ From: number, Body }).expect(200))).toContain('are on')
    expect(await hasPhoneReminders(ana)).toBe(true)
    expect((await db.select().from(users))[0]!.nextReminderAt).toEqual(new Date('2026-11-21T19:00:00Z'))
  })

  test.each(['HELP', 'info'])('%j explains, names STOP and changes nothing', async (Body) => {
    for (const isNow of [true, false]) {
      await setOn(isNow)
      const reply = replyIn(await text({ From: number, Body }).expect(200))
      expect(reply).toContain('Reply STOP')
      expect(reply!.length).toBeLessThanOrEqual(160)
      expect(await hasPhoneReminders(ana)).toBe(isNow)
    }
  })

  test('HELP names an emergency number and one to talk, of the country where it is known', async () => {
    const help = async (From: string) => replyIn(await text({ From, Body: 'HELP' }).expect(200))
    expect(await help('+4915112345678')).toMatch(/ Emergency: 112\. To talk: 116 123\.$/)
    expect(await help('+306912345678')).toMatch(/ Emergency: 911 or 112\. To talk: findahelpline\.com\.$/)
    await createAna({ phoneNumber: '+306912345678', timezone: 'America/New_York' })
    expect(await help('+306912345678')).toMatch(/ Emergency: 911\. To talk: 988\.$/)
  })

  test('keywords that come again, late or out of order, change nothing again', async () => {
    const stop = { MessageSid: newSid(), From: number, Body: 'STOP' }
    await text(stop).expect(200)
    await text({ From: number, Body: 'START' }).expect(200)
    await text(stop).expect(200)
    expect(await hasPhoneReminders(ana)).toBe(true)
    const start = { MessageSid: newSid(), From: number, Body: 'START' }
    const replies = [await text(start).expect(200), await text(start).expect(200)].map(replyIn)
    expect(new Set(replies).size).toBe(1)
    expect(await storedMessages()).toHaveLength(5)
  })

  test.each([true, false])('YES is an answer, and leaves reminders as they are (on: %j)', async (isOn) => {
    await setOn(isOn)
    expect(replyIn(await text({ From: number, Body: 'Yes!' }).expect(200))).toBe(thanks)
    expect(await hasPhoneReminders(ana)).toBe(isOn)
    expect(await storedMessages()).toMatchObject([{ keyword: null }, { keyword: null }])
    expect(await db.select().from(conversationDays)).toHaveLength(1)
  })

  test('YES undoes STOP once, and is an answer again', async () => {
    await text({ From: number, Body: 'STOP' }).expect(200)
    const yes = { MessageSid: newSid(), From: number, Body: 'Yes' }
    for (const _ of ['first', 'repeated']) expect(replyIn(await text(yes).expect(200))).toContain('are on')
    expect(await hasPhoneReminders(ana)).toBe(true)
    await setOn(false)
    expect(replyIn(await text({ From: number, Body: 'Yes' }).expect(200))).toBe(thanks)
    expect(await hasPhoneReminders(ana)).toBe(false)
  })

  test('keywords that the provider has taken up and answered itself are obeyed in silence, in any language', async () => {
    for (const [Body, OptOutType, on] of [
      ['Arrêt', 'STOP', false],
      ['Aide', 'HELP', false],
      ['Début', 'START', true],
    ] as const) {
      const answer = await text({ From: number, Body, OptOutType }).expect(200)
      expect([replyIn(answer), await hasPhoneReminders(ana)]).toEqual([undefined, on])
    }
  })

  test('are no part of the conversation', async () => {
    for (const Body of ['STOP', 'START', 'HELP']) await text({ From: number, Body }).expect(200)
    expect(await db.select().from(conversationDays)).toEqual([])
  })
})
