import type { Request } from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProviderError } from '../../senders/provider-error'
import type { Mailer } from '../../senders/mailer'
import { createLog } from '../../log'
import { readEnv } from '../../env'
import { testSettings } from '../../test/test-settings'
import { sendAccountMail } from './account-mails'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const send = vi.fn<Mailer['send']>()
const tell = () =>
  sendAccountMail(
    {
      mailer: { send, close: () => {} },
      env: readEnv(testSettings),
      log: createLog('silent'),
      now: () => new Date(),
    },
    'new sign-in',
    { email: 'ana@example.com', firstName: 'Ana', timezone: 'UTC' },
    { ip: '203.0.113.7', get: () => undefined } as unknown as Request,
  )

test.each([
  ['transient', 3],
  ['unreachable', 3],
  ['permanent', 1],
  ['unknown', 1],
] as const)(
  'a mail that the server does not take now (%s) is tried %d times in eleven minutes',
  async (kind, tries) => {
    send.mockReset().mockRejectedValue(new ProviderError(kind, '451', 'Not now'))
    const told = tell()
    await vi.advanceTimersByTimeAsync(11 * 60_000)
    await told
    expect(send).toHaveBeenCalledTimes(tries)
  },
)

test('a mail that went out at the second try goes out once', async () => {
  send.mockReset().mockRejectedValueOnce(new ProviderError('transient', '451', 'Not now'))
  const told = tell()
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  await told
  expect(send).toHaveBeenCalledTimes(2)
})
