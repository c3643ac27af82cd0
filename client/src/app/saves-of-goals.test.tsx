import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { goalMarkSender } from '@/features/goals/marks-queries'
import { waitingSaves } from '@/test/device'
import { answer, hanging, offline } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { comeBack, newUserEachTest, openScreen, waits } from '@/test/journal-offline'

newUserEachTest()

const title = () => screen.findByLabelText('Goal Title')
const list = 'GET /api/goals'
const create = 'POST /api/goals'
const patch = 'PATCH /api/goals/:id'

test('the draft of another new goal does not take the place of a goal that waits', async () => {
  const { actor, api } = openScreen('/goals/new', { [list]: [], [create]: offline })
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
  const { actor, api } = openScreen(`/goals/edit/${goal.id}`, {
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
  const { actor } = openScreen('/goals', { [list]: [goal], 'GET /api/goals/:id': offline, [patch]: offline })
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
  const { actor, api } = openScreen('/goals', {
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
  const { actor, api } = openScreen('/goals', { [list]: [goal], [patch]: hanging })
  const box = await screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })
  limit.mockClear()
  await actor.click(box)
  await waitFor(() => expect(api.callsOf(patch)).toHaveLength(1))
  expect(limit.mock.calls.map(([ms]) => ms)).toContainEqual(expect.any(Number))
  expect(limit.mock.calls.filter(([ms]) => ms >= 10_000)).not.toHaveLength(0)
})

test('the form of a goal that waits says the same after a reload', async () => {
  const { actor } = openScreen('/goals/new', { [list]: [], [create]: offline })
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
  const { actor } = openScreen('/goals', {
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

describe('of two new goals', () => {
  async function goalAndDraft() {
    const app = openScreen('/goals/new', { [list]: [], [create]: offline })
    await app.actor.type(await title(), 'Run')
    await app.actor.click(screen.getByRole('button', { name: 'Create Goal' }))
    await waits()
    await app.actor.click(screen.getByRole('button', { name: 'Close' }))
    await app.actor.click(await screen.findByRole('button', { name: 'Add Goal' }))
    await app.actor.type(await title(), 'Swim')
    await app.actor.click(screen.getByRole('button', { name: 'Close' }))
    return app
  }

  test('the one that waits can be saved again and sent, and the draft of the other stays', async () => {
    const { actor, api } = await goalAndDraft()
    await actor.click(await screen.findByRole('button', { name: 'Edit Run' }))
    await actor.type(await title(), ' far')
    await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
    await waitFor(async () => expect(await waitingSaves()).toMatchObject([{ values: { title: 'Run far' } }]))
    await waits()
    await actor.type(await title(), ' away')
    api.on(create, ({ body }: { body: object }) => answer(201, aGoal(body)))
    comeBack()
    await waitFor(async () => expect(await waitingSaves()).toEqual([]))
    expect(await title()).toHaveValue('Run far away')
    expect(JSON.stringify({ ...localStorage })).toContain('Swim')
    expect(JSON.stringify({ ...localStorage })).toContain('Run far away')
  })

  test('words that were typed on the one that waits are in its form when it is stored', async () => {
    const { actor, api } = await goalAndDraft()
    await actor.click(await screen.findByRole('button', { name: 'Edit Run' }))
    await actor.type(await title(), ' far')
    await actor.click(screen.getByRole('button', { name: 'Close' }))
    await screen.findByRole('heading', { name: 'Run' })
    const stored = aGoal({ title: 'Run' })
    api.on(create, answer(201, stored))
    api.on(list, [stored])
    api.on('GET /api/goals/:id', stored)
    comeBack()
    await waitFor(async () => expect(await waitingSaves()).toEqual([]))
    await actor.click(await screen.findByRole('button', { name: 'Edit Run' }))
    expect(await title()).toHaveValue('Run far')
    expect(JSON.stringify({ ...localStorage })).toContain('Swim')
  })

  test('a refused one goes on as the draft of a new goal, and leaves none once it is stored', async () => {
    const { actor, api } = openScreen('/goals/new', { [list]: [], [create]: answer(500, {}) })
    await actor.type(await title(), 'Run')
    await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
    await screen.findByText('Failed to create goal')
    await actor.type(await title(), ' far')
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Run far'))
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('lisa:draft:'))
    expect(drafts()).toHaveLength(1)
    expect(drafts()[0]).toContain(':goal:new:')
    api.on(create, answer(201, aGoal({ title: 'Run far' })))
    await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
    await waitFor(() => expect(window.location.pathname).toBe('/goals'))
    expect(drafts()).toEqual([])
  })
})

test('a goal that is kept and then achieved before the answer is both', async () => {
  let goal = { ...aGoal({ title: 'Run' }), updatedAt: '2026-11-21T08:00:00.000Z' }
  let version = 0
  const { api } = openScreen('/goals', { [list]: () => [goal] })
  await screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })
  api.on(patch, ({ body }: { body: { updatedAt?: string; achieved?: boolean; keptOn?: string } }) => {
    if (body.updatedAt && body.updatedAt !== goal.updatedAt)
      return answer(409, { message: 'This goal was changed elsewhere', current: goal })
    goal = {
      ...goal,
      keptOn: body.keptOn ?? goal.keptOn,
      achievedAt: body.achieved ? '2026-11-21T09:00:00.000Z' : null,
      updatedAt: `2026-11-21T09:00:0${++version}.000Z`,
    }
    return goal
  })
  const { updatedAt } = goal
  const base = { id: goal.id, updatedAt, achieved: false, keptOn: undefined }
  const save = {
    version: 2,
    id: '1',
    key: 'k',
    userId: 'ana',
    kind: 'goal-mark',
    subject: goal.id,
    savedAt: 0,
  }
  await goalMarkSender.send({ ...save, values: { keptOn: '2026-11-21' }, base, seen: [] })
  await goalMarkSender.send({
    ...save,
    values: { keptOn: '2026-11-21', achieved: true },
    base,
    seen: [{ keptOn: '2026-11-21' }],
  })
  expect(goal).toMatchObject({ keptOn: '2026-11-21', achievedAt: expect.any(String) })
})
