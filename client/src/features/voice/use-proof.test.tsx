import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyDevice } from '@/test/device'
import { anEntry } from '@/test/entries'
import { renderApp } from '@/test/render-app'
import { talkRoutes } from '@/test/talk-routes'
import { loadTalkCode } from './open-talk'
import type * as RealtimeTalk from './realtime-talk'
import { useProof } from './use-proof'
import { emptyReceipt, receiptReducer } from './voice-receipt'
import { initialVoiceState, voiceReducer, type CaptionChange } from './voice-state'

const begun = vi.hoisted(() => ({ talks: [] as RealtimeTalk.Talk[] }))
vi.mock('./realtime-talk', async (original) => ({
  ...(await original<typeof RealtimeTalk>()),
  connect: async (talk: RealtimeTalk.Talk) => {
    begun.talks.push(talk)
    return { isDemo: false, write: () => true, onTyping() {}, measureLoudness: () => undefined }
  },
}))
emptyDevice()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00'), toFake: ['Date'] })
})

/** A talk, of which the test says what is said. */
function talk() {
  let state = voiceReducer(initialVoiceState, { type: 'start', attempt: 1, mode: 'general' })
  const receiptOf = () => receiptReducer(emptyReceipt, { type: 'said', talk: '1', captions: state.captions })
  const hook = renderHook(() => useProof(state, receiptOf()))
  const known = hook.result.current.begin()
  const hear = (change: CaptionChange | undefined) =>
    act(async () => {
      if (change) state = voiceReducer(state, { type: 'caption', attempt: 1, change })
      hook.rerender()
      await loadTalkCode()
    })
  return { known, hear, isUnproven: () => hook.result.current.isUnproven }
}

const claim = { id: 'a', speaker: 'Lisa', text: 'On 12 March 2024 you met Anna.' } as const

test('her last words are judged when they are over, and again only when they change', async () => {
  const { known, hear, isUnproven } = talk()
  await hear(claim)
  expect(isUnproven()).toBe(false)
  await hear({ ...claim, isDone: true })
  expect(isUnproven()).toBe(true)
  known.read.push({ date: '2024-03-12', text: 'Met Anna.' })
  await hear({ ...claim, isDone: true })
  await hear({ id: 'b', speaker: 'Lisa', delta: 'And' })
  expect(isUnproven()).toBe(true)
  await hear({ id: 'b', speaker: 'Lisa', text: 'And then?', isDone: true })
  expect(isUnproven()).toBe(false)
})

test('the words of the user before them are waited for, which may come late', async () => {
  const { hear, isUnproven } = talk()
  await hear({ id: 'y', speaker: 'You' })
  await hear({ ...claim, isDone: true })
  expect(isUnproven()).toBe(false)
  await hear({ id: 'y', speaker: 'You', text: 'On 12 March 2024 I met Anna.', isDone: true })
  expect(isUnproven()).toBe(false)
})

test('words of the user that never come are waited for only a while', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00') })
  const { hear, isUnproven } = talk()
  await hear({ id: 'y', speaker: 'You' })
  await hear({ ...claim, isDone: true })
  vi.advanceTimersByTime(4_000)
  await hear(undefined)
  expect(isUnproven()).toBe(true)
})

test('what is known of one talk is not of the next', async () => {
  const { known, hear, isUnproven } = talk()
  known.read.push({ date: '2024-03-12', text: 'Met Anna.' })
  await hear({ ...claim, isDone: true })
  expect(isUnproven()).toBe(false)
})

test('the screen has the notice, until what she says is held by what her tools have read', async () => {
  const { actor } = renderApp('/voice', {
    ...talkRoutes,
    'GET /api/journal-entries': [anEntry({ entryDate: '2024-03-12', wins: 'Met Anna' })],
    'DELETE /api/voice/calls': undefined,
  })
  await actor.click(await screen.findByRole('button', { name: 'Write instead of speaking' }))
  await screen.findByText('Listening - Tap to stop')
  const [talk] = begun.talks
  const says = (id: string) => act(async () => talk?.onCaption({ ...claim, id, isDone: true }))
  const tools = (await talk?.prepare())?.tools
  await says('a')
  expect(await screen.findByText('Lisa spoke of a day that she has not read')).toBeVisible()
  await act(async () =>
    tools?.find(({ name }) => name === 'read_past_journals')?.run({}, 'read', async () => true),
  )
  expect(screen.getByText('Lisa spoke of a day that she has not read')).toBeVisible()
  await says('b')
  await waitFor(() => expect(screen.queryByText(/^Lisa spoke of a day/)).not.toBeInTheDocument())
})
