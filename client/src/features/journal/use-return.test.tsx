import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anEntry } from '@/test/entries'
import { answer, offline } from '@/test/fake-api'
import { byDate, create, freezeToday, missing, today, update } from '@/test/journal-today'
import { keysAreThere, renderApp } from '@/test/render-app'

freezeToday()
beforeEach(() => vi.stubGlobal('IntersectionObserver', SeesNothing))

class SeesNothing {
  observe() {}
  disconnect() {}
}

const entry = anEntry({ entryDate: '2025-11-21', mood: 'happy', wins: 'Fog and sun' })
const saved = { ...entry, wins: 'Fog, sun and rain', updatedAt: '2026-11-21T12:00:00.000Z' }
const journal = 'GET /api/journal-entries'
const days = 'GET /api/analytics/days'
const routes = {
  [journal]: [entry],
  [days]: [{ date: entry.entryDate, mood: entry.mood, id: entry.id }],
  'GET /api/analytics/weekly-count': { weeklyCount: 0 },
  'GET /api/analytics/streak': { streak: 0 },
  'GET /api/journal-entries/:id': entry,
  [byDate]: ({ params }: { params: Record<string, string> }) =>
    params.date === entry.entryDate ? entry : missing,
  [update]: saved,
}
const address = () => window.location.pathname + window.location.search

const name = 'Edit November 21, 2025'

describe.each([
  ['a search', '/journal?q=fog'],
  ['a month', '/journal?month=2025-11'],
  ['the newest entries', '/journal'],
  ['the day as it is read', '/journal?day=2025-11-21'],
])('an entry that was opened from %s', (_, from) => {
  async function open() {
    const app = renderApp(from, routes)
    await app.actor.click(await screen.findByRole('button', { name }))
    await screen.findByRole('button', { name: 'Update Entry' })
    return app
  }

  test('returns there when it is saved, which is told there', async () => {
    const { actor } = await open()
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    await waitFor(() => expect(address()).toBe(from))
    await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())
    expect(await screen.findByText('Journal entry updated successfully')).toBeVisible()
  })

  test('returns there when it is cancelled', async () => {
    const { actor } = await open()
    await actor.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe(from))
    await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())
  })
})

test('Cancel goes back once when it is pressed twice, and not at all with a key for another tab', async () => {
  const { actor } = renderApp('/journal', routes)
  await actor.click(await screen.findByRole('button', { name: 'Edit November 21, 2025' }))
  const back = vi.spyOn(history, 'back').mockImplementation(() => {})
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  fireEvent.click(cancel, { ctrlKey: true })
  expect(back).not.toHaveBeenCalled()
  fireEvent.click(cancel)
  fireEvent.click(cancel)
  expect(back).toHaveBeenCalledOnce()
})

test('the list that one returns to has the words that were saved, before it is read again', async () => {
  const { actor, api } = renderApp('/journal?q=fog', routes)
  await actor.click(await screen.findByRole('button', { name: 'Edit November 21, 2025' }))
  api.on(journal, offline)
  await actor.click(await screen.findByRole('button', { name: 'Update Entry' }))
  expect(await screen.findByText(/, sun and rain$/)).toBeVisible()
  expect(screen.getByText('Fog')).toHaveProperty('tagName', 'MARK')
})

test('a day without an entry that was opened from the calendar returns to it, where it is written now', async () => {
  const written = anEntry({ entryDate: '2026-11-19', mood: 'happy' })
  const { actor, api } = renderApp('/progress?month=2026-11', { ...routes, [days]: [] })
  await actor.click(await screen.findByRole('link', { name: 'Thursday, November 19: No entry' }))
  await actor.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(address()).toBe('/progress?month=2026-11'))

  await actor.click(await screen.findByRole('link', { name: 'Thursday, November 19: No entry' }))
  api.on(create, answer(201, written))
  api.on(days, [{ date: written.entryDate, mood: written.mood, id: written.id }])
  await actor.click(await screen.findByRole('button', { name: 'Save Entry' }))
  const day = await screen.findByRole('link', { name: 'Thursday, November 19: Happy' })
  expect(address()).toBe('/progress?month=2026-11')
  expect(day).toHaveFocus()
  await actor.keyboard('{ArrowLeft}')
  expect(screen.getByRole('link', { name: 'Wednesday, November 18: No entry' })).toHaveFocus()
})

test('an entry that was moved to another day is read on that day, from where Close leads to the list', async () => {
  let moved = entry
  const { actor } = renderApp('/journal?month=2025-11', {
    ...routes,
    [journal]: () => [moved],
    'GET /api/journal-entries/:id': () => moved,
    [byDate]: ({ params }: { params: Record<string, string> }) =>
      params.date === moved.entryDate ? moved : missing,
    [update]: ({ body }: { body: object }) => (moved = { ...moved, ...body }),
  })
  await actor.click(await screen.findByRole('link', { name: 'November 21, 2025' }))
  await actor.click(await screen.findByRole('button', { name: 'Edit November 21, 2025' }))
  fireEvent.change(await screen.findByLabelText('Date'), { target: { value: '2025-11-18' } })
  await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'November 18, 2025' })).toBeVisible()
  expect(await screen.findByText('Fog and sun')).toBeVisible()
  expect(await screen.findByText('Journal entry updated successfully')).toBeVisible()
  expect(address()).toBe('/journal?day=2025-11-18')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit November 18, 2025' })).toHaveFocus())
  await actor.click(within(screen.getByRole('article')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(address()).toBe('/journal?month=2025-11'))
})

describe('a form leads to the journal', () => {
  test.each(['Update Entry', 'Cancel'])('when it was opened by its address: %s', async (name) => {
    const { actor } = renderApp(`/journal/edit/${entry.id}`, routes)
    await screen.findByRole('button', { name: 'Update Entry' })
    const { length } = history
    await actor.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(address()).toBe('/journal'))
    expect(history.length).toBe(name === 'Cancel' ? length + 1 : length)
  })

  test("when today's entry was begun with N beside the form of another", async () => {
    const { actor } = renderApp(`/journal/edit/${entry.id}`, {
      ...routes,
      [create]: answer(201, anEntry({ entryDate: today })),
    })
    await screen.findByRole('button', { name: 'Update Entry' })
    await keysAreThere()
    act(() => (document.activeElement as HTMLElement).blur())
    await actor.keyboard('n')
    await actor.click(await screen.findByRole('button', { name: 'Save Entry' }))
    await screen.findByText('Journal entry saved successfully')
    await waitFor(() => expect(address()).toBe('/journal'))
  })

  test("when today's entry was begun on Home", async () => {
    const { actor } = renderApp('/', { ...routes, [create]: answer(201, anEntry({ entryDate: today })) })
    await actor.click(await screen.findByRole('link', { name: 'Write' }))
    await actor.click(await screen.findByRole('button', { name: 'Save Entry' }))
    await waitFor(() => expect(address()).toBe('/journal'))
  })
})
