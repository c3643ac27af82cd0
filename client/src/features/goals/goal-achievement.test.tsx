import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { GoalView } from '@shared/goals'
import { answer } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { renderApp } from '@/test/render-app'

const box = (title: string) => screen.findByRole('checkbox', { name: `Mark as achieved: ${title}` })
const button = (name: string) => screen.getByRole('button', { name })
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const achievedAt = '2026-11-05T12:00:00.000Z'

type Patch = { params: Record<string, string>; body: unknown }

/** A server that keeps what it is told. */
function renderGoals(...goals: GoalView[]) {
  const patch = ({ params, body }: Patch) => {
    const { achieved } = body as { achieved: boolean }
    goals = goals.map((goal) =>
      goal.id === params.id ? { ...goal, achievedAt: achieved ? achievedAt : null } : goal,
    )
    return goals.find(({ id }) => id === params.id)
  }
  return renderApp('/goals', { 'GET /api/goals': () => goals, 'PATCH /api/goals/:id': patch })
}

test('a goal is achieved with one click, shows the date, stays for a moment and is then folded away', async () => {
  const run = aGoal({ title: 'Run' })
  const { actor, api } = renderGoals(run, aGoal({ title: 'Rest' }))
  await actor.click(await box('Run'))
  expect(await screen.findByText('November 5, 2026')).toBeVisible()
  expect(await box('Run')).toBeChecked()
  expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([
    { path: `/api/goals/${run.id}`, body: { achieved: true } },
  ])
  expect(button('Achieved (1)')).toHaveAttribute('aria-expanded', 'false')
  await waitFor(() => expect(titles()).toEqual(['Rest']), { timeout: 20_000 })
  // The focus was in the row that left.
  expect(await box('Rest')).toHaveFocus()
})

test('a slip is undone on the spot', async () => {
  const { actor, api } = renderGoals(aGoal({ title: 'Run' }))
  await actor.click(await box('Run'))
  await screen.findByRole('button', { name: 'Achieved (1)' })
  await actor.click(await box('Run'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Achieved (1)' })).toBeNull())
  await waitFor(() => expect(api.callsOf('PATCH /api/goals/:id')).toHaveLength(2))
  expect(await box('Run')).not.toBeChecked()
})

test('achieved goals are folded at the end of their card, the latest first, and can be open again', async () => {
  const { actor, api } = renderGoals(
    aGoal({ title: 'First', achievedAt: '2026-10-01T12:00:00.000Z' }),
    aGoal({ title: 'Last', achievedAt: '2026-11-01T12:00:00.000Z' }),
    aGoal({ title: 'Open' }),
  )
  await box('Open')
  expect(titles()).toEqual(['Open'])
  await actor.click(button('Achieved (2)'))
  expect(titles()).toEqual(['Open', 'Last', 'First'])
  expect(screen.getByText('October 1, 2026')).toBeVisible()
  await actor.click(await box('Last'))
  await waitFor(() => expect(titles()).toEqual(['Last', 'Open', 'First']))
  expect(button('Achieved (1)')).toHaveAttribute('aria-expanded', 'true')
  expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([{ body: { achieved: false } }])
  expect(document.activeElement).not.toBe(document.body)
  // While they are unfolded, a goal goes there at once.
  await actor.click(await box('Open'))
  await waitFor(() => expect(titles()).toEqual(['Last', 'Open', 'First']))
  expect(screen.getAllByRole('checkbox', { name: 'Mark as achieved: Open' })).toHaveLength(1)
})

test('when all are achieved the card says so and invites to another', async () => {
  const { actor } = renderGoals(aGoal({ title: 'Run', timeline: 'annual', achievedAt }))
  expect(await screen.findByText("You've achieved all of these.")).toBeVisible()
  const card = within(screen.getByRole('region', { name: '2025 Goals' }))
  expect(card.queryByText('No annual goals yet')).toBeNull()
  await actor.click(card.getByRole('link', { name: 'Add another annual goal' }))
  expect(await screen.findByRole('radio', { name: 'Annual' })).toBeChecked()
})

test('a goal is shown as achieved at once, and as open again with a sentence when the server refuses', async () => {
  let end = (_answer: Response) => {}
  const { actor } = renderApp('/goals', {
    'GET /api/goals': [aGoal({ title: 'Run' })],
    'PATCH /api/goals/:id': () => new Promise((resolve) => (end = resolve)),
  })
  await actor.click(await box('Run'))
  expect(await screen.findByRole('button', { name: 'Achieved (1)' })).toBeVisible()
  expect(await box('Run')).toBeChecked()
  end(answer(503, { message: 'Lisa cannot reach its database.' }))
  // A sentence of its own: the form's toast is 'Failed to update goal', and nothing else.
  const sentence = "Your change to that goal wasn't saved. Lisa cannot reach its database."
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(await box('Run')).not.toBeChecked()
  expect(screen.queryByRole('button', { name: 'Achieved (1)' })).toBeNull()
})

test('two goals that are achieved one right after the other both stay achieved', async () => {
  const { actor, api } = renderGoals(aGoal({ title: 'Run' }), aGoal({ title: 'Rest' }))
  await actor.click(await box('Run'))
  await actor.click(await box('Rest'))
  await waitFor(() => expect(api.callsOf('PATCH /api/goals/:id')).toHaveLength(2))
  expect(await screen.findByRole('button', { name: 'Achieved (2)' })).toBeVisible()
})

test('a row opens its why and its measure, and only a row that has some', async () => {
  const { actor } = renderGoals(
    aGoal({ title: 'Run', motivation: 'For my heart', successIndicators: 'Five kilometres' }),
    aGoal({ title: 'Rest' }),
    aGoal({ title: 'Sail', timeline: 'long-term', description: 'Round the island' }),
  )
  await box('Run')
  expect(screen.queryByText('For my heart')).toBeNull()
  const why = button('Show why: Run')
  await actor.click(why)
  expect(why).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText('For my heart')).toBeVisible()
  expect(screen.getByText('Five kilometres')).toBeVisible()
  await actor.click(why)
  expect(screen.queryByText('For my heart')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show why: Rest' })).toBeNull()
  await actor.click(button('Show why: Sail'))
  expect(screen.getByText('Round the island')).toBeVisible()
})

test('the open goals of a card are folded from the sixth on', async () => {
  const numbered = Array.from({ length: 34 }, (_, i) => aGoal({ title: `Goal ${i + 1}` }))
  const { actor } = renderGoals(...numbered, aGoal({ title: 'Done', achievedAt }))
  await box('Goal 5')
  expect(titles()).toHaveLength(5)
  await actor.click(button('Show all 34'))
  expect(titles()).toHaveLength(34)
  expect(await box('Goal 6')).toHaveFocus()
  await actor.click(button('Show fewer'))
  expect(titles()).toHaveLength(5)
})

test('five open goals are all shown', async () => {
  renderGoals(...Array.from({ length: 5 }, (_, i) => aGoal({ title: `Goal ${i + 1}` })))
  await box('Goal 5')
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('texts of goals run in the direction of their script, where they are shown and where they are typed', async () => {
  const { actor } = renderGoals(aGoal({ title: 'أقرأ', description: 'كتب', motivation: 'تهدئني' }))
  await box('أقرأ')
  await actor.click(button('Show why: أقرأ'))
  for (const text of ['أقرأ', 'كتب', 'تهدئني']) expect(screen.getByText(text)).toHaveAttribute('dir', 'auto')
  await actor.click(button('Add Goal'))
  await screen.findByLabelText('Goal Title')
  for (const field of screen.getAllByRole('textbox')) expect(field).toHaveAttribute('dir', 'auto')
})
