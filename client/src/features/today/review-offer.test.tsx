import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connection } from '@/lib/api/connection'
import { clearDrafts } from '@/lib/device/storage'
import { answer, offline } from '@/test/fake-api'
import { openHome } from '@/test/home'
import { at, dayOn, emptyReview, reviewPath } from '@/test/review'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

const sunday = '2026-11-22T20:00:00'
beforeEach(() => void at(sunday))

const days = [dayOn('2026-11-18')]
const review = { [reviewPath]: emptyReview }
const earlierDays = 'GET /api/analytics/days'
const offer = { name: /^Look back at your/ }
const week = { name: 'Look back at your week' }
const openedWeek = async () => {
  const app = await openHome({ days }, review)
  await app.actor.click(app.card.getByRole('button', week))
  await screen.findByText('You wrote on 1 day.')
  return app
}

describe('the week', () => {
  test('is offered on Sunday evening without asking the server, and opens in place', async () => {
    const { actor, api, card } = await openHome({ days }, review)
    const button = card.getByRole('button', week)
    expect(api.callsOf(reviewPath)).toEqual([])
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await actor.click(button)
    const region = within(await card.findByRole('region', week))
    expect(await region.findByText('You wrote on 1 day.')).toBeVisible()
    expect(api.callsOf(reviewPath)).toMatchObject([{ query: { from: '2026-11-16', to: '2026-11-22' } }])
    await actor.click(button)
    expect(card.queryByRole('region', week)).toBeNull()
    expect(button).toHaveFocus()
  })

  test.each([
    ['before Sunday noon', '2026-11-22T11:59:00', '2026-11-18', 0],
    ['on Saturday', '2026-11-21T20:00:00', '2026-11-18', 0],
    ['on Tuesday', '2026-11-24T08:00:00', '2026-11-18', 0],
    ['without an entry', sunday, '2026-11-23', 1],
    ['with an entry of the next week only', '2026-11-23T08:00:00', '2026-11-23', 1],
  ])('is not offered %s', async (_, moment, date, calls) => {
    at(moment)
    const { api, card } = await openHome({ days: [dayOn(date)] }, { [earlierDays]: [] })
    await waitFor(() => expect(api.callsOf(earlierDays)).toHaveLength(calls))
    expect(card.queryByRole('button', offer)).toBeNull()
  })

  test('is offered on Monday for its Monday alone, which is not among the last seven days', async () => {
    at('2026-11-23T08:00:00')
    const { api, card } = await openHome({}, { [earlierDays]: [dayOn('2026-11-16')] })
    expect(await card.findByRole('button', week)).toBeVisible()
    expect(api.callsOf(earlierDays)).toMatchObject([{ query: { from: '2026-11-16', to: '2026-11-22' } }])
  })

  test('is not offered a second time, but is there until the end of Monday; a sign-out forgets that', async () => {
    const { actor, card, unmount } = await openedWeek()
    await actor.click(card.getByRole('button', week))
    unmount()
    at('2026-11-23T23:59:00')
    const again = await openHome({ days }, review)
    expect(again.card.queryByRole('button', offer)).toBeNull()
    const quiet = again.card.getByRole('button', { name: 'Your week' })
    await again.actor.click(quiet)
    expect(await again.card.findByRole('region', week)).toBeVisible()
    await again.actor.click(again.card.getByRole('button', week))
    expect(again.card.getByRole('button', { name: 'Your week' })).toHaveFocus()
    again.unmount()
    at('2026-11-24T00:00:00')
    const tooLate = await openHome({ days })
    expect(tooLate.card.queryByRole('button', { name: /your week/i })).toBeNull()
    tooLate.unmount()
    at(sunday)
    // As a sign-out does.
    clearDrafts()
    const later = await openHome({ days })
    expect(later.card.getByRole('button', week)).toBeVisible()
  })

  test('that was opened does not stand for the next one', async () => {
    const { unmount } = await openedWeek()
    unmount()
    at('2026-11-29T20:00:00')
    const { card } = await openHome({ days: [dayOn('2026-11-25')] })
    expect(card.getByRole('button', week)).toBeVisible()
  })

  test('stays open on the way back from a day', async () => {
    const { actor, card, api } = await openedWeek()
    api.on('GET /api/journal-entries/by-date/:date', answer(404, { message: 'Journal entry not found' }))
    api.on(earlierDays, days)
    await actor.click(within(card.getByRole('list', { name: 'Last seven days' })).getAllByRole('link')[2]!)
    await screen.findByText(/^Nothing written/)
    act(() => window.history.back())
    expect(await screen.findByRole('region', week)).toBeVisible()
    expect(screen.getByText('You wrote on 1 day.')).toBeVisible()
  })

  test('is not offered without a connection', async () => {
    const { card } = await openHome({ days })
    act(() => connection.found('offline'))
    expect(card.queryByRole('button', offer)).toBeNull()
    act(() => connection.found('ok'))
    expect(card.getByRole('button', week)).toBeVisible()
  })
})

