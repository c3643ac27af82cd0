import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'
import { forgetRedirect } from '@/lib/api/auth-errors'
import { connection } from '@/lib/api/connection'
import { pageUser } from '@/lib/api/page-user'
import { clearToasts } from '@/lib/screen/toast'
import { takeUnexpectedRequests } from './fake-api'

// The first screen of a file is compiled while the test waits for it, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

let consoleError: MockInstance

beforeEach(() => {
  connection.found('ok')
  // happy-dom has no WebRTC, unlike most browsers.
  vi.stubGlobal('RTCPeerConnection', vi.fn())
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
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
