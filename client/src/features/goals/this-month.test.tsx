import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { waitingSaves } from '@/test/device'
import { keep, nothingKept } from '@/test/entries-on-device'
import { answer, offline } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { comeBack, newUserEachTest, openScreen, waits } from '@/test/journal-offline'
import { ana, renderApp } from '@/test/render-app'

const list = 'GET /api/goals'
const patch = 'PATCH /api/goals/:id'
const streak = 'GET /api/analytics/streak'

/** Once it has loaded. */
const card = () =>
  waitFor(() => {
    const card = within(screen.getByRole('region', { name: 'This month' }))
    expect(card.queryByText('Loading…')).toBeNull()
    return card
  })
const boxes = () => screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))
const skeletonIsGone = () => waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())

describe('shows', () => {
  test('the open monthly goals, and no others', async () => {
    renderApp('/', {
      [list]: [
        aGoal({ title: 'Run' }),
        aGoal({ title: 'Read', achievedAt: '2026-11-01T12:00:00.000Z' }),
        aGoal({ title: 'Sail', timeline: 'annual' }),
        aGoal({ title: 'A house', timeline: 'long-term' }),
      ],
    })
    await card()
    expect(boxes()).toEqual(['Mark as achieved: Run'])
    expect(screen.getByText('Run')).toHaveAttribute('dir', 'auto')
    expect(screen.queryByRole('link', { name: /^Show all/ })).toBeNull()
  })

  test('five of them, and the way to all', async () => {
    renderApp('/', { [list]: [1, 2, 3, 4, 5, 6, 7].map((number) => aGoal({ title: `Goal ${number}` })) })
    const all = (await card()).getByRole('link', { name: 'Show all 7' })
    expect(all).toHaveAttribute('href', '/goals')
    expect(boxes()).toEqual([1, 2, 3, 4, 5].map((number) => `Mark as achieved: Goal ${number}`))
  })

  test.each([
    [1, '1 day'],
    [12, '12 days in a row'],
  ])('a streak of %i alone where there is no goal', async (count, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00') })
    const { api } = renderApp('/', { [streak]: { streak: count } })
    expect((await card()).getByText(words)).toBeVisible()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(api.callsOf(streak)).toMatchObject([{ query: { date: '2026-11-21' } }])
  })

  test('nothing where there is neither', async () => {
    renderApp()
    await screen.findByRole('list', { name: 'Last seven days' })
    await skeletonIsGone()
    expect(screen.queryByText('This month')).toBeNull()
  })

  test('the streak without the goals when these cannot be loaded, and asks for them again', async () => {
    const { actor, api } = renderApp('/', {
      [list]: answer(500, { message: 'Internal Server Error' }),
      [streak]: { streak: 3 },
    })
    expect((await card()).getByRole('alert')).toHaveTextContent("We couldn't load your goals.")
    expect(screen.getByText('3 days in a row')).toBeVisible()
    api.on(list, [aGoal({ title: 'Run' })])
    await actor.click((await card()).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('the goals without the streak when this cannot be loaded', async () => {
    renderApp('/', { [list]: [aGoal()], [streak]: answer(500, {}) })
    expect((await card()).getByRole('checkbox')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('the goals are asked for once, with those of Goals', async () => {
  const { actor, api } = renderApp('/', { [list]: [aGoal({ title: 'Run' })] })
  await card()
  await actor.click(screen.getByRole('link', { name: 'Goals' }))
  await screen.findByRole('heading', { level: 3, name: 'Run' })
  await actor.click(screen.getByRole('link', { name: 'Home' }))
  await card()
  expect(api.callsOf(list)).toHaveLength(1)
})

describe('a goal is achieved here', () => {
  newUserEachTest()

  const box = () => screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })

  test('with one tap, stays for a moment, and then the next one takes its place', async () => {
    const run = aGoal({ title: 'Run' })
    const achieved = { ...run, achievedAt: '2026-11-05T12:00:00.000Z' }
    const others = [1, 2, 3, 4, 5].map((number) => aGoal({ title: `Goal ${number}` }))
    const { actor, api } = openScreen('/', { [list]: [run, ...others], [patch]: achieved })
    await card()
    api.on(list, [achieved, ...others])
    await actor.click(await box())
    expect(await box()).toBeChecked()
    expect(api.callsOf(patch)).toMatchObject([{ params: { id: run.id }, body: { achieved: true } }])
    await waitFor(() => expect(boxes()).toEqual(others.map(({ title }) => `Mark as achieved: ${title}`)), {
      timeout: 20_000,
    })
    expect(screen.queryByRole('link', { name: /^Show all/ })).toBeNull()
    // The focus was in the row that left.
    expect(screen.getByRole('checkbox', { name: 'Mark as achieved: Goal 1' })).toHaveFocus()
  })

  test('without a connection: it waits, and is sent once', async () => {
    const run = aGoal({ title: 'Run' })
    const { actor, api } = openScreen('/', { [list]: [run], [patch]: offline })
    await actor.click(await box())
    expect(await waits()).toBeVisible()
    expect(await box()).toBeChecked()
    const achieved = { ...run, achievedAt: '2026-11-05T12:00:00.000Z' }
    api.on(patch, achieved)
    api.on(list, [achieved])
    comeBack()
    await waitFor(async () => expect(await waitingSaves()).toEqual([]))
    expect(api.callsOf(patch).at(-1)).toMatchObject({ params: { id: run.id }, body: { achieved: true } })
    await waitFor(() => expect(screen.queryByText('Waiting to send')).toBeNull())
  })
})

describe('without a connection', () => {
  nothingKept()
  const nothingAnswers = {
    [list]: offline,
    [streak]: offline,
    'GET /api/today': offline,
    'GET /api/analytics/monthly-goals': offline,
  }

  test('the goals are those that this device keeps', async () => {
    await keep()
    renderApp('/', nothingAnswers, ana)
    expect(await screen.findByRole('checkbox', { name: 'Mark as achieved: Run a marathon' })).toBeVisible()
    expect((await card()).getByText(/^As kept on this device on/)).toBeVisible()
  })

  test('the card of today alone says that nothing can be reached', async () => {
    renderApp('/', nothingAnswers)
    expect(await screen.findAllByRole('alert')).toHaveLength(1)
    await skeletonIsGone()
    expect(screen.queryByText('This month')).toBeNull()
  })
})
