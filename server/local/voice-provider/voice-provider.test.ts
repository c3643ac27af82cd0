import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../../root'
import { loadClip } from './clips'
import { audioLevel, rtpPacket } from './rtp'
import { startVoiceProvider } from './start'

vi.setConfig({ testTimeout: 30_000 })

test('a clip becomes packets of 20 ms', () => {
  const { text, packets } = loadClip('glitch')
  expect(text).toBe('Hmm, something glitched.')
  expect(packets.length * 20).toBeGreaterThan(1500)
  expect(packets.length * 20).toBeLessThan(2500)
  expect(Math.max(...packets.map((packet) => packet.length))).toBeLessThan(400)
})

describe('rtp', () => {
  const packet = rtpPacket(
    { ssrc: 7, payloadType: 111 },
    { sequence: 65_537, timestamp: 2 ** 32 + 5, isFirst: true },
    Buffer.from([1, 2]),
  )

  test('a packet has its header before its payload, and its counters go round', () => {
    expect([...packet]).toEqual([0x80, 0xef, 0, 1, 0, 0, 0, 5, 0, 0, 0, 7, 1, 2])
  })

  test('the level is read out of the header extension, if there is one', () => {
    const extended = (...elements: number[]) =>
      Buffer.concat([
        Buffer.from([0x90]),
        packet.subarray(1, 12),
        Buffer.from([0xbe, 0xde, 0, 1, ...elements]),
      ])
    expect(audioLevel(extended(0x10, 0x80 | 30, 0, 0), 1)).toBe(30)
    expect(audioLevel(extended(0x20, 99, 0x10, 31), 1)).toBe(31)
    expect(audioLevel(extended(0x20, 99, 0, 0), 1)).toBeUndefined()
    expect(audioLevel(packet, 1)).toBeUndefined()
    expect(audioLevel(Buffer.alloc(0), 1)).toBeUndefined()
  })
})

describe('the process', () => {
  test('gives keys for the server key, and takes calls for these', async () => {
    const provider = await startVoiceProvider()
    if (!provider) throw new Error('It did not start')
    onTestFinished(provider.stop)
    const post = (path: string, bearer: string, body: string) =>
      fetch(`${provider.baseUrl}/realtime/${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bearer}` },
        body,
      })
    expect((await post('client_secrets', 'wrong', '{}')).status).toBe(401)
    const { value, expires_at } = await (await post('client_secrets', provider.apiKey, '{}')).json()
    expect(value).toMatch(/^ek_/)
    expect(expires_at * 1000).toBeGreaterThan(Date.now())

    expect((await post('calls', 'ek_wrong', 'v=0')).status).toBe(401)
    expect((await post('calls', value, 'no offer')).status).toBe(400)
    expect((await post('calls', value, 'v=0\r\nm=audio x')).status).toBe(400)

    expect((await post('calls/rtc_1/hangup', value, '')).status).toBe(401)
    expect((await post('calls/rtc_1/hangup', provider.apiKey, '')).status).toBe(404)
    const retired = JSON.stringify({ session: { model: 'retired-1' } })
    const refused = await post('client_secrets', provider.apiKey, retired)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ error: { code: 'model_not_found', param: 'session.model' } })
  })

  test('ends with the app, however that ends', async () => {
    const code = `
      import { startVoiceProvider } from './server/local/voice-provider/start.ts'
      const { baseUrl } = await startVoiceProvider()
      await fetch(baseUrl)
      console.log('up')
      setInterval(() => {}, 1000)`
    const app = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void app.kill('SIGKILL'))
    await once(createInterface({ input: app.stdout }), 'line')
    const children = () =>
      execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes('voice-provider/main.ts'))
        .map((line) => line.trim().split(/\s+/))
    const [pid] = children().find(([, parent]) => parent === String(app.pid)) ?? []
    expect(pid).toBeDefined()
    app.kill('SIGKILL')
    await vi.waitFor(() => expect(children().map(([each]) => each)).not.toContain(pid), 30_000)
  }, 60_000)
})
