import { IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { goalMarkSender } from '@/features/goals/marks-queries'
import { entrySender } from '@/features/journal/saves-queries'
import { createVoiceTools } from '@/features/voice/voice-tools'
import type { Write } from '@/features/voice/voice-writes'
import { ApiError, ConnectionError } from '@/lib/api/api'
import { connection } from '@/lib/api/connection'
import { announce, pageUser } from '@/lib/api/page-user'
import { createQueryClient } from '@/lib/api/query-client'
import { Outbox, type Watcher } from '@/lib/saving/outbox'
import { outboxQuery, saveVersion, type Save } from '@/lib/saving/save'
import { emptyDevice, fillDevice, storedRows, waitingSaves } from '@/test/device'
import { anEntry } from '@/test/entries'
import { answer, fakeApi, hanging, offline } from '@/test/fake-api'
import { journalServer } from '@/test/journal-server'
import { setUpVoiceTools } from '@/test/set-up-voice-tools'
import { entryRecord } from '@shared/journal'

let userId: string
emptyDevice()
beforeEach(() => {
  userId = crypto.randomUUID()
  Object.assign(pageUser, { id: userId, isOver: false })
  announce(userId)
  connection.found('ok')
})
const send = vi.fn<(save: Save<string>) => Promise<string>>()
beforeEach(() => void send.mockReset().mockImplementation(async ({ values }) => values))
const newWindow = () => {
  const client = createQueryClient()
  const outbox = Outbox.of(client).register<string, string>({
    kind: 'note',
    send,
    refresh: async () => {},
    told: () => ({ failed: '' }),
    draft: ({ subject, values }) => ({ subject, values }),
  })
  return {
    client,
    outbox,
    waiting: () => client.getQueryData(outboxQuery.queryKey)?.map(({ values }) => values),
  }
}
const saveOf = <T>(values: T, more: Partial<Save<T>> = {}): Save<T> => ({
  version: saveVersion,
  id: crypto.randomUUID(),
  key: crypto.randomUUID(),
  userId,
  kind: 'note',
  subject: 'new',
  values,
  seen: [],
  savedAt: Date.now(),
  ...more,
})
/** The device has no room for saves, but for the small markers. */
const almostFull = () => {
  const put = IDBObjectStore.prototype.put
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: object,
    key,
  ) {
    if ('values' in value) throw new DOMException('', 'QuotaExceededError')
    return put.call(this, value, key)
  })
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('what was never sent gets no check mark, when Lisa tries again on a device that has room for markers only', async () => {
  almostFull()
  const { lines, run } = setUpVoiceTools({ 'POST /api/goals': offline })
  announce(pageUser.id!)
  const input = { title: 'Run', timeline: 'monthly' }
  await run('create_goal', input)
  await pause(50)
  await run('create_goal', input)
  expect(lines.filter((line) => line.startsWith('✓'))).toEqual([])
})

test('Lisa does not hear that it is kept on this device where it is not', async () => {
  fillDevice()
  const { run } = setUpVoiceTools({ 'POST /api/goals': hanging })
  announce(pageUser.id!)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const output = run('create_goal', { title: 'Run', timeline: 'monthly' })
  await vi.advanceTimersByTimeAsync(9_000)
  vi.useRealTimers()
  expect(await waitingSaves()).toEqual([])
  expect(await output).not.toMatch(/kept on this device/)
})

test('a save that a form in another window has replaced is not told as saved', async () => {
  send.mockRejectedValue(new ConnectionError('Cut'))
  const one = newWindow()
  const sent = vi.fn<(row: unknown) => void>()
  const oak = saveOf('oak')
  await (
    await one.outbox.add(oak, { watcher: { sent, refused: () => {} } })
  ).tried
  const two = newWindow()
  await two.outbox.restore(userId)
  await pause(100)
  await two.outbox.add(saveOf('oak, ash', { key: oak.key, seen: ['oak'] }), { replaced: oak })
  await pause(50)
  expect(await waitingSaves()).toMatchObject([{ values: 'oak, ash' }])
  await one.outbox.restore(userId)
  await pause(100)
  expect(await waitingSaves()).toMatchObject([{ values: 'oak, ash' }])
  expect(sent).not.toHaveBeenCalled()
})

