import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyDevice, fillDevice, storedRows, storeRow, waitingSaves } from '@/test/device'
import { ApiError, ConnectionError } from '@/lib/api/api'
import { pageUser } from '@/lib/api/page-user'
import { createQueryClient } from '@/lib/api/query-client'
import { useToasts } from '@/lib/screen/toast'
import { draftOf } from './drafts'
import { Outbox, type Watcher } from './outbox'
import { outboxQuery, saveVersion, type Save } from './save'
import type * as StoredSaves from './stored-saves'

/** Holds up what was read of the stored saves. */
let reading = Promise.resolve()
vi.mock('./stored-saves', async (original) => {
  const module = await original<typeof StoredSaves>()
  const savesOf: typeof module.savesOf = async (userId) => {
    const found = await module.savesOf(userId)
    await reading
    return found
  }
  return { ...module, savesOf }
})

let userId: string
let outbox: Outbox
let client: ReturnType<typeof createQueryClient>
const send = vi.fn<(save: Save<string>) => Promise<string>>()
const refresh = vi.fn<() => Promise<void>>()

emptyDevice()
beforeEach(() => {
  userId = pageUser.id = crypto.randomUUID()
  client = createQueryClient()
  pageUser.isOver = false
  send.mockReset().mockImplementation(async ({ values }) => values)
  refresh.mockReset().mockResolvedValue()
  outbox = Outbox.of(client).register<string, string>({
    kind: 'note',
    send,
    refresh,
    told: () => ({ failed: '', done: 'Saved' }),
    draft: ({ subject, values }) => ({ subject, values }),
  })
})

const saveOf = (values: string, seen: string[] = [], subject = 'new'): Save<string> => ({
  version: saveVersion,
  id: crypto.randomUUID(),
  key: values,
  userId,
  kind: 'note',
  subject,
  values,
  seen,
  savedAt: Date.now(),
})
const add = async (save: Save<string>, options: { replaced?: Save; watcher?: Watcher } = {}) =>
  (await outbox.add(save, options)).tried
const sent = () => send.mock.calls.map(([{ values }]) => values)
const waiting = () => client.getQueryData(outboxQuery.queryKey)?.map(({ values }) => values)

test('what waits behind a save is sent when a newer one takes its place', async () => {
  const oak = saveOf('oak')
  send.mockRejectedValueOnce(new ApiError(429, 'Too many'))
  await add(oak)
  void add(saveOf('elm'))
  await vi.waitFor(() => expect(waiting()).toEqual(['oak', 'elm']))
  await add(saveOf('oak, ash', ['oak']), { replaced: oak })
  await vi.waitFor(() => expect(sent()).toEqual(['oak', 'elm', 'oak, ash']))
  await vi.waitFor(async () => expect(await waitingSaves()).toEqual([]))
})

test('a save that is replaced while the stored ones are read does not come back', async () => {
  send.mockRejectedValue(new ConnectionError('Cut'))
  const oak = saveOf('oak')
  await add(oak)
  let goOn = () => {}
  reading = new Promise((resolve) => (goOn = resolve))
  const restored = outbox.restore(userId)
  await vi.waitFor(async () => expect(await waitingSaves()).toHaveLength(1))
  await add(saveOf('oak, ash', ['oak']), { replaced: oak })
  goOn()
  await restored
  expect(waiting()).toEqual(['oak, ash'])
})

test('a save that this device has no room for fails at once, and does not wait behind others', async () => {
  send.mockRejectedValue(new ConnectionError('Cut'))
  await add(saveOf('oak'))
  fillDevice()
  const refused = vi.fn<(error: Error) => void>()
  await add(saveOf('elm'), { watcher: { sent: () => {}, refused } })
  expect(refused).toHaveBeenCalledOnce()
  expect(waiting()).toEqual(['oak'])
})

test('the words of a save that nobody watches and this device has no room for become a draft', async () => {
  fillDevice()
  send.mockRejectedValue(new ConnectionError('Cut'))
  await add(saveOf('oak'))
  expect(draftOf(userId, 'note', 'new').read()).toMatchObject({ values: 'oak' })
})

test('a form keeps its draft when its save is not sent because somebody else has signed in', async () => {
  const sent = vi.fn<() => void>()
  pageUser.isOver = true
  await add(saveOf('oak'), { watcher: { sent, refused: () => {} } })
  expect(send).not.toHaveBeenCalled()
  expect(sent).not.toHaveBeenCalled()
})

test('nothing is said of a save once its user has signed out', async () => {
  const sent = vi.fn<() => void>()
  refresh.mockImplementation(async () => void (pageUser.isOver = true))
  await add(saveOf('oak'), { watcher: { sent, refused: () => {} } })
  expect(refresh).toHaveBeenCalledOnce()
  expect(sent).not.toHaveBeenCalled()
  expect(renderHook(useToasts).result.current).toEqual([])
})

test('a save whose request the browser has ended waits, since the server may have it', async () => {
  // As Safari does when the page is left.
  send.mockRejectedValueOnce(new DOMException('Fetch is aborted', 'AbortError'))
  await add(saveOf('oak'))
  expect(waiting()).toEqual(['oak'])
  expect(await waitingSaves()).toMatchObject([{ values: 'oak' }])
})

test('a save that waits or is slow holds up those of its own subject, and no others', async () => {
  const answers = new Map<string, () => void>()
  send.mockImplementation(
    ({ values }) => new Promise((resolve) => answers.set(values, () => resolve(values))),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  void outbox.add(saveOf('oak'))
  await vi.waitFor(() => expect(sent()).toEqual(['oak']))
  void outbox.add(saveOf('oak, ash', ['oak']))
  void outbox.add(saveOf('elm', [], 'other'))
  await vi.waitFor(() => expect(waiting()).toHaveLength(3))
  expect(sent()).toEqual(['oak'])
  await vi.advanceTimersByTimeAsync(8_000)
  await vi.waitFor(() => expect(sent()).toEqual(['oak', 'elm']))
  answers.get('elm')?.()
  answers.get('oak')?.()
  await vi.waitFor(() => expect(sent()).toEqual(['oak', 'elm', 'oak, ash']))
  vi.useRealTimers()
})

test('nothing is held in memory of saves that have ended', async () => {
  for (const words of ['oak', 'elm', 'ash']) await add(saveOf(words))
  expect(waiting()).toEqual([])
})

test('a save that a page of an earlier version has stored is sent, one of a later version is left alone', async () => {
  const { version: _, ...first } = saveOf('oak')
  await storeRow({ key: [userId, 'waiting:note:1'], value: { ...first, id: '1', values: { text: 'oak' } } })
  await storeRow({
    key: [userId, 'outbox:note:2'],
    value: { ...saveOf('elm'), id: '2', version: saveVersion + 1 },
  })
  await outbox.restore(userId)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(send.mock.calls[0]?.[0]).toMatchObject({ id: '1', values: { text: 'oak' }, version: saveVersion })
  await vi.waitFor(async () => expect(await waitingSaves()).toMatchObject([{ id: '2' }]))
  // A page of the earlier version that is still open takes it for sent.
  expect((await storedRows()).find(({ key }) => key[1] === 'waiting:note:1')?.value).toMatchObject({
    settledAt: expect.any(Number),
  })
})
