import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { waitingSaves } from '@/test/device'
import { answer, offline } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { comeBack, newUserEachTest, openScreen, waits } from '@/test/journal-offline'

newUserEachTest()

const title = () => screen.findByLabelText('Goal Title')
const list = 'GET /api/goals'
const create = 'POST /api/goals'
const patch = 'PATCH /api/goals/:id'

test('a new goal waits in its form and on its card, can be changed there, and is created once', async () => {
  const { actor, api } = openScreen('/goals/new', { [list]: [], [create]: offline })
  await actor.type(await title(), 'Run')
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  expect(await waits()).toBeVisible()
  expect(screen.queryByText('Failed to create goal')).toBeNull()
  await actor.click(screen.getByRole('button', { name: 'Close' }))

  expect(await screen.findByRole('heading', { name: 'Run' })).toBeVisible()
  const card = within(screen.getByRole('region', { name: /Key Results$/ }))
  expect(card.getByText('Waiting to send')).toBeVisible()
  expect(card.queryByText('No monthly goals yet')).toBeNull()
  await actor.click(card.getByRole('button', { name: 'Edit Run' }))
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  await waits()
  expect(await waitingSaves()).toMatchObject([{ values: { title: 'Run far' } }])

  api.on(create, ({ body }: { body: object }) => answer(201, aGoal(body)))
  comeBack()
  expect(await screen.findByText('Goal created successfully')).toBeVisible()
  expect(window.location.pathname).toBe('/goals')
  const calls = api.callsOf(create)
  expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
  expect(calls.at(-1)?.body).toMatchObject({ title: 'Run far' })
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
})

const run = aGoal({ title: 'Run' })
test.each([
  ['refuses the second', answer(422, { message: 'This was created before, with other words', current: run })],
  ['of an earlier version gives the first', answer(201, run)],
])('a goal whose answer was lost is changed to its second version by a server that %s', async (_, given) => {
  const goal = run
  const { actor, api } = openScreen('/goals/new', { [list]: [], [create]: offline, [patch]: goal })
  await actor.type(await title(), 'Run')
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  await waits()
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  await waits()
  api.on(create, given)
  comeBack()
  expect(await screen.findByText('Goal created successfully')).toBeVisible()
  expect(api.callsOf(patch)).toMatchObject([
    { params: { id: goal.id }, body: { title: 'Run far', updatedAt: goal.updatedAt } },
  ])
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a changed goal waits on its card, as it was saved', async () => {
  const goal = aGoal({ title: 'Run' })
  const { actor, api } = openScreen('/goals', {
    [list]: [goal],
    'GET /api/goals/:id': offline,
    [patch]: offline,
  })
  await actor.click(await screen.findByRole('button', { name: 'Edit Run' }))
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waits()
  await actor.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('heading', { name: 'Run far' })).toBeVisible()
  expect(await waits()).toBeVisible()
  api.on(patch, goal)
  comeBack()
  expect(await screen.findByText('Goal updated successfully')).toBeVisible()
  expect(api.callsOf(patch).at(-1)).toMatchObject({ body: { title: 'Run far', updatedAt: goal.updatedAt } })
})

test('a goal that was changed elsewhere is not overwritten before the user has seen that', async () => {
  const goal = aGoal({ title: 'Run' })
  const current = { ...goal, title: 'Swim', updatedAt: '2024-04-01T10:00:00.000Z' }
  const { actor, api } = openScreen(`/goals/edit/${goal.id}`, {
    [list]: [current],
    'GET /api/goals/:id': goal,
    [patch]: answer(409, { message: 'This goal was changed elsewhere', current }),
  })
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This goal has changed since you opened it')
  expect(await title()).toHaveValue('Run far')
  expect(screen.getByText('Saved: Title')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  api.on(patch, current)
  await actor.click(screen.getByRole('button', { name: 'Keep mine' }))
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(window.location.pathname).toBe('/goals'))
  expect(api.callsOf(patch).at(-1)).toMatchObject({ body: { updatedAt: current.updatedAt } })
})

test('a goal that was only marked as achieved elsewhere is no conflict', async () => {
  const goal = aGoal({ title: 'Run' })
  const current = { ...goal, achievedAt: '2024-04-01T10:00:00.000Z', updatedAt: '2024-04-01T10:00:00.000Z' }
  const { actor, api } = openScreen(`/goals/edit/${goal.id}`, {
    [list]: [current],
    'GET /api/goals/:id': goal,
    [patch]: ({ body }: { body: { updatedAt: string } }) =>
      body.updatedAt === current.updatedAt ? current : answer(409, { message: 'x', current }),
  })
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Goal updated successfully')).toBeVisible()
  expect(api.callsOf(patch)).toHaveLength(2)
})