describe('longer times', () => {
  test.each([
    ['2026-11-30T08:00:00', 'month'],
    ['2026-12-01T23:59:00', 'month'],
    ['2028-02-29T08:00:00', 'month'],
    ['2026-12-31T08:00:00', 'year'],
    ['2027-01-01T08:00:00', 'year'],
  ])('on %s it is the %s', async (moment, name) => {
    at(moment)
    const yesterday = new Date(Date.parse(moment) - 86_400_000).toISOString().slice(0, 10)
    const { card } = await openHome({ days: [dayOn(yesterday)] })
    expect(card.getAllByRole('button', offer).map((button) => button.textContent)).toEqual([
      `Look back at your ${name}`,
    ])
  })

  test('a month without an entry in its last days is asked for', async () => {
    at('2026-11-30T08:00:00')
    const { api, card } = await openHome({}, { [earlierDays]: [dayOn('2026-11-02')] })
    expect(await card.findByRole('button', { name: 'Look back at your month' })).toBeVisible()
    expect(api.callsOf(earlierDays)).toMatchObject([{ query: { from: '2026-11-01', to: '2026-11-30' } }])
  })

  test('where it has none, the next shorter time takes its place', async () => {
    at('2023-01-01T20:00:00')
    const { card } = await openHome({ days: [dayOn('2023-01-01')] }, { [earlierDays]: [] })
    expect(await card.findByRole('button', week)).toBeVisible()
  })

  test('nothing is offered when it cannot be told whether there is an entry', async () => {
    at('2026-11-30T08:00:00')
    const { api, card } = await openHome({}, { [earlierDays]: answer(500, { message: 'Internal' }) })
    await waitFor(() => expect(api.callsOf(earlierDays)).toHaveLength(1))
    expect(card.queryByRole('button', offer)).toBeNull()
  })
})

describe('its address', () => {
  test.each([
    ['2026-11-22T11:00:00', 'week', '2026-11-09', '2026-11-15'],
    ['2026-11-22T12:00:00', 'week', '2026-11-16', '2026-11-22'],
    ['2026-11-26T12:00:00', 'week', '2026-11-16', '2026-11-22'],
    ['2026-12-31T12:00:00', 'week', '2026-12-21', '2026-12-27'],
    ['2026-11-26T12:00:00', 'month', '2026-10-01', '2026-10-31'],
    ['2026-11-26T12:00:00', 'year', '2025-01-01', '2025-12-31'],
  ])('at %s opens the last %s, with the focus on its heading', async (moment, name, from, to) => {
    at(moment)
    const { actor, api, card } = await openHome({}, { ...review, 'GET /api/goals': [] }, `/?review=${name}`)
    const region = within(await card.findByRole('region', { name: `Look back at your ${name}` }))
    expect(await region.findByText('You wrote on 1 day.')).toBeVisible()
    expect(api.callsOf(reviewPath)).toMatchObject([{ query: { from, to } }])
    expect(region.getAllByRole('heading')[0]).toHaveFocus()
    await actor.click(card.getByRole('button', offer))
    expect(card.queryByRole('region', { name: `Look back at your ${name}` })).toBeNull()
    expect(card.getByRole('button', offer)).toHaveFocus()
  })

  test('of another word opens nothing', async () => {
    const { card } = await openHome({ days }, {}, '/?review=decade')
    expect(card.getByRole('button', week)).toHaveAttribute('aria-expanded', 'false')
  })
})

test.each([
  // The clocks change in the night before these Sundays.
  ['Europe/Berlin', '2026-03-29T09:59:00Z', undefined],
  ['Europe/Berlin', '2026-03-29T10:00:00Z', 'week'],
  ['Europe/Berlin', '2026-10-25T10:59:00Z', undefined],
  ['Europe/Berlin', '2026-10-25T11:00:00Z', 'week'],
  // The first hour of this Sunday, and so the midnight of the week, does not exist there.
  ['America/Santiago', '2026-09-06T14:59:00Z', undefined],
  ['America/Santiago', '2026-09-06T15:00:00Z', 'week'],
  // Sunday there, Saturday in UTC; and Monday there, Tuesday in UTC.
  ['Pacific/Kiritimati', '2026-11-21T22:00:00Z', 'week'],
  ['America/Los_Angeles', '2026-11-24T07:59:00Z', 'week'],
  ['America/Los_Angeles', '2026-11-24T08:00:00Z', undefined],
])('by the clock in %s at %s: %s', async (timezone, moment, name) => {
  process.env.TZ = timezone
  at(moment)
  const written = [-6, -1, 0].map((n) =>
    dayOn(new Date(Date.parse(moment) + n * 86_400_000).toISOString().slice(0, 10)),
  )
  const { card } = await openHome({ days: written })
  const offered = card.queryAllByRole('button', offer).map((button) => button.textContent)
  expect(offered).toEqual(name ? [`Look back at your ${name}`] : [])
})

test('what cannot be loaded is said, and Retry loads it', async () => {
  const { actor, api, card } = await openHome({ days }, { [reviewPath]: offline })
  await actor.click(card.getByRole('button', week))
  expect(await card.findByText("We couldn't load your week")).toBeVisible()
  api.on(reviewPath, emptyReview)
  act(() => connection.found('ok'))
  await actor.click(await card.findByRole('button', { name: 'Retry' }))
  expect(await card.findByText('You wrote on 1 day.')).toBeVisible()
})