test('a save that was accepted, where no marker can be stored, is not sent again in the same page', async () => {
  const { outbox } = newWindow()
  const full = vi.fn<() => void>()
  send.mockImplementation(async ({ values }) => {
    fillDevice()
    full()
    return values
  })
  await (
    await outbox.add(saveOf('oak'))
  ).tried
  expect(send).toHaveBeenCalledTimes(1)
  // The window is shown again.
  await outbox.restore(userId)
  await pause(100)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a mark that was taken back stays taken back, where the device is full', async () => {
  const patches: unknown[] = []
  fakeApi({
    'PATCH /api/goals/:id': ({ body }: { body: unknown }) => (
      patches.push(body),
      fillDevice(),
      { id: 'g', ...(body as object) }
    ),
  })
  const outbox = Outbox.of(createQueryClient()).register(goalMarkSender)
  const mark = (achieved: boolean) => saveOf({ achieved }, { kind: 'goal-mark', subject: 'g' })
  await (
    await outbox.add(mark(true))
  ).tried
  await (
    await outbox.add(mark(false))
  ).tried
  await outbox.restore(userId)
  await pause(100)
  expect(patches.at(-1)).toEqual({ achieved: false })
})

test('an earlier save of a form does not bring back what a later one, for which there is no room, has taken out', async () => {
  const entry = anEntry({ wins: 'a', wentWell: 'x' })
  const { server, routes } = journalServer(entry)
  fakeApi(routes)
  const base = { id: entry.id, updatedAt: entry.updatedAt, ...entryRecord.values(entry) }
  const outbox = Outbox.of(createQueryClient()).register(entrySender)
  const more = { kind: 'journal', subject: entry.entryDate, base, key: 'k' }
  const first = saveOf({ ...entryRecord.values(entry), wins: 'a, which I regret' }, more)
  server.isReachable = false
  await (
    await outbox.add(first)
  ).tried
  const full = fillDevice()
  server.isReachable = true
  const second = saveOf({ ...entryRecord.values(entry), wentWell: 'y' }, { ...more, seen: [first.values] })
  const sent = vi.fn<() => void>()
  await (
    await outbox.add(second, {
      replaced: first,
      watcher: { sent, refused: () => {} },
    })
  ).tried
  expect(sent).toHaveBeenCalled()
  full.mockRestore()
  outbox.sendAll()
  await vi.waitFor(async () => expect(await waitingSaves()).toEqual([]))
  expect(server.entry?.wins).toBe('a')
})

test('what Lisa could not save becomes a draft when the screen is left while it is stored', async () => {
  fakeApi({ 'POST /api/goals': answer(413, { message: 'Full' }) })
  const screen = new AbortController()
  const tools = createVoiceTools({
    client: createQueryClient(),
    userId,
    signal: screen.signal,
    onProgress: () => {},
    onWrite: () => {},
  })
  void tools
    .find(({ name }) => name === 'create_goal')!
    .again({ title: 'Run far', timeline: 'monthly' }, '1', false)
  screen.abort()
  await vi.waitFor(async () => expect((await storedRows()).length).toBe(1))
  await vi.waitFor(async () => expect(await waitingSaves()).toEqual([]))
  await pause(100)
  expect(JSON.stringify({ ...localStorage })).toContain('Run far')
})

