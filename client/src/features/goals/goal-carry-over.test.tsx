import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { GoalView } from '@shared/goals'
import { answer } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { openHome } from '@/test/home'
import { at, dayOn, emptyReview, reviewPath } from '@/test/review'

const ofNovember = (given: Partial<GoalView> = {}) =>
  aGoal({ createdAt: '2026-11-10T12:00:00.000Z', ...given })
const lastDay = 'November ends today. Which of these goals do you want to keep?'
const dayAfter = 'November is over. Which of these goals do you want to keep?'

type Patch = { params: Record<string, string>; body: Partial<GoalView> & { achieved?: boolean } }

/** Home on a day with the review of a month or year open. */
async function openReview(moment: string, written: string, ...goals: GoalView[]) {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: new Date(moment),
    shouldAdvanceTime: true,
  })
  const app = await openHome(
    { days: [dayOn(written)] },
    {
      [reviewPath]: emptyReview,
      'GET /api/goals': () => goals,
      'PATCH /api/goals/:id': ({ params, body }: Patch) => {
        const changed = goals.map((goal) =>
          goal.id === params.id
            ? {
                ...goal,
                keptOn: body.keptOn === undefined ? goal.keptOn : body.keptOn,
                achievedAt: body.achieved ? new Date().toISOString() : goal.achievedAt,
              }
            : goal,
        )
        goals = changed
        return goals.find(({ id }) => id === params.id)
      },
      'DELETE /api/goals/:id': ({ params }: { params: Record<string, string> }) =>
        void (goals = goals.filter(({ id }) => id !== params.id)),
    },
  )
  await app.actor.click(app.card.getByRole('button', { name: /^Look back at your/ }))
  await app.card.findByRole('button', { name: 'Write my review' })
  return app
}

/** In what is still shown when no goal is left: a browser takes the focus from an element that is hidden. */
const expectFocusBeforeWriting = () =>
  expect(document.activeElement?.closest('[tabindex="-1"]:not(main)')).toContainElement(
    screen.getByRole('button', { name: 'Write my review' }),
  )

const tenSecondsLater = () => act(() => vi.advanceTimersByTimeAsync(10_000))

const asked = async (name: string) => within(await screen.findByRole('group', { name }))

test('on the last day of a month each goal is kept, achieved or let go with one tap, and is not asked about again', async () => {
  const annual = ofNovember({ title: 'Annual', timeline: 'annual' })
  const { actor, api, unmount } = await openReview(
    '2026-11-30T20:00:00',
    '2026-11-30',
    ofNovember({ title: 'Read' }),
    ofNovember({ title: 'Run' }),
    ofNovember({ title: 'Sail' }),
    annual,
  )
  const group = await asked(lastDay)
  expect(group.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Read', 'Run', 'Sail'])
  await actor.click(group.getByRole('button', { name: 'Keep: Read' }))
  await actor.click(group.getByRole('button', { name: 'Achieved: Run' }))
  await actor.click(group.getByRole('button', { name: 'Let go: Sail' }))
  await waitFor(() => expect(group.getAllByRole('button', { name: /^Undo/ })).toHaveLength(3))
  expect(group.queryByRole('checkbox')).toBeNull()
  expect(group.queryByRole('button', { name: /^Delete/ })).toBeNull()
  await tenSecondsLater()
  expect(screen.queryByRole('group', { name: lastDay })).toBeNull()
  expect(api.callsOf('DELETE /api/goals/:id')).toHaveLength(1)
  expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([
    { body: { keptOn: '2026-12-01' } },
    { body: { achieved: true } },
  ])
  unmount()
  // As on another device, where it was not opened yet.
  localStorage.clear()
  const read = ofNovember({ title: 'Read', keptOn: '2026-12-01' })
  await openReview('2026-12-01T08:00:00', '2026-11-30', read)
  await screen.findByRole('checkbox', { name: 'Mark as achieved: Read' })
  expect(screen.queryByRole('group', { name: /Which of these goals/ })).toBeNull()
})

test('on the day after it is asked in the same words as on Goals', async () => {
  const { actor, api } = await openReview('2026-12-01T08:00:00', '2026-11-30', ofNovember({ title: 'Read' }))
  await actor.click((await asked(dayAfter)).getByRole('button', { name: 'Keep: Read' }))
  await waitFor(() =>
    expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([{ body: { keptOn: '2026-12-01' } }]),
  )
})

test('of many, the first five are shown, and all can be kept at once', async () => {
  const goals = Array.from({ length: 7 }, (_, n) => ofNovember({ title: `Goal ${n}` }))
  const { actor, api } = await openReview('2026-11-30T20:00:00', '2026-11-30', ...goals)
  const group = await asked(lastDay)
  expect(group.getAllByRole('heading')).toHaveLength(5)
  await actor.click(group.getByRole('button', { name: 'Show all 7' }))
  expect(group.getAllByRole('heading')).toHaveLength(7)
  expect(group.getByRole('button', { name: 'Keep: Goal 5' })).toHaveFocus()
  await actor.click(group.getByRole('button', { name: 'Keep all 7' }))
  expect(await group.findByText('7 goals kept for December')).toBeVisible()
  await tenSecondsLater()
  expect(screen.queryByRole('group', { name: lastDay })).toBeNull()
  await waitFor(() => expect(api.callsOf('PATCH /api/goals/:id')).toHaveLength(7))
  expectFocusBeforeWriting()
})

test('after the last goal the focus goes on to writing the review', async () => {
  const { actor } = await openReview('2026-11-30T20:00:00', '2026-11-30', ofNovember({ title: 'Read' }))
  await actor.click((await asked(lastDay)).getByRole('button', { name: 'Keep: Read' }))
  await tenSecondsLater()
  expect(screen.queryByRole('group', { name: lastDay })).toBeNull()
  expectFocusBeforeWriting()
})

test('the review of a year asks about the goals of the year and of December', async () => {
  await openReview(
    '2026-12-31T20:00:00',
    '2026-12-30',
    ofNovember({ title: 'Annual', timeline: 'annual' }),
    ofNovember({ title: 'Monthly', keptOn: '2026-12-02' }),
    ofNovember({ title: 'Vision', timeline: 'long-term' }),
  )
  const ends = (period: string) => asked(`${period} ends today. Which of these goals do you want to keep?`)
  expect((await ends('December')).getByText('Monthly')).toBeVisible()
  expect((await ends('2026')).getByText('Annual')).toBeVisible()
  expect(screen.queryByText('Vision')).toBeNull()
})

test('the review of a week asks nothing', async () => {
  await openReview('2026-11-22T20:00:00', '2026-11-22', ofNovember({ title: 'Read' }))
  expect(screen.queryByRole('group', { name: /Which of these goals/ })).toBeNull()
})

test('when the goals cannot be loaded, that is said beside the rest of the review', async () => {
  at('2026-11-30T20:00:00')
  const { actor, api, card } = await openHome(
    { days: [dayOn('2026-11-30')] },
    { [reviewPath]: emptyReview, 'GET /api/goals': answer(500, { message: 'Internal Server Error' }) },
  )
  await actor.click(card.getByRole('button', { name: 'Look back at your month' }))
  expect(await card.findByText(/^We couldn't load your goals\./)).toBeVisible()
  expect(card.getByText('You wrote on 1 day.')).toBeVisible()
  api.on('GET /api/goals', [ofNovember({ title: 'Read' })])
  await actor.click(card.getByRole('button', { name: 'Retry' }))
  expect((await asked(lastDay)).getByText('Read')).toBeVisible()
})
