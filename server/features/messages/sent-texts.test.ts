import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../test/people'
import { signIn } from '../../test/test-app'
import { createTextingApp } from '../../test/texting-app'

const { twilio, app, text, report, createAna, storedMessages, hasPhoneReminders } = await createTextingApp()

let number: string, ana: User
beforeEach(async () => ({ number, ana } = await createAna({ phoneReminderEnabled: true })))

describe('texts that Lisa sends', () => {
  test('are stored as outbound, with their id', async () => {
    await (await signIn(app, ana)).post('/api/test-sms').expect(200)
    const sent = twilio.received.at(-1)!
    expect(await storedMessages()).toMatchObject([
      {
        userId: ana.id,
        messageContent: sent.body,
        messageDirection: 'outbound',
        messageSid: `SM${twilio.received.length}`,
        localDate: '2026-11-21',
      },
    ])
  })

  test('are not stored when they were not sent', async () => {
    twilio.answerTo = async () => ({ status: 400, code: 21211 })
    await (await signIn(app, ana)).post('/api/test-sms').expect(502)
    twilio.answerTo = async () => undefined
    expect(await storedMessages()).toEqual([])
  })

  const sentText = async () => {
    await (await signIn(app, ana)).post('/api/test-sms').expect(200)
    return (await storedMessages())[0]!.messageSid!
  }
  const outcome = async () => {
    const [row] = await storedMessages()
    return [row!.deliveryStatus, row!.deliveryError]
  }

  test('learn what became of them, in whatever order the reports come', async () => {
    const MessageSid = await sentText()
    await report({ MessageSid, MessageStatus: 'sent' }).expect(204)
    expect(await outcome()).toEqual(['sent', null])
    await report({ MessageSid, MessageStatus: 'undelivered', ErrorCode: '30003' }).expect(204)
    await report({ MessageSid, MessageStatus: 'queued' }).expect(204)
    await report({ MessageSid, MessageStatus: 'no such status' }).expect(204)
    expect(await outcome()).toEqual(['undelivered', '30003'])
    expect(await hasPhoneReminders(ana)).toBe(true)
  })

  test('a reply learns it by its own address, and its id with it', async () => {
    const answer = await text({ From: number, Body: 'Hi' }).expect(200)
    const query = /\?message=[\w-]+/.exec(answer.text)![0]
    await report({ MessageSid: 'SMreply', MessageStatus: 'delivered', To: number }, query).expect(204)
    expect((await storedMessages())[1]).toMatchObject({ messageSid: 'SMreply', deliveryStatus: 'delivered' })
    expect((await storedMessages())[0]).toMatchObject({ deliveryStatus: null })
  })

  test('21610 turns phone reminders off, once', async () => {
    const opted = { MessageSid: await sentText(), MessageStatus: 'failed', ErrorCode: '21610', To: number }
    await report(opted).expect(204)
    expect(await hasPhoneReminders(ana)).toBe(false)
    await text({ From: number, Body: 'START' }).expect(200)
    await report(opted).expect(204)
    expect(await hasPhoneReminders(ana)).toBe(true)
  })

  test('a report that is faster than the sending is not lost; one of a text that is gone does no harm', async () => {
    const MessageSid = `SM${twilio.received.length + 1}`
    let reported: Promise<unknown> | undefined
    const reportIt = async () => report({ MessageSid, MessageStatus: 'delivered' }).expect(204)
    twilio.answerTo = async () => {
      reported = reportIt()
      await new Promise((resolve) => setTimeout(resolve, 100))
      return undefined
    }
    await sentText()
    twilio.answerTo = async () => undefined
    await reported
    expect(await outcome()).toEqual(['delivered', null])
    await report({ MessageSid: 'SMnever', MessageStatus: 'failed', ErrorCode: '21610', To: '' }).expect(204)
    await report({ MessageSid: 'SMnever', MessageStatus: 'sent' }, '?message=x').expect(204)
  })
})
