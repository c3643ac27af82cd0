import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { GoalView } from '@shared/goals'
import { announce } from '@/lib/api/page-user'
import { keptCopies } from '@/lib/device/kept-copies'
import { draftOf } from '@/lib/saving/drafts'
import { waitingSaves } from '@/test/device'
import { answer, offline } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { comeBack, newUserEachTest, openScreen, waits } from '@/test/journal-offline'
import { ana, renderApp } from '@/test/render-app'

newUserEachTest()

const [list, one, create, patch] = [
  'GET /api/goals',
  'GET /api/goals/:id',
  'POST /api/goals',
  'PATCH /api/goals/:id',
]
const house = aGoal({ title: 'A house by the sea', timeline: 'long-term' })
const marathon = aGoal({ title: 'Run a marathon', timeline: 'annual' })
const portuguese = aGoal({ title: 'Speak Portuguese', timeline: 'annual' })
const done = aGoal({ title: 'Move', timeline: 'annual', achievedAt: '2024-03-11T10:00:00.000Z' })
const run = aGoal({ title: 'Run 40 km', parentId: marathon.id })
const all = [run, done, portuguese, marathon, house]
const later = '2024-04-01T10:00:00.000Z'

const title = () => screen.findByLabelText('Goal Title')
const select = () => screen.findByRole('combobox', { name: 'Part of' })
const noSelect = () => expect(screen.queryByRole('combobox')).toBeNull()
const choices = (box: HTMLElement) =>
  within(box)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const saveChanges = () => screen.findByRole('button', { name: 'Save Changes' })
const refusal = answer(400, {
  message: 'Invalid',
  errors: [{ path: 'parentId', message: 'Choose one of your annual or long-term goals' }],
})

function openRun(routes = {}, goal = run) {
  return openScreen(`/goals/edit/${goal.id}`, { [list]: all, [one]: goal, [patch]: goal, ...routes })
}

describe('Part of', () => {
  test('offers the open goals of longer timelines, and none first', async () => {
    const { actor, api } = openScreen('/goals/new', { [list]: all, [create]: answer(201, run) })
    expect(choices(await select())).toEqual([
      'None',
      'Speak Portuguese',
      'Run a marathon',
      'A house by the sea',
    ])
    expect(await select()).toHaveDisplayValue('None')
    await actor.click(screen.getByRole('radio', { name: 'Annual' }))
    expect(choices(await select())).toEqual(['None', 'A house by the sea'])
    await actor.click(screen.getByRole('radio', { name: '5-Year' }))
    noSelect()
    await actor.click(screen.getByRole('radio', { name: 'Monthly' }))
    await actor.selectOptions(await select(), 'Run a marathon')
    await actor.type(await title(), 'Run 40 km')
    await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
    await screen.findByText('Goal created successfully')
    expect(api.callsOf(create)[0]?.body).toMatchObject({ parentId: marathon.id })
  })

  test('shows what is saved, and removes it', async () => {
    const { actor, api } = openRun()
    expect(await select()).toHaveDisplayValue('Run a marathon')
    await actor.selectOptions(await select(), 'None')
    await actor.click(await saveChanges())
    await screen.findByText('Goal updated successfully')
    expect(api.callsOf(patch)[0]?.body).toMatchObject({ parentId: null })
  })

  test('does not offer a goal to itself, nor one that was achieved, unless it is part of that', async () => {
    const { actor } = openRun({}, { ...portuguese, parentId: house.id })
    await select()
    await actor.click(screen.getByRole('radio', { name: 'Monthly' }))
    expect(choices(await select())).toEqual(['None', 'Run a marathon', 'A house by the sea'])
    expect(await select()).toHaveDisplayValue('A house by the sea')
  })

  test('keeps the achieved goal that a goal is part of', async () => {
    openRun({}, { ...run, parentId: done.id })
    expect(await select()).toHaveDisplayValue('Move')
  })

  test('is not there without a goal to choose', async () => {
    const { api } = openScreen('/goals/new', { [list]: [run] })
    await title()
    await waitFor(() => expect(api.callsOf(list)).toHaveLength(1))
    noSelect()
    await waitFor(() => expect(screen.queryByText('Part of')).toBeNull())
  })

  test.each(['Annual', '5-Year'])('is dropped when it no longer fits: %s', async (timeline) => {
    const { actor, api } = openRun()
    await select()
    await actor.click(screen.getByRole('radio', { name: timeline }))
    await actor.click(await saveChanges())
    await screen.findByText('Goal updated successfully')
    expect(api.callsOf(patch)[0]?.body).toMatchObject({ parentId: null })
  })

  test('comes back with the timeline, after a slip', async () => {
    const { actor, api } = openRun()
    await select()
    await actor.click(screen.getByRole('radio', { name: '5-Year' }))
    noSelect()
    await actor.click(screen.getByRole('radio', { name: 'Monthly' }))
    expect(await select()).toHaveDisplayValue('Run a marathon')
    await actor.click(screen.getByRole('radio', { name: 'Annual' }))
    expect(await select()).toHaveDisplayValue('None')
    await actor.selectOptions(await select(), 'A house by the sea')
    await actor.click(screen.getByRole('radio', { name: 'Monthly' }))
    expect(await select()).toHaveDisplayValue('A house by the sea')
    await actor.selectOptions(await select(), 'None')
    await actor.click(screen.getByRole('radio', { name: '5-Year' }))
    await actor.click(screen.getByRole('radio', { name: 'Monthly' }))
    expect(await select()).toHaveDisplayValue('None')
    await actor.click(await saveChanges())
    await screen.findByText('Goal updated successfully')
    expect(api.callsOf(patch)[0]?.body).toMatchObject({ timeline: 'monthly', parentId: null })
  })

  test('asks again for a goal that the list of before lacks', async () => {
    const { actor, api } = openScreen('/goals', { [list]: [run], [one]: run })
    await screen.findByText('Run 40 km')
    api.on(list, all)
    await actor.click(screen.getByRole('button', { name: 'Edit Run 40 km' }))
    expect(await select()).toHaveDisplayValue('Run a marathon')
    expect(api.callsOf(list)).toHaveLength(2)
  })
})

