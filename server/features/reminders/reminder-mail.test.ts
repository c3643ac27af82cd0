import { simpleParser } from 'mailparser'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { reminderDeliveries, users } from '@shared/schema'
import { createEntry, createUser } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { createRemindersApp } from '../../test/reminders-app'
import { signIn } from '../../test/test-app'
import { sendDueReminders } from './delivery/deliver'

const { smtp, clock, app, ctx, db, signInAnaAtNoon, testMail } = await createRemindersApp()

let ana: User, asAna: Client
beforeEach(async () => ({ ana, asAna } = await signInAnaAtNoon()))

describe('the mail', () => {
  test('has both parts, the name, the streak, the button and the headers that mail programs look for', async () => {
    for (const entryDate of ['2026-11-19', '2026-11-20']) await createEntry(db, ana.id, { entryDate })
    const mail = await testMail(asAna)
    expect(mail.subject).toBe('Ana, time for your journal')
    expect(mail.from?.text).toBe('"Lisa" <lisa@lisa.test>')
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Hello Ana,')
      expect(part).toContain('Your streak: 2 days in a row.')
      expect(part).toContain('https://lisa.test/api/write')
      expect(part).toContain('https://lisa.test/api/open?screen=/settings')
      expect(part).toContain('https://lisa.test/api/reminders/unsubscribe?token=')
    }
    // No such property: the meta element of that name is what older mail programs read.
    expect(mail.html).not.toMatch(/supported-color-schemes\s*:/)
    const { raw } = smtp.received[0]!
    expect(raw).toMatch(
      /^List-Unsubscribe: <https:\/\/lisa\.test\/api\/reminders\/unsubscribe\?token=\S+>\r$/m,
    )
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  })

  test('says so when today is written already', async () => {
    await createEntry(db, ana.id, { entryDate: '2026-11-21' })
    const mail = await testMail(asAna)
    expect(mail.subject).toBe("Ana, you've written today")
    expect(mail.text).toContain("You've written today")
  })

  test('shows the last seven days in their colours and words, and a line from a year earlier', async () => {
    const wrote = (entryDate: string, entry = {}) => createEntry(db, ana.id, { entryDate, ...entry })
    await wrote('2026-11-15', { mood: 'very-sad' })
    await wrote('2026-11-20', { mood: 'happy', dailyEvents: 'Words of yesterday' })
    await wrote('2026-11-14', { mood: 'very-happy' })
    await wrote('2026-11-18', { dailyEvents: 'A day without a mood' })
    await wrote('2025-11-21', { gratitude1: 'Tea', dailyEvents: '\n We <moved> house.\nThen slept.' })
    await createEntry(db, (await createUser(db)).id, { entryDate: '2026-11-19', mood: 'sad' })

    const mail = await testMail(asAna)
    const days = [
      'Sun: Very Sad',
      'Mon: No entry',
      'Tue: No entry',
      'Wed: Written',
      'Thu: No entry',
      'Fri: Happy',
    ]
    expect(mail.text).toContain(['Your last seven days', ...days, 'Sat: No entry'].join('\n'))
    expect(mail.text).toContain('On this day, 2025\nWe <moved> house.')
    expect(mail.html).toContain('We &lt;moved&gt; house.')
    const squares = String(mail.html).match(/(?<=<div class=")[\w-]+(?=" style="width:)/g)
    expect(squares).toEqual(['very-sad', 'line', 'line', 'written', 'line', 'happy', 'line'])
    expect(mail.text).not.toMatch(/yesterday|slept|Tea/)
  })

  test('of a long text a year ago it takes a line, on 29 February none, and without entries it shows no days', async () => {
    await createEntry(db, ana.id, { entryDate: '2025-11-21', dailyEvents: 'word '.repeat(10_000) })
    const { text = '' } = await testMail(asAna)
    expect(text).not.toContain('Your last seven days')
    expect(/(?<=2025\n).*/.exec(text)?.[0]).toMatch(/^(word ){20,}word…$/)

    await createEntry(db, ana.id, { entryDate: '2027-02-28', dailyEvents: 'The day before' })
    clock.now = new Date('2028-02-29T12:00:00Z')
    expect((await testMail(await signIn(app, ana))).text).not.toContain('On this day')
  })

  test.each([
    ['2026-11-22', '2026-11-16', 'week'],
    ['2026-11-22', '2026-11-15', undefined],
    ['2026-11-22', '2026-11-23', undefined],
    ['2026-11-21', '2026-11-21', undefined],
    ['2026-11-30', '2026-11-01', 'month'],
    ['2026-11-30', '2026-10-31', undefined],
    ['2027-01-31', '2027-01-01', 'month'],
    ['2028-02-29', '2028-02-10', 'month'],
    ['2026-12-31', '2026-01-01', 'year'],
    ['2023-12-31', '2022-12-31', undefined],
  ])('on %s, with an entry of %s, it names the review of the %s', async (day, entryDate, review) => {
    await createEntry(db, ana.id, { entryDate })
    await createEntry(db, (await createUser(db)).id, { entryDate: day })
    clock.now = new Date(`${day}T12:00:00Z`)
    const mail = await testMail(await signIn(app, ana))
    const named = review && `This evening you can look back at your ${review} on Home.`
    for (const part of [mail.text, mail.html])
      expect(/This evening [^\n<]*/.exec(String(part))?.[0]).toBe(named)
  })

  test.each([
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['Eve\r\nBcc: all@example.com', 'Eve Bcc: all@example.com'],
    [`${'x'.repeat(5_000)}`, 'x'.repeat(40)],
    ['   ', 'Hello there,'],
    [null, 'Hello there,'],
  ])('a name like %j does no harm', async (firstName, shown) => {
    await db.update(users).set({ firstName }).where(eq(users.id, ana.id))
    const mail = await testMail(asAna)
    expect(mail.html).toContain(shown)
    expect(mail.html).not.toContain('<img')
    expect(mail.headers.has('bcc')).toBe(false)
    expect(smtp.received).toHaveLength(1)
  })

  test('has one Message-ID for a user and a day, and another for everybody else and every other day', async () => {
    const ids = new Set<string | undefined>()
    const ben = await createUser(db)
    for (const day of [21, 22])
      for (let again = 0; again < 2; again++) {
        await db.delete(reminderDeliveries)
        clock.now = new Date(`2026-11-${day}T19:00:00Z`)
        for (const { id } of [ana, ben])
          await db.update(users).set({ nextReminderAt: clock.now }).where(eq(users.id, id))
        await sendDueReminders(ctx)
      }
    for (const { raw } of smtp.received) ids.add((await simpleParser(raw)).messageId)
    expect(smtp.received).toHaveLength(8)
    expect(ids.size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^<[\w-]{43}@lisa\.test>$/)
  })
})
