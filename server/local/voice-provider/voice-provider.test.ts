import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Env } from '../../env'
import { root } from '../../root'
import { loadClip } from './clips'
import { dialects } from './dialects'
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
    const position = { sequence: 1, timestamp: 0, isFirst: true }
    const written = rtpPacket({ ssrc: 7, payloadType: 111 }, position, Buffer.from([1]), { id: 3, value: 20 })
    expect(audioLevel(written, 3)).toBe(20)
    expect(audioLevel(extended(0x20, 99, 0x10, 31), 1)).toBe(31)
    expect(audioLevel(extended(0x20, 99, 0, 0), 1)).toBeUndefined()
    expect(audioLevel(packet, 1)).toBeUndefined()
    expect(audioLevel(Buffer.alloc(0), 1)).toBeUndefined()
  })
})

test('each self-hosted server sends fewer events than OpenAI, as in its source code', () => {
  const added = (item: object) => ({ type: 'conversation.item.added', event_id: 'event_9', item })
  const written = {
    id: 'item_1',
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: 'Hi' }],
  }
  const said = { id: 'item_2', type: 'message', role: 'user', content: [{ type: 'input_audio' }] }
  const call = { id: 'item_3', type: 'function_call', name: 'get_goals', call_id: 'call_1' }
  const started = { type: 'input_audio_buffer.speech_started', event_id: 'event_9', item_id: 'item_2' }
  const usage = { output_tokens: 9, input_token_details: { cached_tokens: 7 } }
  const done = { type: 'response.done', event_id: 'event_9', response: { usage } }
  const { json, sdp } = dialects
  for (const type of ['output_audio_buffer.started', 'conversation.item.done'])
    for (const dialect of [json, sdp]) expect(dialect.sends({ type, item: written })).toBeUndefined()
  expect(json.sends(added(written))).toEqual({ type: 'conversation.item.added', item: written })
  expect(json.sends(added(said))?.item).toMatchObject({ id: 'item_2_added' })
  expect(json.sends(added(call))).toBeUndefined()
  expect(json.sends(started)).toEqual({ type: started.type, event_id: 'event_TODO' })
  const usedAtHome = { output_tokens: 9 }
  expect(json.sends(done)).toEqual({ type: 'response.done', response: { usage: usedAtHome } })
  const refused = { type: 'error', error: { code: 'model_not_found', param: 'session.model', message: 'No' } }
  expect(json.sends(refused)?.error).toEqual({
    type: 'invalid_request_error',
    code: 'session_update_error',
    message: 'Failed to update session: No',
  })
  expect(sdp.sends(added(written))).toEqual({ ...added(written), type: 'conversation.item.created' })
  for (const item of [said, call]) expect(sdp.sends(added(item))).toBeUndefined()
  expect(sdp.sends({ type: 'response.content_part.added' })).toBeUndefined()
  expect(sdp.sends(started)).toEqual(started)
  expect(sdp.sends(done)?.response).toEqual({ usage: { ...usedAtHome, input_token_details: null } })
})

