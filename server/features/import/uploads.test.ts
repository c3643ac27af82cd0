import { once } from 'node:events'
import fs, { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MiB } from '@shared/endpoint'
import { importKinds } from '@shared/import-kinds'
import { forgetExpired } from '../../forget-expired'
import { createUser } from '../../test/factories'
import { exported, imported, lisaJson, sendFile } from '../../test/imports'
import type { Client, User } from '../../test/people'
import { readHere } from '../../test/reading'
import { serve } from '../../test/serve'
import { createTestApp, sessionCookieOf, signIn } from '../../test/test-app'
import { deflatedZeros, makeZip } from '../../test/zip'

const before = process.env.TMPDIR
process.env.TMPDIR = await mkdtemp(path.join(tmpdir(), 'lisa-test-'))
const folder = tmpdir()
afterAll(async () => {
  process.env.TMPDIR = before
  if (before === undefined) delete process.env.TMPDIR
  await rm(folder, { recursive: true })
})

const { app, ctx, db } = await createTestApp({ startReading: readHere })
const server = await serve()
server.handle(app)
let ana: User, asAna: Client
beforeEach(async () => {
  ana = await createUser(db)
  asAna = await signIn(app, ana)
})
afterEach(async () => {
  await expect.poll(() => readdir(folder)).toEqual([])
})

const entries = [{ entryDate: '2026-01-01', wins: 'Ran' }]
const content = lisaJson({ entries })
const refusal = async (file: Buffer) => (await sendFile(asAna, file).expect(400)).body.message

