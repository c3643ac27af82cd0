import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { connection } from '@/lib/api/connection'
import { offerNewVersion } from '@/lib/device/new-version'
import { renderApp } from '@/test/render-app'
import { StatusLine } from './status-line'

const offered = 'A new version is ready'

test('the state of the connection is shown once, on any screen, and disappears by itself', async () => {
  // Each poll takes its time.
  renderApp('/goals/new', { 'GET /api/analytics/monthly-goals': () => new Promise(() => {}) })
  await screen.findByRole('heading', { level: 1 })
  act(() => connection.found('offline'))
  const offline = "You're offline. This page catches up by itself."
  await waitFor(() => expect(screen.getByText(offline).closest('[role=status]')).toBeVisible())
  act(() => connection.found('away'))
  // Another element: looked up until it is shown.
  await waitFor(() => expect(screen.getByText('Lisa is away. This page catches up by itself.')).toBeVisible())
  expect(screen.queryByText(offline)).toBeNull()
  act(() => connection.found('ok'))
  await waitFor(() => expect(screen.queryByText(/catches up/)).toBeNull())
})

test('a new version is offered where nobody writes, and the connection comes first', () => {
  const { rerender } = render(<StatusLine isCalm={false} />)
  act(offerNewVersion)
  expect(screen.queryByText(offered)).toBeNull()
  rerender(<StatusLine isCalm />)
  expect(screen.getByText(offered)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  act(() => connection.found('offline'))
  expect(screen.queryByText(offered)).toBeNull()
})