test('what another window has sent is not sent again by the card of a talk after a reload', async () => {
  const entry = anEntry({ entryDate: new Date().toISOString().slice(0, 10), wins: 'ran' })
  const { server, routes } = journalServer(entry)
  fakeApi(routes)
  const newTools = () => {
    const client = createQueryClient()
    const writes: Write[] = []
    const tools = createVoiceTools({
      client,
      userId,
      signal: new AbortController().signal,
      onProgress: () => {},
      onWrite: (write) => writes.push(write),
    })
    return { client, writes, tool: tools.find(({ name }) => name === 'create_journal_entry')! }
  }
  server.isReachable = false
  const first = newTools()
  void first.tool.again({ entryDate: entry.entryDate, wins: 'swamm' }, '1', false)
  await vi.waitFor(async () => expect(await waitingSaves()).toHaveLength(1))
  await pause(50)
  // Another window sends it, and the user mends it there.
  server.isReachable = true
  connection.found('ok')
  const two = Outbox.of(createQueryClient()).register(entrySender)
  await two.restore(userId)
  await vi.waitFor(async () => expect(await waitingSaves()).toEqual([]))
  expect(server.entry?.wins).toBe('ran\n\nswamm')
  server.entry = { ...server.entry!, wins: 'ran\n\nswam', updatedAt: '2027-01-01T00:00:00.000Z' }
  // The window of the talk, which the browser had discarded, is loaded again.
  const again = newTools()
  Outbox.of(again.client).register(entrySender)
  await Outbox.of(again.client).restore(userId)
  const { input, id } = first.writes.at(-1)!
  await again.tool.again(input, id, true)
  expect(server.entry.wins).toBe('ran\n\nswam')
})

test('what is saved does not become waiting again when Lisa had called twice', async () => {
  const { api, run, writes } = setUpVoiceTools({ 'POST /api/goals': answer(429, { message: 'Too many' }) })
  announce(pageUser.id!)
  const input = { title: 'Run', timeline: 'monthly' }
  void run('create_goal', input, 'a')
  await pause(300)
  const second = run('create_goal', input, 'b')
  await pause(100)
  api.on('POST /api/goals', { id: '1', title: 'Run', timeline: 'monthly' })
  await second
  expect(writes.at(-1)?.state).toBe('saved')
  await pause(8_000)
  expect(writes.at(-1)?.state).toBe('saved')
})

test('words that were refused stay a draft, where there is no room for a second one', async () => {
  send.mockRejectedValue(new ApiError(413, '{"message":"Full"}'))
  const { outbox } = newWindow()
  const { draftOf } = await import('@/lib/saving/drafts')
  const kept = new Map<string, string>()
  // Room for one draft.
  const storage = new Proxy(
    {},
    {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: (_t, key) => ({
        value: kept.get(String(key)),
        enumerable: true,
        configurable: true,
      }),
      get: (_t, name) =>
        ({
          getItem: (key: string) => (key === 'lisa:user' ? userId : (kept.get(key) ?? null)),
          setItem: (key: string, value: string) => {
            if ([...kept.keys()].some((other) => other !== key))
              throw new DOMException('', 'QuotaExceededError')
            kept.set(key, value)
          },
          removeItem: (key: string) => void kept.delete(key),
        })[name as 'getItem'],
    },
  )
  vi.stubGlobal('localStorage', storage)
  const watcher: Watcher = { sent: () => {}, refused: () => draftOf(userId, 'note', 'new').write('oak') }
  await (
    await outbox.add(saveOf('oak'), { watcher })
  ).tried
  await pause(50)
  expect(JSON.stringify([[...kept], await waitingSaves()])).toContain('oak')
})

test('an accepted save does not hold up the next of its day while the screen is read again', async () => {
  const client = createQueryClient()
  const outbox = Outbox.of(client).register<string, string>({
    kind: 'note',
    send,
    refresh: () => new Promise(() => {}),
    told: () => ({}),
  })
  void outbox.add(saveOf('oak'))
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  await outbox.add(saveOf('oak, ash', { seen: ['oak'] }))
  await pause(300)
  expect(send).toHaveBeenCalledTimes(2)
})

