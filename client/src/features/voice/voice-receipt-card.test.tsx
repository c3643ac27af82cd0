import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pageUser, setPageUser } from '@/lib/api/page-user'
import { lastTalk } from '@/lib/device/storage'
import { draftOf } from '@/lib/saving/drafts'
import { emptyDevice } from '@/test/device'
import { anEntry } from '@/test/entries'
import { answer, offline, type Routes } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { ana, renderApp } from '@/test/render-app'
import { VoiceClaims, VoiceReceipt } from './voice-receipt-card'
import type { Write } from './voice-writes'

emptyDevice()
beforeEach(() => {
  pageUser.id = undefined
  setPageUser(ana.id)
})

const later = (minutes: number) => `2026-11-21T08:0${minutes}:00.000Z`

const proposal: Write = {
  id: 'key',
  tool: 'create_goal',
  input: { title: 'Run', timeline: 'monthly' },
  state: 'proposed',
  text: 'Goal: Run',
  title: 'Run',
}

/** The screen after a talk. */
async function open(writes: Write[], routes: Routes = {}, read?: string[]) {
  const receipt = { said: [], read, writes: writes.map((write) => ({ ...write, turn: 0 })) }
  draftOf(ana.id, lastTalk.kind, lastTalk.subject).write(receipt)
  const app = renderApp('/voice', {
    'GET /api/voice/help': { contact: null, phoneCountry: null },
    'GET /api/ai-settings': { enabled: true },
    'GET /api/talks/memory': { remember: false },
    'GET /api/talks': [],
    'GET /api/goals': [],
    [readGoal]: goal,
    [days]: [],
    ...routes,
  })
  return { ...app, card: within(await screen.findByRole('region', { name: 'Your talk' })) }
}

test('in a talk, what Lisa would like to save has its buttons', async () => {
  const [save, dismiss] = [vi.fn<() => Promise<void>>(async () => {}), vi.fn<() => void>()]
  const heard: Write = { ...proposal, id: 'heard', title: 'Swim', awaitsWords: true }
  const receipt = { said: [], read: [], writes: [proposal, heard].map((write) => ({ ...write, turn: 0 })) }
  render(<VoiceClaims receipt={receipt} isLive save={save} dismiss={dismiss} undo={save} />)
  const line = within(screen.getByRole('status'))
  expect(line.getByText('Lisa would like to save:')).toHaveTextContent(/: Run$/)
  expect(line.getByText('Run')).toHaveAttribute('dir', 'auto')
  await userEvent.click(line.getByRole('button', { name: 'Save' }))
  await userEvent.click(line.getByRole('button', { name: 'Dismiss' }))
  expect(save).toHaveBeenCalledOnce()
  expect(dismiss).toHaveBeenCalledOnce()
})

test('in a talk, what is saved can be undone and changed, and what is read is a link', async () => {
  const act = vi.fn<() => Promise<void>>(async () => {})
  const writes = [saved({ kind: 'goal', id: 'a', updatedAt: 'b' }), proposal].map((write) => ({
    ...write,
    turn: 0,
  }))
  const receipt = { said: [], read: ['2024-03-12'], writes }
  render(<VoiceReceipt receipt={receipt} isLive save={act} dismiss={act} undo={act} />)
  expect(screen.getByRole('link', { name: 'From March 12, 2024' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /^Change: Goal created/ })).toBeInTheDocument()
  expect(screen.queryByText(/^Lisa would like/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Undo: Goal created/ }))
  expect(act).toHaveBeenCalledOnce()
})

test('after a talk it can still be saved, with its key, or dismissed', async () => {
  const { actor, api, card } = await open([proposal, { ...proposal, id: 'other', title: 'Swim' }], {
    'POST /api/goals': aGoal(),
  })
  expect(card.getAllByText('Lisa would like to save:')).toHaveLength(2)
  await actor.click(card.getAllByRole('button', { name: 'Dismiss' })[1]!)
  expect(card.queryByText('Swim')).not.toBeInTheDocument()
  await actor.click(card.getByRole('button', { name: 'Save' }))
  expect(await card.findByText(/Goal created: Run/)).toBeInTheDocument()
  expect(card.queryByText(/^Lisa would like/)).not.toBeInTheDocument()
  const [saved] = api.callsOf('POST /api/goals')
  expect(saved?.headers.get('Idempotency-Key')).toBe('key')
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Goal created'))
})

