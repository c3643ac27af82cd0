import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Talk } from './realtime-talk'
import { openTalk } from './open-talk'

const eventually = (check: () => void) => vi.waitFor(check, 20_000)

afterEach(() => Reflect.deleteProperty(navigator, 'mediaDevices'))

function opened(getUserMedia: () => Promise<unknown>, overrides: Partial<Talk> = {}) {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  const [onFailed, hangUp] = [vi.fn<Talk['onFailed']>(), vi.fn<Talk['hangUp']>()]
  const getKey = vi.fn<Talk['getKey']>(() => new Promise(() => {}))
  const { close } = openTalk({
    getKey,
    prepare: async () => ({ instructions: '', tools: [] }),
    onFailed,
    hangUp,
    onConnected: () => {},
    onLost: () => {},
    onEnded: () => {},
    onNotice: () => {},
    onSoundBlocked: () => {},
    onCaption: () => {},
    onTurn: () => {},
    onUnknownTool: () => {},
    ...overrides,
  })
  return { close, getKey, onFailed, hangUp }
}

const aTrack = () => ({ stop: vi.fn<() => void>(), addEventListener: () => {}, enabled: true })
const streamOf = (track: object) => ({ getTracks: () => [track] })

test('a microphone that is granted after the talk was closed is switched off at once', async () => {
  let grant: (stream: object) => void = () => {}
  const { close, onFailed } = opened(() => new Promise((resolve) => (grant = resolve)))
  const track = aTrack()
  close()
  close()
  grant(streamOf(track))
  await eventually(() => expect(track.stop).toHaveBeenCalled())
  expect(onFailed).not.toHaveBeenCalled()
})

test('a refused microphone asks for no key and begins no call', async () => {
  const { onFailed, getKey, hangUp } = opened(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  await eventually(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(getKey).not.toHaveBeenCalled()
  expect(hangUp).not.toHaveBeenCalled()
})

test.each([false, true])(
  'a browser without WebRTC says so, and asks for nothing (by text: %s)',
  async (isByText) => {
    Reflect.deleteProperty(globalThis, 'RTCPeerConnection')
    const getUserMedia = vi.fn<() => Promise<unknown>>()
    const { onFailed, getKey } = opened(getUserMedia, { isByText })
    await eventually(() =>
      expect(onFailed.mock.calls[0]?.[0]).toMatchObject({
        message: "This browser can't call Lisa. Try Firefox, Chrome or Safari.",
      }),
    )
    expect(getUserMedia).not.toHaveBeenCalled()
    expect(getKey).not.toHaveBeenCalled()
  },
)

test('a talk by text asks for no microphone, and begins with a key', async () => {
  const getUserMedia = vi.fn<() => Promise<unknown>>()
  const { getKey } = opened(getUserMedia, { isByText: true })
  await eventually(() => expect(getKey).toHaveBeenCalledOnce())
  expect(getUserMedia).not.toHaveBeenCalled()
})

test('a granted microphone is silent until Lisa has her instructions', async () => {
  const track = aTrack()
  const { getKey } = opened(async () => streamOf(track))
  await eventually(() => expect(getKey).toHaveBeenCalledOnce())
  expect(track.enabled).toBe(false)
})

test('a key that cannot be had ends it, with the microphone off', async () => {
  const track = aTrack()
  const { onFailed } = opened(async () => streamOf(track), { getKey: async () => ({}) })
  await eventually(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(onFailed.mock.calls[0]?.[0]).toMatchObject({ message: 'No ephemeral key was received.' })
  expect(track.stop).toHaveBeenCalled()
})

test('20 seconds without a connection are a failure; the time of the question for the microphone is not counted', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let grant: (stream: object) => void = () => {}
  const { onFailed } = opened(() => new Promise((resolve) => (grant = resolve)))
  await vi.advanceTimersByTimeAsync(60_000)
  const track = aTrack()
  grant(streamOf(track))
  await vi.advanceTimersByTimeAsync(19_900)
  expect(onFailed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(onFailed.mock.calls[0]?.[0]).toMatchObject({ message: 'This took too long. Please try again.' })
  expect(track.stop).toHaveBeenCalled()
})
