import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer } from '@/test/fake-api'
import { aGoal, answerConfirm } from '@/test/goals'
import { renderApp } from '@/test/render-app'

test('a goal is deleted once that is confirmed, and the list is read again', async () => {
  const run = aGoal({ title: 'Run' })
  const rest = aGoal({ title: 'Rest' })
  const confirm = answerConfirm(true)
  let goals = [run, rest]
  const { actor, api } = renderApp('/goals', {
    'GET /api/goals': () => goals,
    'DELETE /api/goals/:id': () => void (goals = [rest]),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this goal?')
  expect(await screen.findByText('Goal deleted successfully')).toBeVisible()
  expect(screen.getByText('Success')).toBeVisible()
  expect(screen.queryByText('Run')).toBeNull()
  expect(screen.getByText('Rest')).toBeVisible()
  expect(api.callsOf('DELETE /api/goals/:id').map(({ path }) => path)).toEqual([`/api/goals/${run.id}`])
  await waitFor(() => expect(api.callsOf('GET /api/goals')).toHaveLength(2))
  expect(document.activeElement).not.toBe(document.body)
})

test('nothing is deleted when the question is answered with no', async () => {
  answerConfirm(false)
  const { actor, api } = renderApp('/goals', { 'GET /api/goals': [aGoal({ title: 'Run' })] })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(api.callsOf('DELETE /api/goals/:id')).toEqual([])
  expect(screen.getByText('Run')).toBeVisible()
})

test('a goal stays in sight, its button busy, until the server has deleted it', async () => {
  answerConfirm(true)
  const { actor } = renderApp('/goals', {
    'GET /api/goals': [aGoal({ title: 'Run' }), aGoal({ title: 'Rest' })],
    'DELETE /api/goals/:id': () => new Promise(() => {}),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  await actor.click(screen.getByRole('button', { name: 'Delete Rest' }))
  expect(screen.getByRole('button', { name: 'Delete Run' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Delete Rest' })).toBeDisabled()
  expect(screen.getByText('Run')).toBeVisible()
})

test('a failed deletion says so, and the goal stays', async () => {
  answerConfirm(true)
  const { actor } = renderApp('/goals', {
    'GET /api/goals': [aGoal({ title: 'Run' })],
    'DELETE /api/goals/:id': answer(500, { message: 'Internal Server Error' }),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(await screen.findByText('Failed to delete goal')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  expect(screen.getByText('Run')).toBeVisible()
})

test('a goal that was deleted elsewhere leaves the list', async () => {
  answerConfirm(true)
  let goals = [aGoal({ title: 'Run' })]
  const { actor } = renderApp('/goals', {
    'GET /api/goals': () => goals,
    'DELETE /api/goals/:id': () => {
      goals = []
      return answer(404, { message: 'Goal not found' })
    },
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(await screen.findByText('No monthly goals yet')).toBeVisible()
  expect(await screen.findByText('Failed to delete goal')).toBeVisible()
})

test('a lost session is told and leads to the sign-in', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  answerConfirm(true)
  const { actor } = renderApp('/goals', {
    'GET /api/goals': [aGoal({ title: 'Run' })],
    'DELETE /api/goals/:id': answer(401, { message: 'Unauthorized' }),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
  expect(screen.queryByText('Failed to delete goal')).toBeNull()
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
})

test('after a deletion the focus goes on to the next goal, and from the last one to the card', async () => {
  answerConfirm(true)
  let goals = [aGoal({ title: 'Run' }), aGoal({ title: 'Rest' })]
  const { actor } = renderApp('/goals', {
    'GET /api/goals': () => goals,
    'DELETE /api/goals/:id': ({ params }: { params: Record<string, string> }) =>
      void (goals = goals.filter(({ id }) => id !== params.id)),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Rest' })).toHaveFocus())
  await actor.click(screen.getByRole('button', { name: 'Delete Rest' }))
  await screen.findByText('No monthly goals yet')
  expect(document.activeElement).toContainElement(screen.getByText('No monthly goals yet'))
})

test('Undo in the toast brings the goal back, or says where it is', async () => {
  answerConfirm(true)
  const goals = [aGoal({ title: 'Run' }), aGoal({ title: 'Rest' })]
  const restore = 'POST /api/versions/:id/restore'
  const { actor, api, queryClient } = renderApp('/goals', {
    'GET /api/goals': () => goals,
    'DELETE /api/goals/:id': undefined,
    'GET /api/deleted': goals.map(({ id, title }) => ({ id: `deleted ${title}`, kind: 'goal', rowId: id })),
    [restore]: answer(500, {}),
  })
  const isJournalOutdated = () => queryClient.getQueryState(['journal-entries', 'months'])?.isInvalidated
  queryClient.setQueryData(['journal-entries', 'months'], [])
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  await actor.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(isJournalOutdated()).toBe(true)
  await screen.findByText(/^The goal is not back\. You can restore it in Settings/)

  api.on(restore, goals[1])
  queryClient.setQueryData(['deleted'], [])
  await actor.click(await screen.findByRole('button', { name: 'Delete Rest' }))
  queryClient.setQueryData(['journal-entries', 'months'], [])
  await actor.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Goal restored successfully')
  expect(api.callsOf(restore).at(-1)?.path).toBe('/api/versions/deleted%20Rest/restore')
  expect(isJournalOutdated()).toBe(true)
  expect(queryClient.getQueryState(['deleted'])?.isInvalidated).toBe(true)
})
