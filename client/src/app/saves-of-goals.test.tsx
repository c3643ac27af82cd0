import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { UserView } from '@shared/auth'
import { connection } from '@/lib/api/connection'
import { emptyDevice, waitingSaves } from '@/test/device'
import { answer, hanging, offline, type Routes } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { ana, renderApp } from '@/test/render-app'

emptyDevice()
let user: UserView
beforeEach(() => {
  user = { ...ana, id: crypto.randomUUID() }
  connection.found('ok')
})
const open = (path: string, routes: Routes) => renderApp(path, routes, user)
const title = () => screen.findByLabelText('Goal Title')
const waits = () => screen.findByText('Waiting to send')
const comeBack = () => act(() => connection.found('ok'))
const list = 'GET /api/goals'
const create = 'POST /api/goals'
const patch = 'PATCH /api/goals/:id'

test('the draft of another new goal does not take the place of a goal that waits', async () => {
  const { actor, api } = open('/goals/new', { [list]: [], [create]: offline })
  await actor.type(await title(), 'Run')
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  await waits()
  await actor.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByRole('heading', { name: 'Run' })
  // Another goal is begun and left.
  await actor.click(screen.getByRole('button', { name: 'Add Goal' }))
  await actor.type(await title(), 'Swim')
  await actor.click(screen.getByRole('button', { name: 'Close' }))
  await actor.click(await screen.findByRole('button', { name: 'Edit Run' }))
  const shown = ((await title()) as HTMLInputElement).value
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  api.on(create, ({ body }: { body: object }) => answer(201, aGoal(body)))
  comeBack()
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
  const created = api.callsOf(create).map(({ body }) => (body as { title: string }).title)
  expect(created.slice(-2)).toContain('Run')
  expect(shown).toBe('Run')
})

test('words for a goal that was deleted elsewhere, refused in its open form, are not lost when it is left', async () => {
  const goal = aGoal({ title: 'Run' })
  const { actor, api } = open(`/goals/edit/${goal.id}`, {
    [list]: [],
    'GET /api/goals/:id': goal,
    [patch]: answer(404, { message: 'Goal not found' }),
  })
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Failed to update goal')
  api.on('GET /api/goals/:id', answer(404, { message: 'Goal not found' }))
  await actor.click(screen.getByRole('button', { name: 'Cancel' }))
  await actor.click(await screen.findByRole('button', { name: 'Add Goal' }))
  expect(await title()).toHaveValue('Run far')
})

test('a discarded draft leaves a goal as it waits', async () => {
  const goal = aGoal({ title: 'Run' })
  const { actor } = open('/goals', { [list]: [goal], 'GET /api/goals/:id': offline, [patch]: offline })
  await actor.click(await screen.findByRole('button', { name: 'Edit Run' }))
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waits()
  await actor.type(await title(), ' away')
  await actor.click(screen.getByRole('button', { name: 'Cancel' }))
  await actor.click(await screen.findByRole('button', { name: 'Edit Run far' }))
  expect(await title()).toHaveValue('Run far away')
  await actor.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(await title()).toHaveValue('Run far')
})

test('a goal that was deleted elsewhere leaves the list when its mark is refused', async () => {
  const goal = aGoal({ title: 'Run' })
  const { actor, api } = open('/goals', {
    [list]: [goal],
    [patch]: answer(404, { message: 'Goal not found' }),
  })
  const box = await screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })
  api.on(list, [])
  await actor.click(box)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Mark as achieved: Run' })).toBeNull(), {
    timeout: 1000,
  })
})

test('a mark has a time limit', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  const goal = aGoal({ title: 'Run' })
  const { actor, api } = open('/goals', { [list]: [goal], [patch]: hanging })
  const box = await screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })
  limit.mockClear()
  await actor.click(box)
  await waitFor(() => expect(api.callsOf(patch)).toHaveLength(1))
  expect(limit.mock.calls.map(([ms]) => ms)).toContainEqual(expect.any(Number))
  expect(limit.mock.calls.filter(([ms]) => ms >= 10_000)).not.toHaveLength(0)
})

test('the form of a goal that waits says the same after a reload', async () => {
  const { actor } = open('/goals/new', { [list]: [], [create]: offline })
  await actor.type(await title(), 'Run')
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  await waits()
  await actor.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByRole('heading', { name: 'Run' })
  await actor.click(await screen.findByRole('button', { name: 'Edit Run' }))
  await actor.type(await title(), ' far')
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  await waitFor(async () => expect(await waitingSaves()).toMatchObject([{ values: { title: 'Run far' } }]))
})

test('a mark that is toggled quickly ends as it was clicked last', async () => {
  const goal = aGoal({ title: 'Run' })
  let achieved = false
  const { actor } = open('/goals', {
    [list]: () => [{ ...goal, achievedAt: achieved ? '2026-11-05T12:00:00.000Z' : null }],
    [patch]: async ({ body }: { body: { achieved: boolean } }) => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      achieved = body.achieved
      return { ...goal, achievedAt: achieved ? '2026-11-05T12:00:00.000Z' : null }
    },
  })
  const box = () => screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })
  for (let i = 0; i < 5; i++) await actor.click(await box())
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(achieved).toBe(true)
  expect(await box()).toBeChecked()
})