describe('a larger goal that was deleted elsewhere', () => {
  const others = all.filter((goal) => goal !== marathon)
  const taken = ({ body }: { body: { parentId: string | null } }) =>
    body.parentId ? refusal : { ...run, ...body }

  test('holds up no words of a goal that names it', async () => {
    const { actor, api } = openRun({ [list]: others, [patch]: taken })
    expect(await select()).toHaveDisplayValue('None')
    await actor.type(await title(), ' far')
    await actor.click(await saveChanges())
    expect(await screen.findByText('Goal updated successfully')).toBeVisible()
    expect(api.callsOf(patch).map(({ body }) => body)).toMatchObject([
      { title: 'Run 40 km far', parentId: marathon.id },
      { title: 'Run 40 km far', parentId: null, updatedAt: run.updatedAt },
    ])
  })

  test('holds up none of a new goal that waits', async () => {
    const { actor, api } = openScreen('/goals/new', { [list]: all, [create]: offline })
    await actor.selectOptions(await select(), 'Run a marathon')
    await actor.type(await title(), 'Run')
    await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
    await waits()
    expect(await waitingSaves()).toMatchObject([{ values: { parentId: marathon.id } }])
    api.on(create, (call: { body: { parentId: string | null } }) =>
      call.body.parentId ? refusal : answer(201, run),
    )
    comeBack()
    expect(await screen.findByText('Goal created successfully')).toBeVisible()
    expect(api.callsOf(create).at(-1)?.body).toMatchObject({ title: 'Run', parentId: null })
    await waitFor(async () => expect(await waitingSaves()).toEqual([]))
  })
})

test('a draft keeps the larger goal, also after a reload', async () => {
  const routes = { [list]: all, [one]: run }
  const first = renderApp(`/goals/edit/${run.id}`, routes)
  await first.actor.selectOptions(await select(), 'Speak Portuguese')
  first.unmount()
  expect(draftOf(ana.id, 'goal', run.id).read()).toMatchObject({ values: { parentId: portuguese.id } })

  const { actor } = renderApp(`/goals/edit/${run.id}`, routes)
  expect(await screen.findByText('We kept your draft')).toBeVisible()
  expect(await select()).toHaveDisplayValue('Speak Portuguese')
  await actor.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(await select()).toHaveDisplayValue('Run a marathon')
})