const goal = aGoal()
const saved = (undo: Write['undo'], id = 'key', text = 'Goal created: Run'): Write => ({
  ...proposal,
  id,
  state: 'saved',
  text,
  href: `/goals/edit/${goal.id}`,
  undo,
})
test.each(['proposed', 'undone', 'failed', 'waiting', 'unknown', 'saved'] as const)(
  'the words of what is %s have a direction of their own',
  (state) => {
    const act = vi.fn<() => Promise<void>>(async () => {})
    const words = 'هدف: الجري'
    const write = { ...proposal, state, text: words, title: words, turn: 0 }
    const receipt = { said: [], read: [], writes: [write] }
    render(<VoiceReceipt receipt={receipt} isLive={false} save={act} dismiss={act} undo={act} />)
    expect(screen.getByText(new RegExp(`${words}$`))).toHaveAttribute('dir', 'auto')
  },
)

const created = saved({ kind: 'goal', id: goal.id, updatedAt: goal.updatedAt })
const [days, mark] = ['GET /api/goals/:id/days', 'PATCH /api/goals/:id']
const [readGoal, deleteGoal] = ['GET /api/goals/:id', 'DELETE /api/goals/:id']
const [readEntry, update] = ['GET /api/journal-entries/:id', 'PUT /api/journal-entries/:id']
const undoButton = { name: /^Undo: / }

test('what Lisa created is deleted by Undo, once', async () => {
  const { actor, api, card } = await open([created], { [readGoal]: goal, [deleteGoal]: undefined })
  await actor.click(card.getByRole('button', { name: 'Undo: Goal created: Run' }))
  expect(await card.findByText('Undone:')).toHaveTextContent('Undone: Goal created: Run')
  expect(api.callsOf(deleteGoal)).toMatchObject([{ params: { id: goal.id } }])
  expect(card.queryByRole('button', undoButton)).not.toBeInTheDocument()
})

test.each([
  ['a day', { [days]: [{ id: 'entry', entryDate: '2026-11-21' }] }],
  ['a part', { 'GET /api/goals': [aGoal({ parentId: goal.id })] }],
])('a goal that has %s since is left alone', async (_, routes: Routes) => {
  const { actor, api, card } = await open([created], { [deleteGoal]: undefined, ...routes })
  await actor.click(card.getByRole('button', undoButton))
  expect(await card.findByText('This was changed since and stays as it is.')).toBeInTheDocument()
  expect(api.callsOf(deleteGoal)).toEqual([])
})

