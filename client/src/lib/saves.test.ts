import { beforeEach, expect, test, vi } from 'vitest'
import { emptyDevice, fillDevice, waitingSaves } from '@/test/device'
import { ApiError, ConnectionError } from './api'
import { pageUser } from './page-user'
import { pendingSaves, type Save } from './pending-saves'
import { createQueryClient } from './query-client'
import { beginSave, defineSaves, standBy } from './saves'

let userId: string
let client: ReturnType<typeof createQueryClient>
const send = vi.fn<(save: Save<string>) => Promise<string>>()

emptyDevice()
beforeEach(() => {
  userId = pageUser.id = crypto.randomUUID()
  client = createQueryClient()
  send.mockReset().mockImplementation(async ({ values }) => values)
  defineSaves<string, string>(client, {
    kind: 'note',
    send,
    refresh: async () => {},
    created: {},
    updated: {},
    draft: ({ subject, values }) => ({ subject, values }),
  })
})

const saveOf = (values: string, seen: string[] = []): Save<string> => ({
  id: crypto.randomUUID(),
  key: values,
  userId,
  kind: 'note',
  subject: 'new',
  values,
  seen,
  savedAt: Date.now(),
})
const begin = async (save: Save<string>, before?: Save<string>) =>
  (await beginSave(client, save, before)).done
const sent = () => send.mock.calls.map(([{ values }]) => values)
const pending = () =>
  client
    .getMutationCache()
    .findAll(pendingSaves())
    .map(({ state }) => (state.variables as Save).values)

test('what waits behind a save is sent when a newer one takes its place', async () => {
  const oak = saveOf('oak')
  send.mockRejectedValueOnce(new ApiError(429, 'Too many'))
  await begin(oak)
  await begin(saveOf('elm'))
  expect(pending()).toEqual(['oak', 'elm'])
  await begin(saveOf('oak, ash', ['oak']), oak)
  await vi.waitFor(() => expect(sent()).toEqual(['oak', 'elm', 'oak, ash']))
  await vi.waitFor(async () => expect(await waitingSaves()).toEqual([]))
})

test('a save that this device has no room for fails at once, and does not wait behind others', async () => {
  send.mockRejectedValue(new ConnectionError('Cut'))
  await begin(saveOf('oak'))
  fillDevice()
  const refused = vi.fn<(error: Error) => void>()
  const elm = saveOf('elm')
  standBy(elm, { sent: () => {}, refused })
  await begin(elm)
  expect(refused).toHaveBeenCalledOnce()
  expect(pending()).toEqual(['oak'])
})

test('a form keeps its draft when its save is not sent because somebody else has signed in', async () => {
  const sent = vi.fn<() => void>()
  const oak = saveOf('oak')
  standBy(oak, { sent, refused: () => {} })
  pageUser.isOver = true
  await begin(oak)
  expect(send).not.toHaveBeenCalled()
  expect(sent).not.toHaveBeenCalled()
})

test('a save whose request the browser has ended waits, since the server may have it', async () => {
  // As Safari does when the page is left.
  send.mockRejectedValueOnce(new DOMException('Fetch is aborted', 'AbortError'))
  await begin(saveOf('oak'))
  expect(pending()).toEqual(['oak'])
  expect(await waitingSaves()).toMatchObject([{ values: 'oak' }])
})
