import { expect, test, vi } from 'vitest'
import { answer, fakeApi, offline } from '@/test/fake-api'
import { hangUp } from './hang-up'

const end = 'DELETE /api/voice/calls'
const comeBack = () => window.dispatchEvent(new Event('online'))

test('a talk that was lost with the connection is ended, once, when the connection is back', async () => {
  const api = fakeApi({ [end]: offline })
  hangUp({ talkId: 'talk-1', usage: { inputTokens: 1, outputTokens: 2 } })
  await vi.waitFor(() => expect(api.calls).toHaveLength(1))
  api.on(end, answer(204))
  await vi.waitFor(() => {
    comeBack()
    expect(api.calls).toHaveLength(2)
  })
  comeBack()
  expect(api.calls).toHaveLength(2)
  expect(api.calls[1]?.body).toEqual({ talkId: 'talk-1', usage: { inputTokens: 1, outputTokens: 2 } })
})

test('a talk without an id is not, because it might be the next one that ends', async () => {
  const api = fakeApi({ [end]: offline })
  hangUp({})
  await vi.waitFor(() => expect(api.calls).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve))
  comeBack()
  expect(api.calls).toHaveLength(1)
})
