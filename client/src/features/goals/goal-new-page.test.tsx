import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { pageUser } from '@/lib/api/page-user'
import { answer, offline } from '@/test/fake-api'
import { ana, renderApp } from '@/test/render-app'

const title = () => screen.findByLabelText('Goal Title')
const create = () => screen.getByRole('button', { name: 'Create Goal' })
const drafts = () =>
  Object.keys(localStorage).filter((key) => key.startsWith(`lisa:draft:${ana.id}:goal:new:`))

test('the form asks for everything, monthly unless told otherwise', async () => {
  const { actor } = renderApp('/goals/new', { 'GET /api/goals': [] })
  expect(await title()).toHaveAttribute('placeholder', 'What do you want to achieve?')
  expect(screen.getByLabelText('Goal Description')).toHaveValue('')
  expect(screen.getByLabelText('Why is this important to you?')).toHaveValue('')
  expect(screen.getByLabelText("How will you know you've achieved this?")).toHaveValue('')
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Monthly',
    'Annual',
    '5-Year',
  ])
  expect(screen.getByRole('radio', { name: 'Monthly' })).toBeChecked()
  await actor.click(screen.getByRole('button', { name: 'Close' }))
  expect(window.location.pathname).toBe('/goals')
})

test('a new goal is sent, told, and shown in a list that is read again', async () => {
  const { actor, api, queryClient } = renderApp('/goals', {
    'GET /api/goals': [],
    'POST /api/goals': answer(201, {}),
  })
  queryClient.setQueryData(analyticsQueries.monthlyGoals().queryKey, { monthlyGoals: 0 })
  await actor.click(await screen.findByRole('button', { name: 'Add Goal' }))
  await actor.type(await title(), '  Write a novel ')
  await actor.type(screen.getByLabelText('Why is this important to you?'), 'For joy')
  await actor.click(screen.getByRole('radio', { name: '5-Year' }))
  await actor.click(create())
  expect(await screen.findByText('Goal created successfully')).toBeVisible()
  expect(screen.getByText('Success')).toBeVisible()
  expect(window.location.pathname).toBe('/goals')
  expect(api.callsOf('POST /api/goals').map(({ body }) => body)).toEqual([
    {
      title: 'Write a novel',
      timeline: 'long-term',
      parentId: null,
      description: null,
      motivation: 'For joy',
      successIndicators: null,
    },
  ])
  await waitFor(() => expect(api.callsOf('GET /api/goals')).toHaveLength(2))
  expect(queryClient.getQueryState(analyticsQueries.monthlyGoals().queryKey)?.isInvalidated).toBe(true)
  expect(drafts()).toEqual([])
})

test('while it is being saved the button is disabled and shows that it is busy', async () => {
  const { actor } = renderApp('/goals/new', { 'POST /api/goals': () => new Promise(() => {}) })
  await actor.type(await title(), 'Run')
  await actor.click(create())
  await waitFor(() => expect(create()).toBeDisabled())
  expect(create()).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByText('Success')).toBeNull()
})

test('a title is required, and a long one is refused, beside the field and without a call', async () => {
  const { actor, api } = renderApp('/goals/new')
  await actor.type(await title(), '   ')
  await actor.click(create())
  expect(await screen.findByText('Title is required')).toBeVisible()
  expect(await title()).toBeInvalid()
  expect(await title()).toHaveFocus()
  await actor.click(await title())
  await actor.paste('💛'.repeat(101))
  expect(await screen.findByText('Must be at most 200 characters')).toBeVisible()
  expect(api.callsOf('POST /api/goals')).toEqual([])
})

