import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer } from '@/test/fake-api'
import { ana, renderApp } from '@/test/render-app'
import { defaults, placeBrowserIn } from '@/test/settings'

const settings = 'PUT /api/reminder-settings'
const offer = { name: 'Use Europe/Berlin' }

beforeEach(() => placeBrowserIn('Europe/Berlin'))

function openHome({ user = ana, saved = {} as unknown } = {}) {
  return renderApp('/', { [settings]: saved }, user)
}

async function expectNoOffer() {
  await screen.findByRole('list', { name: 'Last seven days' })
  expect(screen.queryByRole('button', offer)).toBeNull()
}

test('whose reminders come by UTC takes their own timezone in one tap', async () => {
  const { actor, api, unmount } = openHome({ saved: { ...defaults, timezone: 'Europe/Berlin' } })
  await actor.click(await screen.findByRole('button', offer))
  await waitFor(() => expect(screen.queryByRole('button', offer)).toBeNull())
  expect(api.callsOf(settings).map(({ body }) => body)).toEqual([{ timezone: 'Europe/Berlin' }])
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  unmount()
  // Somebody who has gone back to UTC since wants it.
  openHome()
  await expectNoOffer()
})

test('who keeps UTC is not asked again', async () => {
  const { actor, api, unmount } = openHome()
  await actor.click(await screen.findByRole('button', { name: 'Keep UTC' }))
  await expectNoOffer()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(api.callsOf(settings)).toEqual([])
  unmount()
  openHome()
  await expectNoOffer()
})

test('another user of this browser is asked too', async () => {
  const { actor, unmount } = openHome()
  await actor.click(await screen.findByRole('button', { name: 'Keep UTC' }))
  unmount()
  openHome({ user: { ...ana, id: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a02' } })
  expect(await screen.findByRole('button', offer)).toBeVisible()
})

test('a failed change leaves the offer', async () => {
  const { actor } = openHome({ saved: answer(500, { message: 'Internal Server Error' }) })
  await actor.click(await screen.findByRole('button', offer))
  expect(await screen.findByText('Failed to save settings')).toBeVisible()
  expect(screen.getByRole('button', offer)).toBeEnabled()
})

test('who has moved since is asked again, once for each pair of timezones', async () => {
  const inTokyo = { ...ana, timezone: 'Asia/Tokyo' }
  const first = openHome()
  await first.actor.click(await screen.findByRole('button', { name: 'Keep UTC' }))
  first.unmount()
  const second = openHome({ user: inTokyo })
  expect(await screen.findByText('Your reminders use Asia/Tokyo time')).toBeVisible()
  await second.actor.click(screen.getByRole('button', { name: 'Keep Asia/Tokyo' }))
  second.unmount()
  openHome({ user: inTokyo })
  await expectNoOffer()
})

test.each([
  ['whose browser is in that timezone', 'Europe/Berlin'],
  ['whose browser has the same time all year', 'Europe/Vienna'],
])('nobody is asked %s', async (_, timezone) => {
  openHome({ user: { ...ana, timezone } })
  await expectNoOffer()
})

test('a timezone that differs only in the other half of the year is offered', async () => {
  vi.restoreAllMocks()
  placeBrowserIn('Europe/London')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T12:00:00Z') })
  openHome()
  expect(await screen.findByRole('button', { name: 'Use Europe/London' })).toBeVisible()
  vi.useRealTimers()
})