test('without a network the goals of this device are offered, as they will be, and the choice waits', async () => {
  const { actor, api, unmount } = openScreen(`/goals/edit/${marathon.id}`, {
    [list]: all,
    [one]: marathon,
    [patch]: offline,
  })
  await actor.type(await title(), ' in May')
  await actor.click(await saveChanges())
  await waits()
  unmount()

  const userId = api.callsOf(patch)[0]?.headers.get('X-Lisa-User') ?? ''
  announce(userId)
  await keptCopies(userId).start([], all)
  const again = renderApp(
    '/goals/new',
    { [list]: offline, [create]: offline, [patch]: offline },
    { ...ana, id: userId },
  )
  await again.actor.type(await title(), 'Run')
  await again.actor.selectOptions(await select(), 'Run a marathon in May')
  await again.actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  await waits()
  expect((await waitingSaves()).map(({ values }) => values)).toContainEqual(
    expect.objectContaining({ title: 'Run', parentId: marathon.id }),
  )
})

test.each([
  ['without a network and without goals on this device', offline],
  ['after a failure', answer(500, {})],
  ['while the goals load', () => new Promise(() => {})],
])('%s the link stays as it is', async (_, goals) => {
  const { actor, api } = openRun({ [list]: goals })
  await actor.type(await title(), ' far')
  expect(await screen.findByText('Part of')).toBeVisible()
  noSelect()
  await actor.click(await saveChanges())
  await screen.findByText('Goal updated successfully')
  expect(api.callsOf(patch)[0]?.body).toMatchObject({ parentId: marathon.id })
})

test('that the larger goals could not be loaded is said, and they are asked for again', async () => {
  const { actor, api } = openRun({ [list]: answer(500, {}) })
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your goals.")
  api.on(list, all)
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await select()).toHaveDisplayValue('Run a marathon')
  await actor.click(screen.getByRole('radio', { name: '5-Year' }))
  expect(screen.queryByText('Part of')).toBeNull()
})

describe('a goal that was changed elsewhere', () => {
  const current: GoalView = { ...run, parentId: house.id, updatedAt: later }
  const changed = ({ body }: { body: { updatedAt: string } }) =>
    body.updatedAt === later ? { ...current, ...body } : answer(409, { message: 'x', current })

  test('is put together with a change of another field, unasked', async () => {
    const { actor, api } = openRun({ [patch]: changed })
    await actor.type(await title(), ' far')
    await actor.click(await saveChanges())
    await screen.findByText('Goal updated successfully')
    expect(api.callsOf(patch).at(-1)?.body).toMatchObject({ title: 'Run 40 km far', parentId: house.id })
  })

  test('asks between two larger goals by their titles, and Keep both keeps the one in the form', async () => {
    const { actor, api } = openRun({ [patch]: changed })
    await actor.selectOptions(await select(), 'Speak Portuguese')
    await actor.click(await saveChanges())
    const saved = within(await screen.findByRole('alert'))
    expect(saved.getByText('Saved: Part of').nextElementSibling).toHaveTextContent('A house by the sea')
    await actor.click(screen.getByRole('button', { name: 'Keep both' }))
    await actor.click(await saveChanges())
    await screen.findByText('Goal updated successfully')
    expect(api.callsOf(patch).at(-1)?.body).toMatchObject({ parentId: portuguese.id, updatedAt: later })
  })

  test('shows that it is part of none any more', async () => {
    const none = { ...current, parentId: null }
    const { actor } = openRun({ [patch]: answer(409, { message: 'x', current: none }) })
    await actor.selectOptions(await select(), 'Speak Portuguese')
    await actor.click(await saveChanges())
    const saved = within(await screen.findByRole('alert'))
    expect(saved.getByText('Saved: Part of').nextElementSibling).toHaveTextContent('(empty)')
    await actor.click(screen.getByRole('button', { name: 'Use the saved version' }))
    expect(await select()).toHaveDisplayValue('None')
  })

  test('is not part of what was dropped here', async () => {
    const none = { ...current, parentId: null }
    const { actor } = openRun({ [patch]: answer(409, { message: 'x', current: none }) })
    await select()
    await actor.click(screen.getByRole('radio', { name: '5-Year' }))
    await actor.type(await title(), ' far')
    await actor.click(await saveChanges())
    await actor.click(await screen.findByRole('button', { name: 'Use the saved version' }))
    expect(await select()).toHaveDisplayValue('None')
  })
})
