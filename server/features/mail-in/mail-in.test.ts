import { readFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { simpleParser } from 'mailparser'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import { MiB } from '@shared/endpoint'
import { entryRecord } from '@shared/journal'
import { rawMailType } from '@shared/mail-in'
import { incomingMails, journalEntries, rowVersions, usage, users } from '@shared/schema'
import { createEntry, createUser } from '../../test/factories'
import type { User } from '../../test/people'
import { at, createRemindersApp, due } from '../../test/reminders-app'
import { answerToDangerIn } from '../messages/danger-answer'
import { markerLine, replyAddress } from '../reminders/reply-address'

const [secret, olderSecret] = [
  'a secret of the mail provider for tests',
  'an older secret of the mail provider',
]
const [address, today] = ['reply@in.lisa.example.org', '2026-11-21']
const { app, ctx, db, smtp, clock, tick, logged } = await createRemindersApp({
  MAIL_IN: address,
  MAIL_IN_SECRET: `${secret},${olderSecret}`,
  MAIL_FROM: 'Lisa <lisa@lisa.test>',
  SMTP_URL: 'smtp://localhost',
})

const createAna = (overrides: Partial<User> = {}) =>
  createUser(db, { email: 'ana@example.org', ...due, ...overrides })
const addressOf = ({ id }: { id: string }, date = today) =>
  replyAddress(ctx.secrets, address, { userId: id, date })

let count = 0
type Written = { to: string; from?: string; id?: string; head?: string[]; words?: string }

/** An answer as most programs write it. */
const answer = ({
  to,
  from = 'Ana <ana@example.org>',
  id,
  head = [],
  words = 'Bread came out well.',
}: Written) =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Message-ID: <${id ?? `mail-${++count}`}@example.org>`,
    'Content-Type: text/plain; charset=utf-8',
    ...head,
    '',
    words,
    '',
    'On Sat, Nov 21, 2026 at 7:00 PM Lisa <lisa@lisa.test> wrote:',
    '',
    `> ${markerLine}`,
    '> Hello Ana,',
  ].join('\r\n')

const deliver = (raw: string | Buffer, bearer = secret) =>
  request(app)
    .post('/api/webhooks/mail')
    .set({ 'Content-Type': rawMailType, Authorization: `Bearer ${bearer}` })
    .send(Buffer.isBuffer(raw) ? raw : Buffer.from(raw))

const entriesOf = ({ id }: { id: string }) =>
  db.select().from(journalEntries).where(eq(journalEntries.userId, id)).orderBy(journalEntries.entryDate)
const outcomes = () =>
  logged.lines
    .map((line) => JSON.parse(line) as { msg: string; outcome: string })
    .flatMap(({ msg, outcome }) => (msg === 'Mail received' ? outcome : []))
const mails = () => Promise.all(smtp.received.map(({ raw }) => simpleParser(raw)))

describe('mails in the shapes of many programs, by two authors who had not seen the code', () => {
  type Case = { file: string; note: string; expected: string | null; acceptable?: string[]; taken: boolean }
  const folder = path.join(import.meta.dirname, 'fixtures')
  const cases = JSON.parse(readFileSync(path.join(folder, 'cases.json'), 'utf8')) as Case[]

  test.each(cases)('$file: $note', async ({ file, expected, acceptable = [], taken }) => {
    const ana = await createAna()
    const [token = ''] = addressOf(ana).slice('reply+'.length).split('@')
    const raw = readFileSync(path.join(folder, file), 'latin1').replaceAll('TOKEN', token)
    await deliver(Buffer.from(raw, 'latin1')).expect(204)
    const [entry] = await entriesOf(ana)
    if (taken) expect([expected, ...acceptable]).toContain(entry?.dailyEvents ?? '')
    else expect([entry, ...smtp.received]).toEqual([undefined])
  })
})

describe('the reminder mail', () => {
  test('has an address for its answer and begins with the line to write above', async () => {
    const ana = await createAna()
    await tick('19:00')
    const { text = '', html, headers } = (await mails())[0]!
    const { value } = headers.get('reply-to') as { value: { address: string }[] }
    const [{ address: to = '' } = {}] = value
    expect(text.startsWith(`${markerLine}\n`)).toBe(true)
    expect(String(html).replace(/[^]*<body[^>]*>\s*<p[^>]*>/, '')).toMatch(/^-- Write above this line/)
    expect(to.split('@')[0]!.length).toBeLessThanOrEqual(64)
    await deliver(answer({ to: to.toUpperCase() })).expect(204)
    expect(await entriesOf(ana)).toMatchObject([{ entryDate: today, dailyEvents: 'Bread came out well.' }])
  })

  test('stays as it is where no mail is received', async () => {
    const without = await createRemindersApp()
    await createUser(without.db, due)
    await without.tick('19:00')
    expect(without.smtp.received[0]!.raw).not.toMatch(/Reply-To|Write above/)
    await request(without.app).post('/api/webhooks/mail').set('Authorization', 'Bearer x').expect(503)
  })
})

describe('what is taken', () => {
  test('fills in the entry of the day, keeps the version before, and chooses no mood', async () => {
    const ana = await createAna()
    const entry = await createEntry(db, ana.id, { entryDate: today, dailyEvents: 'Rain.', wins: 'Ran' })
    await deliver(answer({ to: addressOf(ana), words: 'Bread came out well.\u0000 \ud83d\udc9b' })).expect(
      204,
    )
    expect(await entriesOf(ana)).toMatchObject([
      { dailyEvents: 'Rain.\n\nBread came out well. 💛', wins: 'Ran', moodChosen: false },
    ])
    expect(await db.select().from(rowVersions).where(eq(rowVersions.rowId, entry.id))).toMatchObject([
      { by: 'mail', row: { dailyEvents: 'Rain.' } },
    ])
    expect(smtp.received).toEqual([])
  })

  test('is taken for seven days after its day', async () => {
    const ana = await createAna()
    clock.now = new Date('2026-11-28T23:59:00Z')
    await deliver(answer({ to: addressOf(ana), words: 'In time.' })).expect(204)
    clock.now = new Date('2026-11-29T00:00:00Z')
    await deliver(answer({ to: addressOf(ana), words: 'Late.' })).expect(204)
    expect(await entriesOf(ana)).toMatchObject([{ entryDate: today, dailyEvents: 'In time.' }])
    expect((await mails())[0]!.text).toContain('seven days after its day')
  })

  test('once, whatever is delivered again or at once', async () => {
    const ana = await createAna()
    const raw = answer({ to: addressOf(ana), words: 'The same words.' })
    const again = answer({ to: addressOf(ana), words: 'Other words.', id: `mail-${count}` })
    const statuses = await Promise.all([raw, raw, raw].map(async (each) => (await deliver(each)).status))
    await deliver(again).expect(204)
    expect(statuses).toEqual([204, 204, 204])
    expect(await entriesOf(ana)).toMatchObject([{ dailyEvents: 'The same words.' }])
    expect(outcomes().sort()).toEqual(['repeated', 'repeated', 'repeated', 'saved'])
    // After the deletion of the entry too.
    await db.delete(journalEntries)
    await deliver(raw).expect(204)
    expect(await entriesOf(ana)).toEqual([])
  })

  test('with an address of an older key', async () => {
    const ana = await createAna()
    const older = { ...ctx.secrets, session: ['an older secret that is still accepted'] as [string] }
    const to = replyAddress(older, address, { userId: ana.id, date: today })
    await deliver(answer({ to })).expect(204)
    expect(await entriesOf(ana)).toEqual([])
    ctx.secrets.session.push(...older.session)
    await deliver(answer({ to })).expect(204)
    ctx.secrets.session.pop()
    expect(await entriesOf(ana)).toHaveLength(1)
  })

  test.each<[string, (to: string) => Partial<Written>]>([
    ['without a token', () => ({ to: address })],
    ['with an invented token', (to) => ({ to: to.replace(/.@/, to.includes('0@') ? '1@' : '0@') })],
    ['with the token of another host', (to) => ({ to: to.replace('in.lisa', 'in.other') })],
    ['with the token of somebody who is gone', () => ({ to: addressOf({ id: crypto.randomUUID() }) })],
    ['from another address', () => ({ from: 'ben@example.org' })],
    ['from nobody', () => ({ from: '' })],
    ['from two', () => ({ from: 'ana@example.org, ben@example.org' })],
    ['from two in two headers', () => ({ head: ['From: ben@example.org'] })],
    ['from two, one of them long', () => ({ head: [`From: ben@example.org, ${'x'.repeat(9_000)}`] })],
    ['from a word that is encoded', () => ({ from: '=?utf-8?Q?Ana_<ana@example.org>?=' })],
    ['from a word that is encoded twice', () => ({ from: '=?utf-8?Q?=?utf-8?Q?x?=Ana_<ana@example.org>?=' })],
    ['from a name too', () => ({ from: '"x" ana@example.org, "eve"' })],
    ['from a group of one', () => ({ from: 'All: ana@example.org;' })],
    ['from a group', () => ({ from: 'All: ana@example.org, ben@example.org;' })],
    ['of a program that answers', () => ({ head: ['Auto-Submitted: auto-generated (vacation)'] })],
    ['in bulk', () => ({ head: ['Precedence: junk'] })],
    ['of a list', () => ({ head: ['List-Id: <all.example.org>'] })],
    ['without a return path', () => ({ head: ['Return-Path: <>'] })],
  ])('is nothing %s, and nobody is answered', async (_, differently) => {
    const ana = await createAna()
    await deliver(answer({ to: addressOf(ana), ...differently(addressOf(ana)) })).expect(204)
    expect(await entriesOf(ana)).toEqual([])
    expect(await db.select().from(incomingMails)).toEqual([])
    expect(smtp.received).toEqual([])
    expect(outcomes()).toEqual([expect.not.stringMatching('saved')])
  })

  test('goes to its sender where the address of somebody else is in it too', async () => {
    const [ana, ben] = [await createAna(), await createUser(db, { email: 'ben@example.org' })]
    await deliver(answer({ to: `${addressOf(ben)}, ${addressOf(ana)}` })).expect(204)
    expect(await entriesOf(ben)).toEqual([])
    expect(await entriesOf(ana)).toHaveLength(1)
  })

  test('a person says no to Auto-Submitted, and writes addresses in any case', async () => {
    const ana = await createAna()
    const head = ['Auto-Submitted: no', 'Return-Path: <ana@example.org>']
    await deliver(answer({ to: addressOf(ana), from: '=?utf-8?Q?Ana?= <ANA@Example.org>', head })).expect(204)
    expect(await entriesOf(ana)).toHaveLength(1)
  })
})

describe('what cannot be saved', () => {
  const notSaved = async (raw: string | Buffer, status = 204) => {
    await deliver(raw).expect(status)
    const { subject, text = '', headers } = (await mails()).at(-1)!
    expect(subject).toBe('Your email to Lisa was not saved')
    expect(headers.get('auto-submitted')).toBe('auto-replied')
    return text
  }

  test('is told to its owner: a picture, too many words, a full journal', async () => {
    const ana = await createAna()
    const to = addressOf(ana)
    const picture = answer({ to, words: '[image: IMG_1.jpg]' })
    expect(await notSaved(picture)).toContain('no words of yours')
    // The same mail, delivered again.
    await deliver(picture).expect(204)
    expect(smtp.received).toHaveLength(1)
    const { limit } = entryRecord.textField('dailyEvents')
    await createEntry(db, ana.id, { entryDate: today, dailyEvents: 'a'.repeat(limit) })
    expect(await notSaved(answer({ to }))).toContain('no room')
    await db
      .update(usage)
      .set({ bytes: ctx.env.quota.megabytes * 1_000_000 })
      .where(eq(usage.userId, ana.id))
    expect(await notSaved(answer({ to: addressOf(ana, addDays(today, -1)) }))).toContain('reached the limit')
    // Three a day.
    await deliver(answer({ to, words: '' })).expect(204)
    expect(smtp.received).toHaveLength(3)
    expect(smtp.received.map(({ to }) => to)).toEqual(Array(3).fill('ana@example.org'))
    expect(await entriesOf(ana)).toHaveLength(1)
  })

  test('more than 1 MB: its owner is told, a stranger is not, and 1 MB is taken', async () => {
    const ana = await createAna()
    const to = addressOf(ana)
    const head = ['Content-Disposition: inline']
    const small = answer({ to, head })
    const filled = (size: number, raw = small) => raw + '\r\n> '.padEnd(size - raw.length, 'x')
    await deliver(filled(MiB)).expect(204)
    expect(await entriesOf(ana)).toMatchObject([{ dailyEvents: 'Bread came out well.' }])
    expect(await notSaved(filled(MiB + 1, answer({ to })), 413)).toContain('larger than 1 MB')
    expect(await notSaved(filled(3 * MiB, answer({ to })), 413)).toContain('larger than 1 MB')
    await deliver(filled(MiB + 1, answer({ to, from: 'ben@example.org' }))).expect(413)
    expect(smtp.received).toHaveLength(2)
  })

  test('more than twenty a day, which are not twenty for somebody else', async () => {
    const [ana, ben] = [await createAna(), await createUser(db, { email: 'ben@example.org' })]
    for (let n = 1; n <= 20; n++)
      await deliver(answer({ to: addressOf(ana), words: `Line ${n}` })).expect(204)
    expect(await notSaved(answer({ to: addressOf(ana), words: 'Line 21' }))).toContain('20 emails a day')
    await deliver(answer({ to: addressOf(ben), from: 'ben@example.org' })).expect(204)
    expect((await entriesOf(ana))[0]!.dailyEvents).toMatch(/Line 20$/)
    expect(await entriesOf(ben)).toHaveLength(1)
    clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000 + 1)
    await deliver(answer({ to: addressOf(ana), words: 'Line 22' })).expect(204)
    expect((await entriesOf(ana))[0]!.dailyEvents).toMatch(/Line 22$/)
  })

  test('while the mail server is away is told when it is delivered again, once', async () => {
    const ana = await createAna()
    const raw = answer({ to: addressOf(ana), words: '' })
    smtp.onEnvelope = () => '451 Later'
    for (let times = 1; times <= 2; times++) await deliver(raw).expect(503).expect('Retry-After', '60')
    smtp.onEnvelope = () => undefined
    await deliver(raw).expect(204)
    await deliver(raw).expect(204)
    expect(smtp.received).toHaveLength(1)
  })

  test('is told once where it is delivered again while the answer is on its way', async () => {
    const ana = await createAna()
    const raw = answer({ to: addressOf(ana), words: '' })
    let again = 0
    smtp.onMessage = async () => void (again = (await deliver(raw)).status)
    await deliver(raw).expect(204)
    expect(again).toBe(503)
    await deliver(raw).expect(204)
    expect(smtp.received).toHaveLength(1)
  })

  test('is told when it is delivered again after the process was killed', async () => {
    const ana = await createAna()
    const answerDueAt = new Date(clock.now.getTime() + 2 * 60_000)
    const raw = answer({ to: addressOf(ana), words: '' })
    await deliver(raw).expect(204)
    await db.update(incomingMails).set({ answerDueAt })
    await deliver(raw).expect(503)
    clock.now = answerDueAt
    await deliver(raw).expect(204)
    expect(smtp.received).toHaveLength(2)
  })

  test('is told once where the connection is lost after the answer was sent, which counts', async () => {
    const ana = await createAna()
    smtp.onMessage = async () => 'drop'
    const raw = answer({ to: addressOf(ana), words: '' })
    for (const each of [raw, raw, ...[1, 2, 3].map(() => answer({ to: addressOf(ana), words: '' }))])
      await deliver(each).expect(204)
    expect(smtp.received).toHaveLength(3)
  })

  const nested = (depth: number): string =>
    depth
      ? `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested(depth - 1)}\r\n--b${depth}--\r\n`
      : 'Content-Type: text/plain\r\n\r\nDeep words.\r\n'
  const parts = (count: number) => [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...Array.from({ length: count }, (_, n) => `--b\n\nPart ${n}`),
    '--b--',
  ]

  test.each<[string, (share: number) => string[], string]>([
    ['deep nesting', (share) => [nested(304 * share).trimEnd()], 'unreadable'],
    ['10,000 parts', (share) => parts(10_000 * share), 'unreadable'],
    ['9,600 parts', (share) => parts(9_600 * share), 'no room'],
    ['huge headers', (share) => [`X-Large: ${'x'.repeat(900_000 * share)}`, '', 'Words.'], 'no head'],
    ['100,000 headers', (share) => [...Array<string>(100_000 * share).fill('X: y'), '', 'Words.'], 'no head'],
    ['no end of the head', () => ['X: y'], 'no head'],
    [
      'a boundary that begins everywhere',
      (share) => ['Content-Type: multipart/mixed; boundary=-', '', '-'.repeat(900_000 * share)],
      'no words',
    ],
    [
      'HTML without end',
      (share) => ['Content-Type: text/html', '', '<div>'.repeat(180_000 * share)],
      'no words',
    ],
    [
      'attributions without end',
      (share) => ['', 'On 2026 a@b.c wrote:\n\n'.repeat(12_000 * share)],
      'no room',
    ],
    ['quotes without end', (share) => ['', `${'>'.repeat(1_000)}\n\n`.repeat(900 * share)], 'no words'],
    ['dashes without end', (share) => ['', '-- \n'.repeat(25_000 * share)], 'no room'],
    ['short lines without end', (share) => ['', 'a\n'.repeat(400_000 * share)], 'unreadable'],
    ['a marker that does not end', (share) => ['', 'Write  '.repeat(140_000 * share)], 'no room'],
  ])('grows no faster in work than in length: %s', async (_, lines, outcome) => {
    const ana = await createAna()
    // Microseconds of the processor, to which other processes do not add.
    const workOf = async (share: number) => {
      const head = ['From: ana@example.org', `To: ${addressOf(ana)}`, `Message-ID: <hostile-${++count}@x>`]
      const raw = [...head, ...lines(share)].join('\r\n')
      const before = process.cpuUsage()
      await deliver(raw).expect(204)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const leastOf = async (share: number) =>
      Math.min(await workOf(share), await workOf(share), await workOf(share))
    const whole = await leastOf(1)
    expect(outcomes()).toEqual(Array(3).fill(outcome))
    // Eight times, or 64 where it grows with the square.
    expect(whole).toBeLessThan(16 * (await leastOf(1 / 8)))
  })

  test('puts nothing of the mail into the answer', async () => {
    const ana = await createAna({ firstName: 'Ana\r\nBcc: eve@example.org' })
    const head = ['Subject: =?utf-8?B?SGkNCkJjYzogZXZlQGV4YW1wbGUub3Jn?=', 'Reply-To: eve@example.org']
    const id = 'x>\r\n\tBcc: <eve@example.org'
    await deliver(answer({ to: addressOf(ana), words: '', head, id })).expect(204)
    expect(smtp.received.map(({ to }) => to)).toEqual(['ana@example.org'])
    expect(smtp.received[0]!.raw).not.toMatch(/^bcc|x>|^reply-to/im)
  })
})

describe('somebody in danger', () => {
  test('gets help at once, past every limit, and what they wrote is saved', async () => {
    const ana = await createAna({ timezone: 'Europe/Madrid' })
    const to = addressOf(ana)
    await deliver(answer({ to, words: 'I am going to kill myself tonight.' })).expect(204)
    const [help] = await mails()
    expect(help!.subject).toBe('About what you wrote to Lisa')
    expect(help!.text).toMatch(
      /I'm glad you told me\. .*024.*112[^]*saved in your entry of November 21, 2026/,
    )
    expect((await entriesOf(ana))[0]!.dailyEvents).toBe('I am going to kill myself tonight.')
    for (let n = 1; n <= 20; n++) await deliver(answer({ to, words: `Line ${n}` })).expect(204)
    await deliver(answer({ to, words: 'I took all my pills.' })).expect(204)
    const text = (await mails()).at(-1)!.text!
    expect(text).toMatch(/call 112 now[^]*Nothing of your email was saved/)
    // An answer that repeats Lisa's words is no danger.
    smtp.received.length = 0
    clock.now = new Date(clock.now.getTime() + 25 * 60 * 60_000)
    await deliver(answer({ to, words: `Thanks.\n\n${help!.text}` })).expect(204)
    expect(smtp.received).toEqual([])
  })

  test('is found wherever it stands in a long mail', async () => {
    const writer = { usesAi: false, phoneNumber: '', timezone: 'Europe/Madrid' }
    const day = 'Bread came out well. '
    for (let at = 4_980; at < 5_010; at += 2) {
      const words = `${day.repeat(236).padEnd(at)}I want to die. ${day.repeat(100)}`
      expect([at, (await answerToDangerIn(ctx, writer, words))?.isHelp]).toEqual([at, true])
    }
  })

  test('is sent one quiet line a day where it only sounds like it', async () => {
    const ana = await createAna()
    const words = ["I can't go on like this.", 'I just want to disappear.']
    for (const each of words) await deliver(answer({ to: addressOf(ana), words: each })).expect(204)
    const sent = await mails()
    expect(sent).toHaveLength(1)
    expect(sent[0]!.text).toContain('That sounds heavy.')
    expect(outcomes()).toEqual(['saved', 'saved'])
  })

  test('is sent the line about an overdose each time, and that about another kind', async () => {
    const ana = await createAna()
    const pills = 'I keep counting the pills in the drawer.'
    for (const words of ["I can't go on like this.", pills, pills, "I can't go on like this. He hit me."])
      await deliver(answer({ to: addressOf(ana), words })).expect(204)
    expect((await mails()).map(({ text }) => /heavy\. If (.*?)[,.]/.exec(text!)?.[1])).toEqual([
      'you are thinking of hurting yourself',
      'you have taken too much of something',
      'you have taken too much of something',
      'somebody hurts you or scares you',
    ])
  })

  test('is looked for by the model in twenty mails a day, and counted once help was sent', async () => {
    const ana = await createAna()
    let asked = 0
    const complete = async () => (asked++ ? 'No.' : 'Yes.')
    ctx.textModel = { name: 'small', complete }
    ctx.metrics.dangerAnswers.reset()
    for (let n = 1; n <= 22; n++) await deliver(answer({ to: addressOf(ana), words: `Tea ${n}` })).expect(204)
    ctx.textModel = undefined
    expect(asked).toBe(20)
    const counted = async () =>
      (await ctx.metrics.dangerAnswers.get()).values.map(({ labels }) => labels.answer)
    expect(await counted()).toEqual(['line'])
    smtp.onEnvelope = () => '550 No'
    await deliver(answer({ to: addressOf(ana), words: 'I want to die.' })).expect(204)
    expect(await counted()).toEqual(['line'])
    smtp.onEnvelope = () => undefined
    await deliver(answer({ to: addressOf(ana), words: 'I want to die.' })).expect(204)
    expect(await counted()).toEqual(['line', 'help'])
  })

  test('is answered when the mail is delivered again after the answer failed, and saved once', async () => {
    const ana = await createAna()
    const raw = answer({ to: addressOf(ana), words: 'I want to die.' })
    smtp.onEnvelope = () => '451 Later'
    await deliver(raw).expect(503)
    expect(await entriesOf(ana)).toHaveLength(1)
    smtp.onEnvelope = () => undefined
    await deliver(raw).expect(204)
    await deliver(raw).expect(204)
    expect(smtp.received).toHaveLength(1)
    expect((await entriesOf(ana))[0]!.dailyEvents).toBe('I want to die.')
  })

  test('is judged once, however often the mail is delivered, and stored until it was answered', async () => {
    const ana = await createAna()
    const raw = answer({ to: addressOf(ana), words: 'Tea.' })
    let asked = 0
    ctx.textModel = { name: 'small', complete: async () => (asked++ ? 'No.' : 'Yes.') }
    smtp.onEnvelope = () => '451 Later'
    for (let times = 1; times <= 2; times++) await deliver(raw).expect(503)
    ctx.textModel = undefined
    expect(asked).toBe(1)
    const dangerAnswer = { kind: 'self-harm', language: 'en', isHelp: false }
    expect(await db.select().from(incomingMails)).toMatchObject([{ outcome: 'saved', dangerAnswer }])
    smtp.onEnvelope = () => undefined
    await deliver(raw).expect(204)
    expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining('That sounds heavy.')])
    expect(await db.select().from(incomingMails)).toMatchObject([{ answerDueAt: null, dangerAnswer: null }])
  })
})

test('the webhook wants its secret and a raw message', async () => {
  const ana = await createAna()
  const raw = answer({ to: addressOf(ana) })
  await deliver(raw, 'another secret').expect(401)
  await request(app).post('/api/webhooks/mail').set('Content-Type', rawMailType).send(raw).expect(401)
  await deliver(raw).set('Content-Type', 'text/plain').expect(415)
  await deliver(raw).set('Content-Encoding', 'gzip').expect(415)
  await deliver('').expect(400)
  await deliver(raw, `${secret},${olderSecret}`).expect(401)
  expect(await entriesOf(ana)).toEqual([])
  await deliver(raw, olderSecret).expect(204)
  expect(await entriesOf(ana)).toHaveLength(1)
})

test('an account that is deleted meanwhile is answered no more', async () => {
  const ana = await createAna()
  const raw = answer({ to: addressOf(ana) })
  await db.delete(users)
  await deliver(raw).expect(204)
  expect(outcomes()).toEqual(['other sender'])
  expect(at('19:00')).toEqual(clock.now)
})