describe('the process', () => {
  test.each<[Env['realtime']['dialect'], string, number, string]>([
    ['openai', 'multipart/form-data', 400, '{"error":{"type":"invalid_request_error","message":"'],
    ['openai', 'application/sdp', 415, '{"error":{"type":"invalid_request_error","message":"'],
    ['json', 'application/json', 400, '{"error":"Invalid SDP offer"}'],
    ['json', 'application/sdp', 400, '{"error":"invalid request body"}'],
    ['sdp', 'application/sdp; charset=utf-8', 400, 'Invalid SDP offer'],
    ['sdp', 'application/json', 415, 'Content-Type must be application/sdp'],
  ])('as %s answers an offer of type %s with %i', async (dialect, type, status, said) => {
    const provider = await startVoiceProvider(dialect)
    if (!provider) throw new Error('It did not start')
    onTestFinished(provider.stop)
    const post = (path: string, body: string | FormData, bearer = provider.apiKey) =>
      fetch(`${provider.baseUrl}/realtime/${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${bearer}`,
          ...(typeof body === 'string' && { 'Content-Type': type }),
        },
        body,
      })
    const bodyOf = (sdp: string, model = 'm') => {
      if (type === 'application/json') return JSON.stringify({ sdp, model })
      if (type.startsWith('application/sdp')) return sdp
      const form = new FormData()
      form.set('sdp', sdp)
      form.set('session', JSON.stringify({ type: 'realtime', model }))
      return form
    }
    for (const sdp of ['no offer', 'v=0\r\nm=audio x']) {
      const refused = await post('calls', bodyOf(sdp))
      expect(refused.status).toBe(status)
      expect(await refused.text()).toContain(said)
    }
    expect((await post('client_secrets', '{}')).status).toBe(404)
    expect((await post('calls/rtc_1/hangup', '')).status).toBe(404)
    if (dialect !== 'openai' || status !== 400) return
    expect((await post('calls', bodyOf('v=0'), 'wrong')).status).toBe(401)
    const refused = await post('calls', bodyOf('v=0', 'retired-1'))
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ error: { code: 'model_not_found', param: 'session.model' } })
  })

  // As speech-to-speech does without aiortc.
  test('answers offers with 501 where it has no WebRTC', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('NODE_OPTIONS', `--import=${moduleOf(withoutNodeDatachannel)}`)
    const provider = await startVoiceProvider('sdp')
    if (!provider) throw new Error('It did not start')
    onTestFinished(provider.stop)
    const headers = { 'Content-Type': 'application/sdp' }
    const refused = await fetch(`${provider.baseUrl}/realtime/calls`, {
      method: 'POST',
      headers,
      body: 'v=0',
    })
    expect(refused.status).toBe(501)
    expect(await refused.text()).toBe('WebRTC is not installed on this server')
  })

  test('as openai, and only so, tells the events of a call to a client that has the key and its id', async () => {
    const offer = `v=0
o=- 1 2 IN IP4 127.0.0.1
s=-
t=0 0
a=ice-ufrag:abcd
a=ice-pwd:abcdefghijklmnopqrstuvwx
a=fingerprint:sha-256 ${Array(32).fill('00').join(':')}
a=setup:actpass
m=audio 9 UDP/TLS/RTP/SAVPF 111
c=IN IP4 127.0.0.1
a=mid:0
a=sendrecv
a=rtcp-mux
a=rtpmap:111 opus/48000/2
`.replaceAll('\n', '\r\n')
    const provider = await startVoiceProvider()
    const small = await startVoiceProvider('sdp')
    if (!provider || !small) throw new Error('It did not start')
    onTestFinished(provider.stop)
    onTestFinished(small.stop)
    const open = async ({ baseUrl } = provider, id = '', key = provider.apiKey) => {
      const url = `${baseUrl.replace('http', 'ws')}/realtime?call_id=${id}`
      const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${key}` } })
      const opened = once(socket, 'open').then(() => 'open')
      const refused = once(socket, 'unexpected-response').then(async ([, res]) => [
        res.statusCode,
        /"code":"(\w+)"/.exec(String(await res.toArray()))?.[1],
      ])
      return { socket, state: await Promise.race([opened, refused]) }
    }
    const form = new FormData()
    form.set('sdp', offer)
    form.set('session', '{"type":"realtime"}')
    const headers = { Authorization: `Bearer ${provider.apiKey}` }
    const begun = await fetch(`${provider.baseUrl}/realtime/calls`, { method: 'POST', headers, body: form })
    // Firefox connects to no loopback address.
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    const outside = addresses.filter(({ internal }) => !internal).map(({ address }) => address)
    const offered = [...(await begun.text()).matchAll(/^a=candidate:(?:\S+ ){4}(\S+)/gm)].map(([, to]) => to)
    expect(offered).not.toEqual([])
    expect(outside.length > 0 ? outside : ['127.0.0.1']).toEqual(expect.arrayContaining(offered))

    const location = begun.headers.get('Location') ?? ''
    const id = location.split('/').at(-1)

    expect((await open(provider, id, 'wrong')).state).toEqual([401, undefined])
    expect((await open(provider, 'rtc_1')).state).toEqual([404, 'call_id_not_found'])
    expect((await open(small, id)).state).toEqual([404, undefined])
    const { socket, state } = await open(provider, id)
    expect(state).toBe('open')
    const closed = once(socket, 'close')
    await fetch(new URL(`${location}/hangup`, provider.baseUrl), { method: 'POST', headers })
    await closed
    expect((await open(provider, id)).state).toEqual([404, 'call_id_not_found'])
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

const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
const hooks = `export const resolve = (name, context, next) => {
  if (name === 'node-datachannel') throw new Error('Not installed')
  return next(name, context)
}`
const withoutNodeDatachannel = `import { register } from 'node:module'; register(${JSON.stringify(moduleOf(hooks))})`