test('a later save of a form, after an earlier one was put together with a change of another device, is no conflict', async () => {
  const entry = anEntry({ wins: 'a', wentWell: 'x' })
  const theirs = { ...entry, wentWell: 'theirs', updatedAt: '2026-11-21T09:00:00.000Z' }
  const { server, routes } = journalServer(theirs)
  fakeApi(routes)
  const base = { id: entry.id, updatedAt: entry.updatedAt, ...entryRecord.values(entry) }
  const outbox = Outbox.of(createQueryClient()).register(entrySender)
  const more = { kind: 'journal', subject: entry.entryDate, base, key: 'k' }
  const first = saveOf({ ...entryRecord.values(entry), wins: 'ab' }, more)
  server.losesAnswers = true
  await (
    await outbox.add(first)
  ).tried
  await pause(50)
  expect(server.entry).toMatchObject({ wins: 'ab', wentWell: 'theirs' })
  server.losesAnswers = false
  const refused = vi.fn<() => void>()
  const second = saveOf({ ...entryRecord.values(entry), wins: 'a' }, { ...more, seen: [first.values] })
  const sent = vi.fn<() => void>()
  await (
    await outbox.add(second, { replaced: first, watcher: { sent, refused } })
  ).tried
  // The user took the b out, and was told that this is saved.
  expect(server.entry?.wins).toBe('a')
})

test('what Lisa was told is kept and will be sent becomes a draft when it is refused and the screen is left', async () => {
  const api = fakeApi({ 'POST /api/goals': offline })
  const screen = new AbortController()
  const client = createQueryClient()
  const tools = createVoiceTools({
    client,
    userId,
    signal: screen.signal,
    onProgress: () => {},
    onWrite: () => {},
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const output = tools
    .find(({ name }) => name === 'create_goal')!
    .again({ title: 'Run far', timeline: 'monthly' }, '1', false)
  await vi.advanceTimersByTimeAsync(9_000)
  vi.useRealTimers()
  expect(await output).toMatch(/kept on this device/)
  api.on('POST /api/goals', answer(413, { message: 'Full' }))
  connection.found('ok')
  await vi.waitFor(async () => expect(await waitingSaves()).toEqual([]))
  await pause(50)
  // As leaving the screen does; the card is removed with it.
  screen.abort()
  expect(JSON.stringify({ ...localStorage })).toContain('Run far')
})

test('the same move to another day, whose answer was lost after it was put together with another change, is no conflict', async () => {
  const base = entryRecord.values(anEntry({ wins: 'a' }))
  const mine = { ...base, entryDate: '2026-11-19' }
  const theirs = { ...base, entryDate: '2026-11-19', wins: 'b' }
  expect(entryRecord.merged(base, theirs, mine)).toEqual(theirs)
})

test('a refused save that a save of another form happens to contain keeps its draft', async () => {
  const { outbox } = newWindow()
  send.mockImplementation(async ({ values, subject }) => {
    if (subject === 'one') throw new ApiError(413, '{"message":"Full"}')
    throw new ConnectionError(values)
  })
  await (
    await outbox.add(saveOf('ash', { subject: 'two', seen: ['oak'] }))
  ).tried
  await (
    await outbox.add(saveOf('oak', { subject: 'one' }))
  ).tried
  expect(JSON.stringify({ ...localStorage })).toContain('oak')
})

test('who begins to watch a save while the screen is read again after it, is told too', async () => {
  let refreshed = () => {}
  const client = createQueryClient()
  const outbox = Outbox.of(client).register<string, string>({
    kind: 'note',
    send,
    refresh: () => new Promise((resolve) => (refreshed = () => resolve(undefined))),
    told: () => ({}),
  })
  const oak = saveOf('oak')
  void outbox.add(oak)
  await vi.waitFor(async () => expect(await waitingSaves()).toEqual([]))
  await pause(50)
  const sent = vi.fn<(row: unknown) => void>()
  outbox.watch(oak, { sent, refused: () => {} })
  refreshed()
  await pause(50)
  expect(sent).toHaveBeenCalled()
})