test('what the server finds wrong stands beside its field', async () => {
  const { actor } = renderApp('/goals/new', {
    'POST /api/goals': answer(400, {
      message: 'description: Not that',
      errors: [{ path: 'description', message: 'Not that' }],
    }),
  })
  await actor.type(await title(), 'Run')
  await actor.click(create())
  expect(await screen.findByText('Failed to create goal')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  expect(screen.getByLabelText('Goal Description')).toHaveAccessibleDescription('Not that')
})

test('what it finds wrong with the timeline stands beneath its choices, and the focus goes there', async () => {
  const errors = [{ path: 'timeline', message: 'Not like this' }]
  const { actor } = renderApp('/goals/new', { 'POST /api/goals': answer(400, { message: 'x', errors }) })
  await actor.type(await title(), 'Run')
  await actor.click(create())
  const chosen = screen.getByRole('radio', { name: 'Monthly' })
  await waitFor(() => expect(chosen).toHaveAccessibleDescription('Not like this'))
  expect(chosen).toHaveFocus()
})

test.each(['{Control>}s', '{Meta>}{Enter}'])('%s saves, wherever the focus is', async (keys) => {
  const { actor, api } = renderApp('/goals/new', {
    'POST /api/goals': answer(201, {}),
    'GET /api/goals': [],
  })
  await actor.type(await title(), 'Run')
  await actor.click(screen.getByLabelText('Why is this important to you?'))
  expect(create()).toHaveAttribute('aria-keyshortcuts', 'Control+S Control+Enter')
  await actor.keyboard(keys)
  await waitFor(() => expect(window.location.pathname).toBe('/goals'))
  expect(api.callsOf('POST /api/goals')).toHaveLength(1)
})

test('after a failure every word is still there, and also when the page is opened again', async () => {
  const { actor, unmount } = renderApp('/goals/new', { 'POST /api/goals': offline })
  await actor.type(await title(), 'Run')
  await actor.click(screen.getByRole('radio', { name: 'Annual' }))
  await actor.click(create())
  expect(await screen.findByRole('alert')).toHaveTextContent("We can't reach Lisa.")
  expect(screen.queryByText('Failed to create goal')).toBeNull()
  expect(await title()).toHaveValue('Run')
  expect(window.location.pathname).toBe('/goals/new')
  unmount()

  const again = renderApp('/goals/new')
  expect(await screen.findByText('We kept your draft')).toBeVisible()
  expect(await title()).toHaveValue('Run')
  expect(screen.getByRole('radio', { name: 'Annual' })).toBeChecked()
  await again.actor.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(await title()).toHaveValue('')
  expect(screen.getByRole('radio', { name: 'Monthly' })).toBeChecked()
  expect(screen.queryByText('We kept your draft')).toBeNull()
  expect(drafts()).toEqual([])
})

test('a form that was only looked at leaves no draft', async () => {
  const { actor, unmount } = renderApp('/goals/new')
  await actor.click(await title())
  await actor.tab()
  unmount()
  expect(drafts()).toEqual([])
})

test('a draft of another shape does no harm', async () => {
  localStorage.setItem(
    `lisa:draft:${ana.id}:goal:new:other`,
    JSON.stringify({ savedAt: 1, values: { title: 'Run', timeline: 'weekly', description: 7 } }),
  )
  renderApp('/goals/new')
  expect(await title()).toHaveValue('Run')
  expect(screen.getByLabelText('Goal Description')).toHaveValue('')
  expect(screen.getByRole('radio', { name: 'Monthly' })).toBeChecked()
})

test('a lost session is told, and the words are kept for after the sign-in', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { actor } = renderApp('/goals/new', { 'POST /api/goals': answer(401, { message: 'Unauthorized' }) })
  await actor.type(await title(), 'Run')
  await actor.click(create())
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
  expect(screen.queryByText('Failed to create goal')).toBeNull()
  expect(drafts()).toHaveLength(1)
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
})

test('a kept draft cannot be discarded while it is being saved', async () => {
  const first = renderApp('/goals/new')
  await first.actor.type(await title(), 'Run')
  first.unmount()
  const { actor, api } = renderApp('/goals/new', { 'POST /api/goals': () => new Promise(() => {}) })
  expect(await title()).toHaveValue('Run')
  await actor.click(create())
  await waitFor(() => expect(create()).toBeDisabled())
  await actor.click(screen.getByRole('button', { name: 'Discard draft' }))
  await actor.click(create())
  expect(await title()).toHaveValue('Run')
  expect(api.callsOf('POST /api/goals')).toHaveLength(1)
})

test('a save that ends after a sign-out goes nowhere and tells nothing', async () => {
  let end = (_answer: Response) => {}
  const { actor } = renderApp('/goals/new', {
    'POST /api/goals': () => new Promise((resolve) => (end = resolve)),
  })
  await actor.type(await title(), 'Run')
  await actor.click(create())
  pageUser.isOver = true
  end(answer(201, {}))
  await waitFor(() => expect(create()).toBeEnabled())
  expect(window.location.pathname).toBe('/goals/new')
  expect(screen.queryByText('Goal created successfully')).toBeNull()
})
