import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { connection } from '@/lib/api/connection'
import { ErrorBoundary } from './error-boundary'

function Missing(): never {
  throw new TypeError('Failed to fetch dynamically imported module')
}

test('a screen whose code did not arrive is loaded again once the connection is back', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  render(
    <ErrorBoundary>
      <Missing />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent("This page didn't load")
  act(() => connection.found('offline'))
  expect(reload).not.toHaveBeenCalled()
  act(() => connection.found('ok'))
  expect(reload).toHaveBeenCalledOnce()
  vi.spyOn(console, 'error').mockClear() // React reports what it has caught
})

test('a screen that has loaded is not loaded again', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  render(<ErrorBoundary>There</ErrorBoundary>)
  act(() => connection.found('offline'))
  act(() => connection.found('ok'))
  expect(reload).not.toHaveBeenCalled()
})
