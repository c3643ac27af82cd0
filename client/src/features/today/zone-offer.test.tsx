import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer } from '@/test/fake-api'
import { ana, renderApp } from '@/test/render-app'
import { defaults, placeBrowserIn } from '@/test/settings'

const settings = 'PUT /api/reminder-settings'
const offer = { name: 'Use Europe/Berlin' }

beforeEach(() => placeBrowserIn('Europe/Berlin'))

function openHome({ offset = -60, user = ana, saved = {} as unknown } = {}) {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset)
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

test.each([
  ['whose clock shows UTC', { offset: 0 }],
  ['who has chosen a timezone', { user: { ...ana, timezone: 'Asia/Tokyo' } }],
])('nobody is asked %s', async (_, given) => {
  openHome(given)
  await expectNoOffer()
})