test('words for a goal that was deleted elsewhere become the draft of a new one', async () => {
  const goal = aGoal({ title: 'Run' })
  const { actor, api } = openScreen(`/goals/edit/${goal.id}`, {
    [list]: [goal],
    'GET /api/goals/:id': goal,
    [patch]: offline,
  })
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waits()
  await actor.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('heading', { name: 'Run far' })
  api.on(patch, answer(404, { message: 'Goal not found' }))
  api.on(list, [])
  comeBack()
  expect(await screen.findByText('Failed to update goal')).toBeVisible()
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
  await actor.click(screen.getByRole('button', { name: 'Add Goal' }))
  expect(await screen.findByText(/Goal not found/)).toBeVisible()
  expect(await title()).toHaveValue('Run far')
})

test('Keep both joins the texts of a goal that was changed elsewhere', async () => {
  const goal = aGoal({ title: 'Run', motivation: 'Health' })
  const current = { ...goal, motivation: 'Health and sun', updatedAt: '2024-04-01T10:00:00.000Z' }
  const { actor, api } = openScreen(`/goals/edit/${goal.id}`, {
    [list]: [current],
    'GET /api/goals/:id': goal,
    [patch]: answer(409, { message: 'This goal was changed elsewhere', current }),
  })
  await title()
  const motivation = () => screen.getByLabelText('Why is this important to you?')
  await actor.type(motivation(), ' and friends')
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  await actor.click(await screen.findByRole('button', { name: 'Keep both' }))
  expect(motivation()).toHaveValue('Health and sun\n\nHealth and friends')
  api.on(patch, current)
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(window.location.pathname).toBe('/goals'))
  expect(api.callsOf(patch).at(-1)).toMatchObject({
    body: { motivation: 'Health and sun\n\nHealth and friends', updatedAt: current.updatedAt },
  })
})

test('what another device has changed in another field is put together with it, unasked', async () => {
  const goal = aGoal({ title: 'Run', motivation: 'Health' })
  const current = { ...goal, motivation: 'Health and sun', updatedAt: '2024-04-01T10:00:00.000Z' }
  const { actor, api } = openScreen(`/goals/edit/${goal.id}`, {
    [list]: [current],
    'GET /api/goals/:id': goal,
    [patch]: ({ body }: { body: { updatedAt: string } }) =>
      body.updatedAt === current.updatedAt ? { ...current, ...body } : answer(409, { message: 'x', current }),
  })
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Goal updated successfully')).toBeVisible()
  expect(api.callsOf(patch).at(-1)?.body).toMatchObject({ title: 'Run far', motivation: 'Health and sun' })
})

test('a mark waits without a connection, is shown at once and after a reload, and is sent once', async () => {
  const goal = aGoal({ title: 'Run' })
  const box = () => screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })
  const first = openScreen('/goals', { [list]: [goal], [patch]: offline })
  await first.actor.click(await box())
  expect(await waits()).toBeVisible()
  expect(await box()).toBeChecked()
  expect(screen.queryByText(/^Failed/)).toBeNull()
  first.unmount()
  first.queryClient.clear()

  const { actor, api } = openScreen('/goals', { [list]: [goal], [patch]: offline })
  await actor.click(await screen.findByRole('button', { name: 'Achieved (1)' }))
  expect(await waits()).toBeVisible()
  const achieved = { ...goal, achievedAt: '2026-11-05T12:00:00.000Z' }
  api.on(patch, achieved)
  api.on(list, [achieved])
  comeBack()
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
  expect(api.callsOf(patch).at(-1)).toMatchObject({ params: { id: goal.id }, body: { achieved: true } })
  await waitFor(() => expect(screen.queryByText('Waiting to send')).toBeNull())
})

test('a mark that is taken back without a connection is sent as it is in the end', async () => {
  const goal = aGoal({ title: 'Run' })
  const box = () => screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })
  const { actor, api } = openScreen('/goals', { [list]: [goal], [patch]: offline })
  await actor.click(await box())
  await waits()
  await actor.click(await box())
  await waitFor(async () => expect(await waitingSaves()).toMatchObject([{ values: { achieved: false } }]))
  api.on(patch, goal)
  comeBack()
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
  expect(api.callsOf(patch).at(-1)?.body).toMatchObject({ achieved: false })
  expect(await box()).not.toBeChecked()
})