describe('a ZIP', () => {
  test.each(['lisa.json', 'lisa-2026-11-22/lisa.json'])('is read with %s in it', async (name) => {
    const others = [
      { name: '__MACOSX/._lisa.json', content: 'x' },
      { name: 'journal/' },
      { name: 'index.html' },
    ]
    expect(await imported(asAna, makeZip([...others, { name, content }]))).toMatchObject({
      source: 'Lisa',
      entries: { new: 1 },
    })
  })

  test.each(['../lisa.json', 'a/../../b', '/etc/passwd', 'C:/lisa.json', 'C:lisa.json', 'a\\..\\b'])(
    'that names %s is refused',
    async (name) => {
      const file = makeZip([{ name: 'lisa.json', content }, { name }])
      expect(await refusal(file)).toBe('The ZIP file cannot be read: it names a file outside of itself.')
    },
  )

  const own = { name: 'lisa.json', content }
  const bomb = deflatedZeros(65)
  const overlapping = Array.from({ length: 11 }, (_, i) => ({
    name: `${i}`,
    deflated: deflatedZeros(6),
    size: 96 * MiB,
  }))
  test.each<[string, Buffer, string]>([
    [
      'a link',
      makeZip([own, { name: 'link', content: '/etc/passwd', unixMode: 0o120777 }]),
      'it holds a link to another file',
    ],
    ['a password', makeZip([{ ...own, flags: 1 }]), 'it is protected by a password'],
    ['a file twice', makeZip([own, own]), 'it holds two files of the same name'],
    [
      'a list of files of more than 32 MiB',
      makeZip([own, ...Array.from({ length: 520 }, (_, i) => ({ name: `${i}${'x'.repeat(65_000)}` }))]),
      'its list of files is too long',
    ],
    ['too many files', makeZip([own], { count: 50_001 }), 'it holds more than 50,000 files'],
    [
      'an unknown compression',
      makeZip([{ ...own, method: 93 }]),
      'it is compressed in a way that Lisa does not know',
    ],
    ['a wrong checksum', makeZip([{ ...own, checksum: 1 }]), 'it is damaged'],
    ['fewer bytes than it says', makeZip([{ ...own, size: 10_000 }]), 'it is damaged'],
    ['no end', makeZip([own]).subarray(0, -30), 'it is damaged'],
    [
      'more than 1 GB',
      makeZip([own, { name: 'x', deflated: bomb, size: 65 * 16 * MiB }]),
      'it unpacks to more than 1 GB',
    ],
    ['more than 1 GB, hidden', makeZip([{ name: 'lisa.json', deflated: bomb, size: 100 }]), 'it is damaged'],
    [
      'more than 1 GB, overlapping',
      makeZip(overlapping, { isOverlapping: true }),
      'it unpacks to more than 1 GB',
    ],
  ])('with %s is refused', async (_, file, reason) => {
    expect(await refusal(file)).toBe(`The ZIP file cannot be read: ${reason}.`)
    expect(await exported(asAna)).toEqual({ entries: [], goals: [] })
  })

  const note = { name: '2026-01-01.md', content: 'Ran' }
  const damaged = '2026-01-01.md: The ZIP file cannot be read: it is damaged.'
  const locked = { date_journal: 1571386059000, encrypted: true, text: 'x' }
  test.each([
    [[{ ...note, checksum: 1 }], damaged],
    [
      [
        { ...note, checksum: 1 },
        { name: '2026-01-02.md', content: Buffer.from([0x52, 0xff]) },
      ],
      damaged,
    ],
    [
      [{ name: '1.json', content: JSON.stringify(locked) }],
      '1.json: It is encrypted. Export it from Journey without encryption.',
    ],
  ])('of which no file can be read is refused, with the reason (%#)', async (files, reason) => {
    for (const preview of [true, false]) {
      const { body } = await sendFile(asAna, makeZip(files), { preview }).expect(400)
      expect(body).toEqual({ message: `Nothing in this file can be read. ${reason}` })
    }
  })

  test('of which some files can be read is read, and tells of the others by the ends of their paths', async () => {
    const files = [
      { ...note, checksum: 1 },
      { name: `${'deep/'.repeat(50)}Ideas.md`, content: 'Run' },
    ]
    const { entries, skipped } = await imported(asAna, makeZip(files))
    expect(entries.new).toBe(0)
    expect(skipped.map(({ where }) => where)).toEqual([
      '2026-01-01.md',
      expect.stringMatching(/^….{190}\/Ideas\.md$/),
    ])
  })

  test('whose files are empty is read', async () => {
    const empty = makeZip([{ ...note, content: '' }])
    expect(await imported(asAna, empty)).toMatchObject({ entries: { new: 0 } })
  })

  test('of nothing but ZIP files is read as one, within the same bounds; one that is unsafe is told', async () => {
    const part = (name: string, content: string) => makeZip([{ name, content }])
    const files = [
      { name: 'Part-1.zip', content: part('2026-01-01.md', 'Ran') },
      { name: 'Part-2.zip', content: part('2026-01-01.md', 'Slept') },
      { name: 'Part-3.zip', content: part('../2026-01-02.md', 'Climbs') },
      { name: 'Part-4.zip', content: part('deeper.zip', 'x') },
      { name: 'Part-5.zip', content: makeZip([{ name: 'x', deflated: bomb, size: 65 * 16 * MiB }]) },
      { name: '__MACOSX/._Part-1.zip', content: 'x' },
    ]
    expect(await imported(asAna, makeZip(files))).toMatchObject({
      source: 'Markdown',
      entries: { new: 1 },
      skipped: [
        { where: 'Part-3.zip', reason: 'The ZIP file cannot be read: it names a file outside of itself.' },
        { where: 'Part-5.zip', reason: 'The ZIP file cannot be read: it unpacks to more than 1 GB.' },
        { where: 'Part-4.zip/deeper.zip', reason: 'It is not imported from a ZIP of Markdown' },
        { where: '__MACOSX/', reason: "A program's own files are not imported (1)" },
      ],
    })
    expect((await exported(asAna)).entries).toMatchObject([{ overallReflection: 'Ran\n\nSlept' }])
    expect(await refusal(makeZip([{ name: 'lisa.zip', content: 'no ZIP' }]))).toBe(
      'Nothing in this file can be read. lisa.zip: The ZIP file cannot be read: it is damaged.',
    )
    const many = Array.from({ length: 101 }, (_, i) => ({ name: `${i}.zip`, content: makeZip([own]) }))
    expect(await refusal(makeZip(many))).toBe(
      'The ZIP file cannot be read: it holds too many other ZIP files.',
    )
    const note = { name: '2026-01-03.md', content: 'Ran' }
    expect(await imported(asAna, makeZip([note, { name: 'a.zip', content: makeZip([own]) }]))).toMatchObject({
      skipped: [{ where: 'a.zip', reason: 'It is not imported from a ZIP of Markdown' }],
    })
  })
})

test.each(['', 'no', '%PDF-1.7', '{}', '[]', '{"format":"other"}', makeZip([])])(
  'a file of no known kind is refused, and the kinds are named (%#)',
  async (file) => {
    expect(await refusal(Buffer.from(file as string))).toBe(
      `Lisa does not know this kind of file. She reads ${importKinds}.`,
    )
  },
)

test('a damaged export imports nothing', async () => {
  const sound = lisaJson({ entries: [...entries, { entryDate: '2026-01-02', wins: 'Ran' }] })
  for (const file of [sound.slice(0, -20), `${sound}}`, sound.replace('},{', '} {')])
    expect(await refusal(Buffer.from(file))).toBe('The file is damaged: its JSON cannot be read.')
  expect(await exported(asAna)).toEqual({ entries: [], goals: [] })
})