const entry = anEntry({ wins: 'Ran' })
const gone = answer(404, { message: 'Not found' })
test.each([
  ['a deletion', created, deleteGoal, { [readGoal]: gone }],
  [
    'a change of an entry',
    saved({ kind: 'entry', id: entry.id, updatedAt: entry.updatedAt, before: { wins: '' } }),
    update,
    { [readEntry]: { ...entry, wins: null, updatedAt: later(5) } },
  ],
  [
    'a mark',
    saved({ kind: 'mark', id: goal.id, updatedAt: goal.updatedAt }),
    mark,
    { [readGoal]: { ...goal, updatedAt: later(5) } },
  ],
])('an Undo of %s whose answer was lost is done, as the next try finds out', async (_, write, call, then) => {
  const { actor, api, card } = await open([write], { [readEntry]: entry, [call]: offline })
  await actor.click(card.getByRole('button', undoButton))
  expect(await card.findByText(/^This could not be undone\. We can't reach Lisa/)).toBeInTheDocument()
  for (const [route, found] of Object.entries(then)) api.on(route, found)
  await actor.click(card.getByRole('button', undoButton))
  expect(await card.findByText('Undone:')).toBeInTheDocument()
})

test('what is saved between the reading and the deletion of an Undo stays', async () => {
  const there = anEntry({ wins: 'Ran', updatedAt: later(1) })
  const { id, updatedAt } = there
  const deletion = 'DELETE /api/journal-entries/:id'
  const { actor, api, card } = await open([saved({ kind: 'entry', id, updatedAt })], {
    [readEntry]: there,
    [deletion]: answer(409, { message: 'Changed', current: { ...there, updatedAt: later(2) } }),
  })
  await actor.click(card.getByRole('button', undoButton))
  expect(await card.findByText('This was changed since and stays as it is.')).toBeInTheDocument()
  expect(api.callsOf(deletion)).toMatchObject([{ query: { updatedAt } }])
})

test.each([
  ['changed', { ...goal, updatedAt: later(1) }, 'This was changed since and stays as it is.'],
  ['deleted', answer(404, { message: 'Goal not found' }), 'This was deleted since.'],
])('what was %s since is left alone', async (_, found, said) => {
  const { actor, api, card } = await open([created], { [readGoal]: found })
  await actor.click(card.getByRole('button', undoButton))
  expect(await card.findByText(said)).toBeInTheDocument()
  expect(card.queryByRole('button', undoButton)).not.toBeInTheDocument()
  expect(api.callsOf(deleteGoal)).toEqual([])
})

test('an Undo that did not get through is told, and can be tried again', async () => {
  const { actor, card } = await open([created], { [readGoal]: answer(500, {}) })
  await actor.click(card.getByRole('button', undoButton))
  expect(await card.findByText(/^This could not be undone\. Something went wrong/)).toBeInTheDocument()
  expect(card.getByRole('button', undoButton)).toBeEnabled()
})

test('a mark as achieved is taken back', async () => {
  const { updatedAt } = goal
  const { actor, api, card } = await open([saved({ kind: 'mark', id: goal.id, updatedAt })], { [mark]: goal })
  await actor.click(card.getByRole('button', undoButton))
  expect(await card.findByText('Undone:')).toBeInTheDocument()
  expect(api.callsOf(mark)).toMatchObject([{ body: { achieved: false, updatedAt } }])
})

test('what she added to an entry goes again, the last first, and the rest stays', async () => {
  const there = anEntry({ wins: 'Ran', gratitude1: 'Sun', goalIds: [goal.id], updatedAt: later(2) })
  const { id } = there
  const first = { kind: 'entry' as const, id, updatedAt: later(1), before: { wins: '', goalIds: [] } }
  const second = {
    kind: 'entry' as const,
    id,
    updatedAt: later(2),
    before: { gratitude1: '' },
    replaced: later(1),
  }
  const { actor, api, card } = await open([saved(first, 'a', 'First'), saved(second, 'b', 'Second')], {
    [readEntry]: there,
    [update]: { ...there, gratitude1: '', updatedAt: later(3) },
  })
  expect(card.getAllByRole('button', undoButton)).toHaveLength(1)
  await actor.click(card.getByRole('button', { name: 'Undo: Second' }))
  expect(await card.findByText('Undone:')).toHaveTextContent('Undone: Second')
  expect(api.callsOf(update)).toMatchObject([{ body: { wins: 'Ran', gratitude1: '', updatedAt: later(2) } }])
  expect(api.callsOf(update)[0]?.body).not.toHaveProperty('mood')

  api.on(readEntry, { ...there, gratitude1: '', updatedAt: later(3) })
  await actor.click(card.getByRole('button', { name: 'Undo: First' }))
  await waitFor(() => expect(card.getAllByText('Undone:')[0]).toHaveTextContent('Undone: First'))
  const body = { wins: '', gratitude1: '', goalIds: [], updatedAt: later(3) }
  expect(api.callsOf(update)[1]).toMatchObject({ body })
})

test('the days that Lisa has read are links to reading them, also where nothing was said or saved', async () => {
  const days = Array.from({ length: 11 }, (_, i) => `2024-03-${31 - i}`)
  const { actor, card } = await open([], {}, days)
  expect(card.getAllByRole('link')).toHaveLength(10)
  const first = card.getByRole('link', { name: 'From March 31, 2024' })
  expect(first).toHaveAttribute('href', '/journal?day=2024-03-31')
  await actor.click(card.getByRole('button', { name: 'Show all 11' }))
  expect(card.getByRole('link', { name: 'From March 21, 2024' })).toHaveFocus()
})

test('what was saved can be changed on its form, which leads back to the talk', async () => {
  const { actor, card } = await open([created], { [readGoal]: goal })
  await actor.click(card.getByRole('link', { name: 'Change: Goal created: Run' }))
  expect(await screen.findByRole('heading', { name: 'Edit Goal' })).toBeInTheDocument()
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  expect(cancel).toHaveAttribute('href', '/voice')
  await actor.click(cancel)
  expect(await screen.findByRole('region', { name: 'Your talk' })).toBeInTheDocument()
})
