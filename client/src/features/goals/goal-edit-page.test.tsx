import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { renderApp } from '@/test/render-app'

const novel = aGoal({
  title: 'Write a novel',
  description: 'About the sea',
  successIndicators: 'It is printed',
  timeline: 'long-term',
})
const path = `/goals/edit/${novel.id}`
const title = () => screen.findByLabelText('Goal Title')
const saveChanges = () => screen.getByRole('button', { name: 'Save Changes' })

test('the form is filled from the goal', async () => {
  renderApp(path, { 'GET /api/goals/:id': novel })
  expect(await title()).toHaveValue('Write a novel')
  expect(screen.getByRole('heading', { level: 1, name: 'Edit Goal' })).toBeVisible()
  expect(screen.getByText('Update your long-term goal')).toBeVisible()
  expect(screen.getByLabelText('Goal Description')).toHaveValue('About the sea')
  expect(screen.getByLabelText('Why is this important to you?')).toHaveValue('')
  expect(screen.getByLabelText("How will you know you've achieved this?")).toHaveValue('It is printed')
  expect(screen.getByRole('radio', { name: '5-Year' })).toBeChecked()
})

test('changes are sent, told, and the list is read again', async () => {
  const { actor, api } = renderApp('/goals', {
    'GET /api/goals': [novel],
    'GET /api/goals/:id': novel,
    'PATCH /api/goals/:id': novel,
  })
  await actor.click(await screen.findByRole('button', { name: 'Edit Write a novel' }))
  await actor.clear(screen.getByLabelText('Goal Description'))
  await actor.click(screen.getByRole('radio', { name: 'Annual' }))
  await actor.click(saveChanges())
  expect(await screen.findByText('Goal updated successfully')).toBeVisible()
  expect(screen.getByText('Success')).toBeVisible()
  expect(window.location.pathname).toBe('/goals')
  expect(api.callsOf('PATCH /api/goals/:id').map(({ path, body }) => [path, body])).toEqual([
    [
      `/api/goals/${novel.id}`,
      {
        title: 'Write a novel',
        timeline: 'annual',
        parentId: null,
        description: null,
        motivation: null,
        successIndicators: 'It is printed',
        updatedAt: novel.updatedAt,
      },
    ],
  ])
  await waitFor(() => expect(api.callsOf('GET /api/goals')).toHaveLength(2))
})

test('a title that is longer than the limit, from before it counted UTF-16 units, stays and can be shortened', async () => {
  const long = aGoal({ title: '💛'.repeat(150) })
  const { actor, api } = renderApp(path, {
    'GET /api/goals/:id': long,
    'PATCH /api/goals/:id': long,
    'GET /api/goals': [],
  })
  const field = await title()
  await actor.type(field, 'x')
  await actor.click(saveChanges())
  expect(await screen.findByText('Must be at most 300 characters')).toBeVisible()
  expect(api.callsOf('PATCH /api/goals/:id')).toEqual([])
  await actor.clear(field)
  await actor.paste('💛'.repeat(149))
  await actor.click(saveChanges())
  await screen.findByText('Goal updated successfully')
  const [call] = api.callsOf('PATCH /api/goals/:id')
  expect(call?.body).toMatchObject({ title: '💛'.repeat(149) })
})

test('the form opens on what the server says now, not on an earlier visit', async () => {
  const { actor, api } = renderApp(path, { 'GET /api/goals': [novel], 'GET /api/goals/:id': novel })
  await actor.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(window.location.pathname).toBe('/goals')
  api.on('GET /api/goals/:id', { ...novel, title: 'Write two novels' })
  await actor.click(await screen.findByRole('button', { name: 'Edit Write a novel' }))
  expect(await title()).toHaveValue('Write two novels')
})

test('while it is being saved the button says so and is disabled', async () => {
  const { actor } = renderApp(path, {
    'GET /api/goals/:id': novel,
    'PATCH /api/goals/:id': () => new Promise(() => {}),
  })
  await title()
  await actor.click(saveChanges())
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled()
})

test('a failed save says so and keeps every word', async () => {
  const { actor } = renderApp(path, { 'GET /api/goals/:id': novel, 'PATCH /api/goals/:id': answer(500, {}) })
  await actor.type(await title(), '!')
  await actor.click(saveChanges())
  expect(await screen.findByText('Failed to update goal')).toBeVisible()
  expect(await title()).toHaveValue('Write a novel!')
  expect(saveChanges()).toBeEnabled()
})

test('what was typed and not saved comes back, and can be discarded', async () => {
  const first = renderApp(path, { 'GET /api/goals/:id': novel })
  await first.actor.type(await title(), ' soon')
  first.unmount()

  const { actor } = renderApp(path, { 'GET /api/goals/:id': novel })
  expect(await screen.findByText('We kept your draft')).toBeVisible()
  expect(screen.queryByText(/changed since you opened it/)).toBeNull()
  expect(await title()).toHaveValue('Write a novel soon')
  await actor.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(await title()).toHaveValue('Write a novel')
})

test('words that were typed over an older version of the goal say so', async () => {
  const first = renderApp(path, { 'GET /api/goals/:id': novel })
  await first.actor.type(await title(), ' soon')
  first.unmount()

  renderApp(path, { 'GET /api/goals/:id': { ...novel, updatedAt: '2024-04-01T10:00:00.000Z' } })
  expect(await screen.findByText(/changed since you opened it/)).toBeVisible()
})

test('a skeleton shows until the goal is there', async () => {
  renderApp(path, { 'GET /api/goals/:id': () => new Promise(() => {}) })
  expect(await screen.findByRole('heading', { name: 'Edit Goal' })).toBeVisible()
  expect(screen.getByText('Loading…')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
})

test('a goal that is not there is not found', async () => {
  const { actor } = renderApp(path, {
    'GET /api/goals': [],
    'GET /api/goals/:id': answer(404, { message: 'Goal not found' }),
  })
  expect(await screen.findByRole('heading', { name: 'Goal not found' })).toBeVisible()
  await actor.click(screen.getByRole('button', { name: 'Back to Goals' }))
  expect(window.location.pathname).toBe('/goals')
})

test('an address without an id is invalid', async () => {
  const { api } = renderApp('/goals/edit/%20')
  expect(await screen.findByRole('heading', { name: 'Invalid goal ID' })).toBeVisible()
  expect(api.callsOf('GET /api/goals/:id')).toEqual([])
})

test('a goal that could not be loaded cannot be saved over, only loaded again', async () => {
  const { actor, api } = renderApp(path, { 'GET /api/goals/:id': answer(500, {}) })
  expect(await screen.findByText("We couldn't load this goal")).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
  api.on('GET /api/goals/:id', novel)
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await title()).toHaveValue('Write a novel')
})