describe('the body', () => {
  test('is a file of a known type, not compressed, and asks for a preview or not', async () => {
    const send = (type: string, headers = {}) =>
      asAna.post('/api/import').set('Content-Type', type).set(headers).send(content)
    for (const type of ['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'image/png'])
      expect((await send(type).expect(415)).body.message).toContain('The body must be a file')
    await send('application/json', { 'Content-Encoding': 'gzip' }).expect(415)
    await send('text/plain').expect(200)
    await asAna.post('/api/import').expect(415)
    await asAna.post('/api/import?preview=perhaps').set('Content-Type', 'text/csv').send('x').expect(400)
    expect(await exported(asAna)).toEqual({ entries: [], goals: [] })
  })

  /** Sends as many bytes as are asked for, at the server's pace. */
  async function upload(headers: object, bytes: number, user = ana) {
    const cookie = await sessionCookieOf(app, user)
    const sending = request(`${server.origin}/api/import?preview=false`, {
      method: 'POST',
      agent: false,
      headers: { cookie, origin: ctx.env.appUrl, 'content-type': 'application/json', ...headers },
    })
    onTestFinished(() => void sending.destroy())
    const answers: IncomingMessage[] = []
    sending.on('error', () => {}).on('response', (response: IncomingMessage) => answers.push(response))
    const part = Buffer.alloc(MiB, ' ')
    for (let sent = 0; sent < bytes && !answers.length && !sending.destroyed; sent += part.length) {
      const isTaken = sending.write(part.subarray(0, bytes - sent))
      // Where the server has answered, it takes no more.
      if (!isTaken)
        await Promise.race([once(sending, 'drain'), once(sending, 'response'), once(sending, 'close')])
      await setImmediate()
    }
    return { sending, answered: () => answers[0] }
  }

  test.each<[string, object, number]>([
    ['says', { 'content-length': 200 * MiB + 1 }, 1],
    ['does not say', { 'transfer-encoding': 'chunked' }, 201 * MiB],
  ])('of more than 200 MiB is refused where it %s so', { timeout: 120_000 }, async (_, headers, bytes) => {
    const { answered } = await upload(headers, bytes)
    await expect.poll(answered, { timeout: 60_000 }).toMatchObject({ statusCode: 413 })
  })

  test('that comes slowly holds up nobody else', async () => {
    const slow = []
    for (let n = 0; n < 12; n++)
      slow.push(await upload({ 'content-length': 10 * MiB }, MiB, await createUser(db)))
    await expect.poll(() => readdir(folder)).toHaveLength(12)
    expect((await imported(asAna, content)).entries.new).toBe(1)
    for (const { sending } of slow) sending.destroy()
  })

  test('is refused before it would fill the disk', async () => {
    const full = vi.spyOn(fs, 'statfs').mockResolvedValue({ bavail: 1, blocks: 100, bsize: MiB } as never)
    syncBuiltinESMExports()
    onTestFinished(() => {
      full.mockRestore()
      syncBuiltinESMExports()
    })
    const { body, headers } = await sendFile(asAna, content).expect(503)
    expect(body.message).toBe('The server has no room for large files right now. Please try again later.')
    expect(headers['retry-after']).toBe('600')
    expect((await asAna.get('/api/export').expect(503)).body).toEqual(body)
    await expect.poll(() => readdir(folder)).toEqual([])
  })

  test('that breaks off leaves nothing, and the turn is free again', async () => {
    const { sending } = await upload({ 'content-length': 10 * MiB }, MiB)
    await expect.poll(() => readdir(folder)).toHaveLength(1)
    const { body, headers } = await sendFile(asAna, content).expect(429)
    expect(body.message).toBe('Another file of yours is being read. Please wait until it is done.')
    expect(headers['retry-after']).toBe('5')
    sending.destroy()
    await expect.poll(() => readdir(folder)).toEqual([])
    expect((await imported(asAna, content)).entries.new).toBe(1)
  })
})

test('what a killed process has left is removed after three hours', async () => {
  const [old, fresh] = await Promise.all([1, 2].map(() => mkdtemp(path.join(folder, 'lisa-upload-'))))
  const other = await mkdtemp(path.join(folder, 'other-'))
  const longAgo = new Date('2026-01-01T10:00:00Z')
  const slow = await mkdtemp(path.join(folder, 'lisa-upload-'))
  await writeFile(path.join(slow, 'upload'), 'still coming')
  for (const name of [old, other, slow]) await utimes(name ?? '', longAgo, longAgo)
  // Files are dated by the system's clock: that of the app may be ahead.
  await forgetExpired({ ...ctx, now: () => new Date('2100-01-01') })
  expect((await readdir(folder)).sort()).toEqual(
    [fresh, other, slow].map((name) => path.basename(name ?? '')).sort(),
  )
  for (const name of [fresh, other, slow]) await rm(name ?? '', { recursive: true })
})
