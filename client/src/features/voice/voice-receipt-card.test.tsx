import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pageUser, setPageUser } from '@/lib/api/page-user'
import { lastTalk } from '@/lib/device/storage'
import { draftOf } from '@/lib/saving/drafts'
import { emptyDevice } from '@/test/device'
import type { Routes } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { ana, renderApp } from '@/test/render-app'
import { VoiceReceipt } from './voice-receipt-card'
import type { Write } from './voice-writes'

emptyDevice()
beforeEach(() => {
  pageUser.id = undefined
  setPageUser(ana.id)
})

const proposal: Write = {
  id: 'key',
  tool: 'create_goal',
  input: { title: 'Run', timeline: 'monthly' },
  state: 'proposed',
  text: 'Goal: Run',
  title: 'Run',
}

/** The screen after a talk. */
async function open(writes: Write[], routes: Routes = {}) {
  const receipt = { said: [], writes: writes.map((write) => ({ ...write, turn: 0 })) }
  draftOf(ana.id, lastTalk.kind, lastTalk.subject).write(receipt)
  const app = renderApp('/voice', {
    'GET /api/voice/help': { contact: null, phoneCountry: null },
    'GET /api/talks/memory': { remember: false },
    'GET /api/talks': [],
    'GET /api/goals': [],
    ...routes,
  })
  return { ...app, card: within(await screen.findByRole('region', { name: 'Your talk' })) }
}

test('in a talk, what Lisa would like to save has its buttons', async () => {
  const [save, dismiss] = [vi.fn<() => Promise<void>>(async () => {}), vi.fn<() => void>()]
  const receipt = { said: [], writes: [{ ...proposal, turn: 0 }] }
  render(<VoiceReceipt receipt={receipt} isLive save={save} dismiss={dismiss} />)
  const line = within(screen.getByRole('status'))
  expect(line.getByText('Lisa would like to save: Run')).toBeInTheDocument()
  await userEvent.click(line.getByRole('button', { name: 'Save' }))
  await userEvent.click(line.getByRole('button', { name: 'Dismiss' }))
  expect(save).toHaveBeenCalledOnce()
  expect(dismiss).toHaveBeenCalledOnce()
})

test('after a talk it can still be saved, with its key, or dismissed', async () => {
  const { actor, api, card } = await open([proposal, { ...proposal, id: 'other', title: 'Swim' }], {
    'POST /api/goals': aGoal(),
  })
  expect(card.getAllByText(/^Lisa would like to save: /)).toHaveLength(2)
  await actor.click(card.getAllByRole('button', { name: 'Dismiss' })[1]!)
  expect(card.queryByText('Lisa would like to save: Swim')).not.toBeInTheDocument()
  await actor.click(card.getByRole('button', { name: 'Save' }))
  expect(await card.findByText(/Goal created: Run/)).toBeInTheDocument()
  expect(card.queryByText(/^Lisa would like/)).not.toBeInTheDocument()
  const [saved] = api.callsOf('POST /api/goals')
  expect(saved?.headers.get('Idempotency-Key')).toBe('key')
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Goal created'))
})
