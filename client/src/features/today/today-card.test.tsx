import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TodayView } from '@shared/today'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { nothing, openHome, todayPath } from '@/test/home'
import { freezeToday, today } from '@/test/journal-today'
import { renderApp } from '@/test/render-app'

freezeToday()

describe('when it is loaded', () => {
  test('Home does not wait for it', async () => {
    renderApp('/', { [todayPath]: () => new Promise(() => {}) })
    expect(await screen.findByRole('heading', { name: 'Good afternoon, Ana' })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Talk to Lisa/ })).toBeVisible()
    expect(within(screen.getByRole('region', { name: 'Today' })).getByText('Loading…')).toBeInTheDocument()
  })

  test('a failure leaves the way to write, and can be retried', async () => {
    const { actor, api } = renderApp('/', { [todayPath]: answer(500, { message: 'Internal Server Error' }) })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your day.")
    expect(screen.getByRole('link', { name: 'Write' })).toHaveAttribute('href', '/journal/new')
    api.on(todayPath, { ...nothing, entry: anEntry({ wins: 'Found again' }) })
    await actor.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('link', { name: 'Found again' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('after midnight it is the new day', async () => {
    const { api } = await openHome({ entry: anEntry({ wins: 'Yesterday' }) })
    api.on(todayPath, nothing)
    vi.setSystemTime(new Date('2026-11-22T00:00:01'))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByRole('link', { name: 'Write' })).toBeVisible()
    expect(screen.queryByText('Yesterday')).toBeNull()
    expect(api.callsOf(todayPath).map(({ query }) => query.date)).toEqual([today, '2026-11-22'])
  })

  test('it is not asked for again on every visit', async () => {
    const { actor, api } = await openHome({ entry: anEntry({ wins: 'Ran' }) })
    api.on('GET /api/goals', [])
    await actor.click(screen.getByRole('link', { name: 'Goals' }))
    await screen.findByRole('heading', { level: 1, name: 'Goals' })
    await actor.click(screen.getByRole('link', { name: 'Home' }))
    expect(await screen.findByRole('link', { name: 'Ran' })).toBeVisible()
    expect(api.callsOf(todayPath)).toHaveLength(1)
  })
})

describe('after a change', () => {
  beforeEach(() =>
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    ),
  )
  const entry = anEntry({ entryDate: today, wins: 'Ran' })
  const journal = 'GET /api/journal-entries'

  test('a saved entry is there, and what was there before is not seen again', async () => {
    const { actor, api } = await openHome()
    api.on('GET /api/journal-entries/by-date/:date', answer(404, { message: 'Journal entry not found' }))
    api.on('POST /api/journal-entries', answer(201, entry))
    api.on(journal, [entry])
    await actor.click(screen.getByRole('link', { name: 'Write' }))
    await actor.type(await screen.findByLabelText('What are your wins today?'), 'Ran')
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    await screen.findByText('Journal entry saved successfully')
    let arrive = (_view: TodayView) => {}
    api.on(todayPath, () => new Promise((resolve) => (arrive = resolve)))
    await actor.click(screen.getByRole('link', { name: 'Home' }))
    await screen.findByRole('heading', { name: 'Good afternoon, Ana' })
    await waitFor(() => expect(api.callsOf(todayPath)).toHaveLength(2))
    expect(screen.queryByRole('link', { name: 'Write' })).toBeNull()
    arrive({ ...nothing, entry })
    expect(await screen.findByRole('link', { name: 'Ran' })).toBeVisible()
  })

  test('a deleted entry is gone', async () => {
    const { actor, api } = await openHome({ entry })
    vi.stubGlobal('confirm', () => true)
    api.on(journal, [entry])
    api.on('DELETE /api/journal-entries/:id', undefined)
    await actor.click(screen.getByRole('link', { name: 'Journal' }))
    const deletion = await screen.findByRole('button', { name: /^Delete/ })
    api.on(journal, [])
    api.on(todayPath, nothing)
    await actor.click(deletion)
    await screen.findByText('Start Your Journey')
    await actor.click(screen.getByRole('link', { name: 'Home' }))
    expect(await screen.findByRole('link', { name: 'Write' })).toBeVisible()
  })
})
