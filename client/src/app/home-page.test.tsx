import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ana, renderApp } from '@/test/render-app'

test.each([
  ['00:00', 'morning'],
  ['11:59', 'morning'],
  ['12:00', 'afternoon'],
  ['16:59', 'afternoon'],
  ['17:00', 'evening'],
  ['23:59', 'evening'],
])('at %s it is %s', async (time, part) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2026-11-21T${time}:00`) })
  renderApp()
  expect(await screen.findByRole('heading', { name: `Good ${part}, Ana` })).toBeVisible()
  expect(screen.getByText(`Have a great ${part}`)).toBeVisible()
  expect(screen.getByText('Sat, Nov 21')).toBeVisible()
})

test('the greeting changes when one comes back later in the day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T11:00:00') })
  renderApp()
  await screen.findByRole('heading', { name: 'Good morning, Ana' })
  vi.setSystemTime(new Date('2026-11-21T17:30:00'))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByRole('heading', { name: 'Good evening, Ana' })).toBeVisible()
})

test('without a first name it greets nobody in particular', async () => {
  renderApp('/', {}, { ...ana, firstName: null })
  expect(await screen.findByRole('heading', { name: /^Good \w+, there$/ })).toBeVisible()
})

test('the tile leads to the voice screen', async () => {
  renderApp()
  const tile = await screen.findByRole('link', { name: /^Talk to Lisa/ })
  expect(tile).toHaveAttribute('href', '/voice')
  expect(tile).toHaveTextContent('Your AI companion for daily reflection and goals')
})
