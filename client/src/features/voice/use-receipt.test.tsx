import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { SignedInUser } from '@/features/auth/use-user'
import { pageUser, setPageUser } from '@/lib/api/page-user'
import { createQueryClient } from '@/lib/api/query-client'
import { emptyDevice, waitingSaves } from '@/test/device'
import { answer, fakeApi, offline, type Routes } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { ana } from '@/test/render-app'
import { useReceipt } from './use-receipt'
import { initialVoiceState, voiceReducer, type VoiceState } from './voice-state'
import type { Write } from './voice-writes'

emptyDevice()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  pageUser.id = undefined
  setPageUser(ana.id)
})

/** A visit of the screen, of which the test says what the connection does. */
function visit(routes: Routes = {}) {
  const api = fakeApi({ 'GET /api/talks/memory': { remember: false }, ...routes })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <SignedInUser value={ana}>{children}</SignedInUser>
    </QueryClientProvider>
  )
  let state = initialVoiceState
  const hook = renderHook((state: VoiceState) => useReceipt(state, undefined), {
    initialProps: state,
    wrapper,
  })
  const happen = (...events: Parameters<typeof voiceReducer>[1][]) => {
    state = events.reduce(voiceReducer, state)
    hook.rerender(state)
  }
  const connect = (attempt = 1) =>
    happen({ type: 'start', attempt, mode: 'general' }, { type: 'connected', attempt, isDemo: false })
  const says = (text: string, id = text, attempt = 1) =>
    happen({ type: 'caption', attempt, change: { id, speaker: 'You', text, isDone: true } })
  return { ...hook, api, happen, connect, says, said: () => saidIn(hook.result.current) }
}

const saidIn = ({ receipt }: ReturnType<typeof useReceipt>) => receipt.said.map(({ text }) => text)
/** What is on the device when the page crashes at this moment. */
const onDevice = () => Object.entries(localStorage).find(([key]) => key.includes(':talk:last:'))?.[1] ?? ''

test('what is said is on the device as soon as it is written down, and there on the next visit', async () => {
  const first = visit()
  first.connect()
  first.says('I ran')
  expect(onDevice()).toContain('I ran')
  first.says('I ran home.', 'I ran')
  first.says('It was warm.')
  await waitFor(() => expect(onDevice()).toContain('It was warm.'))
  first.unmount()

  const next = visit()
  expect(next.said()).toEqual(['I ran home.', 'It was warm.'])
  next.unmount()
  expect(visit().said()).toEqual(['I ran home.', 'It was warm.'])
})

test('the last caption before the screen is left is kept, without the words of Lisa that were not heard', () => {
  const first = visit()
  first.connect()
  first.says('I ran')
  first.happen({
    type: 'caption',
    attempt: 1,
    change: { id: 'answer', speaker: 'Lisa', text: 'How far did you run?', isDone: true },
  })
  const { keepLast } = first.result.current
  first.unmount()
  keepLast({ id: 'answer', speaker: 'Lisa', text: 'How far…', isDone: true, isCut: true })
  expect(visit().said()).toEqual(['I ran', 'How far…'])
})

test('only a talk that begins takes the place of the last one, not a visit, nor a failed connection', () => {
  const first = visit()
  first.connect()
  first.says('I ran')
  first.unmount()

  const next = visit()
  next.happen({ type: 'start', attempt: 1, mode: 'general' }, { type: 'failed', attempt: 1, problem: 'No' })
  expect(next.said()).toEqual(['I ran'])
  expect(onDevice()).toContain('I ran')
  next.connect(2)
  expect(next.said()).toEqual([])
  expect(onDevice()).toBe('')
  next.says('I swam', 'b', 2)
  next.unmount()
  expect(visit().said()).toEqual(['I swam'])
})

test('a talk that lost its connection goes on in the next one', () => {
  const first = visit()
  first.connect()
  first.says('I ran')
  first.happen({ type: 'lost', attempt: 1, problem: 'Lost' })
  first.connect(2)
  first.says('and swam', 'b', 2)
  first.unmount()
  expect(visit().said()).toEqual(['I ran', 'and swam'])
})

test('a visit alone stores nothing, so that what is kept is not kept longer for it', () => {
  const first = visit()
  first.connect()
  first.says('I ran')
  first.unmount()
  const before = onDevice()
  visit().unmount()
  expect(onDevice()).toBe(before)
  expect(Object.keys(localStorage).filter((key) => key.includes(':talk:last:'))).toHaveLength(1)
})

test('nothing is stored once the user has signed out', () => {
  const first = visit()
  first.connect()
  pageUser.isOver = true
  first.says('I ran')
  first.unmount()
  expect(onDevice()).toBe('')
})

const write: Write = {
  id: 'key',
  tool: 'create_goal',
  input: { title: 'Run', timeline: 'monthly' },
  state: 'pending',
  text: 'Goal: Run',
}

test('what was being saved when the screen was left is sent again, and its outcome is on the card', async () => {
  const first = visit()
  first.connect()
  act(() => first.result.current.onWrite(write))
  first.unmount()
  const next = visit({ 'POST /api/goals': answer(201, aGoal({ title: 'Run' })), 'GET /api/goals': [] })
  await waitFor(() =>
    expect(next.result.current.receipt.writes).toMatchObject([{ state: 'saved', text: 'Goal created: Run' }]),
  )
})

test('once a new talk has begun, the outcome is not put on its card', async () => {
  const first = visit()
  first.connect()
  act(() => first.result.current.onWrite(write))
  first.unmount()
  let end = (_goal: unknown) => {}
  const next = visit({
    'POST /api/goals': () => new Promise((resolve) => (end = resolve)),
    'GET /api/goals': [],
  })
  await waitFor(() => expect(next.api.callsOf('POST /api/goals')).toHaveLength(1))
  next.connect()
  await act(async () => end(aGoal({ title: 'Run' })))
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
  expect(next.result.current.receipt.writes).toEqual([])
})

test('a visit that sends again what waits does not keep the words of the talk for another day', async () => {
  const first = visit()
  first.connect()
  first.says('I ran')
  act(() =>
    first.result.current.onWrite({
      id: 'key',
      tool: 'create_goal',
      input: { title: 'Run', timeline: 'monthly' },
      state: 'pending',
      text: 'Goal: Run',
    } satisfies Write),
  )
  first.unmount()
  const [key, stored] = Object.entries(localStorage).find(([key]) => key.includes(':talk:last:')) ?? [
    '',
    '{}',
  ]
  const savedAt = Date.now() - 23 * 3_600_000
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored), savedAt }))
  const next = visit({ 'POST /api/goals': offline, 'GET /api/goals': [] })
  await waitFor(() => expect(next.api.callsOf('POST /api/goals')).not.toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 600))
  next.unmount()
  expect(JSON.parse(onDevice()).savedAt).toBe(savedAt)
})
