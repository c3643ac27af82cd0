import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'
import { forgetRedirect } from '@/lib/api/auth-errors'
import { connection } from '@/lib/api/connection'
import { pageUser } from '@/lib/api/page-user'
import { Outbox } from '@/lib/saving/outbox'
import { clearToasts } from '@/lib/screen/toast'
import { takeUnexpectedRequests } from './fake-api'
import { observed, RecordingResizeObserver } from './resize-observer'

// The first screen of a file is compiled while the test waits for it, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
globalThis.ResizeObserver = RecordingResizeObserver

let consoleError: MockInstance
const outboxes = new Set<Outbox>()
const outboxOf = Outbox.of

beforeEach(() => {
  connection.found('ok')
  observed.length = 0
  vi.spyOn(Outbox, 'of').mockImplementation((client) => {
    const outbox = outboxOf(client)
    outboxes.add(outbox)
    return outbox
  })
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
  // Modules outlive the tests: without this, what one test left unsent would be sent in another.
  for (const outbox of outboxes) outbox.forget()
  outboxes.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  clearToasts()
  forgetRedirect()
  Object.assign(pageUser, { id: undefined, isOver: false })
  document.documentElement.style.visibility = ''

  const errors = consoleError.mock.calls
  vi.restoreAllMocks()
  expect(takeUnexpectedRequests(), 'requests without a route in the fake API').toEqual([])
  expect(errors, 'console errors').toEqual([])
})
