import { execFile } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Env } from '../../server/env'
import { startVoiceProvider } from '../../server/local/voice-provider/start'
import { root } from '../../server/root'
import { freePort } from '../../server/test/free-port'
import { serve } from '../../server/test/serve'

const server = await serve()
const unset = Object.fromEntries(
  ['AI', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'TEXT_MODEL', 'REALTIME_DIALECT'].map((name) => [name, '']),
)

/** What `npm run check:ai` says, and its exit status. A developer's .env does not count. */
async function check(settings: Record<string, string>) {
  const args = ['--import', 'tsx', 'e2e/check-ai/main.ts']
  const env = { PATH: process.env.PATH, ...unset, ...settings }
  const { output, code } = await new Promise<{ output: string; code: unknown }>((resolve) =>
    execFile(process.execPath, args, { cwd: root, env }, (error, output) =>
      resolve({ output, code: error?.code ?? 0 }),
    ),
  )
  const rows = output.matchAll(/^ {2}(\S.*?) {2,}(ok|failed|not set up|not possible)(?: {2,}(.*))?$/gm)
  return {
    output,
    code,
    rows: Object.fromEntries(
      [...rows].map(([, what, status, why]) => [what, why ? `${status}: ${why}` : status]),
    ),
  }
}

test('a refused offer fails with the reason, and what is not set up is told', async () => {
  server.handle((_req, res) => void res.writeHead(401).end())
  const refused = await check({ REALTIME_BASE_URL: `${server.origin}/v1`, REALTIME_API_KEY: 'none' })
  expect(refused.rows).toMatchObject({
    'server reached': 'ok',
    'offer answered': "failed: The voice provider refuses this server's key",
    connected: 'not possible: needs: offer answered',
    text: 'not set up: see docs/models.md',
  })
  expect(refused.code).toBe(1)
})

describe('calls', { tags: ['nightly'] }, () => {
  const unread = 'not possible: this server has no second connection for them'
  const written = /^ok: .*This demo only hears sounds/
  test.each<[Env['realtime']['dialect'], Record<string, string>, RegExp, string, string]>([
    [
      'openai',
      { TRANSCRIPTION_MODEL: 'retired', TRANSCRIPTION_MODEL_FALLBACKS: 'left' },
      /^ok: with left: the server does not have retired\. .*This demo only hears sounds/,
      'ok',
      'ok: the call ended',
    ],
    [
      'openai',
      { TRANSCRIPTION_MODEL: 'retired', TRANSCRIPTION_MODEL_FALLBACKS: 'retired-2' },
      /^failed: the server refuses retired/,
      'ok',
      'ok: the call ended',
    ],
    ['json', {}, written, unread, 'not possible: this server has none: the call ends with the page'],
    ['sdp', {}, written, unread, 'ok: the call ended'],
  ])(
    '%s: a whole call with the stand-in %j',
    async (dialect, settings, speech, events, hangUp) => {
      const provider = await startVoiceProvider(dialect)
      if (!provider) throw new Error('It did not start')
      onTestFinished(provider.stop)
      const { rows, code } = await check({
        REALTIME_BASE_URL: provider.baseUrl,
        REALTIME_API_KEY: provider.apiKey,
        REALTIME_DIALECT: dialect,
        ...settings,
      })
      expect(rows).toMatchObject({
        'offer answered': 'ok',
        'instructions confirmed': expect.stringMatching(/^ok: after/),
        'events read': events,
        'tool called': 'ok: get_goals',
        'first word': expect.stringMatching(/^ok: after \d+ ms: "Hi, I'm Lisa/),
        'voice heard': expect.stringMatching(/^ok: \d+\.\d s of sound$/),
        'speech written down': expect.stringMatching(speech),
        'hang-up': expect.stringContaining(hangUp),
      })
      expect(code).toBe(/failed/.test(String(speech)) ? 1 : 0)
    },
    90_000,
  )

  test('a server that is not there', async () => {
    const { rows, code } = await check({ REALTIME_BASE_URL: `http://127.0.0.1:${await freePort()}/v1` })
    expect(rows).toMatchObject({
      'server reached': 'failed: The voice provider cannot be reached',
      'hang-up': 'not possible: needs: server reached',
    })
    expect(code).toBe(1)
  })

  test('AI=off: nobody is asked', async () => {
    server.handle(() => expect.unreachable())
    const said = await check({ REALTIME_BASE_URL: `${server.origin}/v1`, AI: 'off' })
    expect(said).toMatchObject({ code: 0, output: 'AI=off: no model is asked, whatever is set up.\n' })
  })

  test('a server that answers but never connects: the check says where it waits, and hangs up', async () => {
    const hungUp: string[] = []
    server.handle(async (req, res) => {
      if (req.method === 'DELETE') {
        hungUp.push(req.url ?? '')
        return res.end()
      }
      const answer = (await text(req))
        .replaceAll('a=setup:actpass', 'a=setup:active')
        .replace(/^a=ice-pwd:.*$/gm, `a=ice-pwd:${'x'.repeat(24)}`)
        .replace('a=mid:0', 'a=mid:0\r\na=candidate:1 1 UDP 2122317823 127.0.0.1 9 typ host')
      return res.writeHead(201, { Location: '/v1/realtime/calls/rtc_1' }).end(answer)
    })
    const { rows, code } = await check({ REALTIME_BASE_URL: `${server.origin}/v1`, REALTIME_DIALECT: 'sdp' })
    expect(rows).toMatchObject({
      'offer answered': 'ok',
      connected: expect.stringMatching(/^failed: .* waits for it at 127\.0\.0\.1:9 \(UDP\)/),
      'hang-up': 'not possible: needs: connected',
    })
    expect(hungUp).toEqual(['/v1/realtime/calls/rtc_1'])
    expect(code).toBe(1)
  }, 90_000)
})
