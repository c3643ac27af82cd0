import { beforeEach, expect, test, vi } from 'vitest'
import { watchAnswer } from './voice-answer'

const level = { You: 0, Lisa: 0 }
const stopMeasuring = vi.fn<() => void>()
const onLate = vi.fn<() => void>()
let isRunning = true
const measure = () => ({
  of: (speaker: keyof typeof level) => level[speaker],
  isRunning: () => isRunning,
  stop: stopMeasuring,
})
const watch = () => watchAnswer({ measure, onLate })
const after = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)
/** What is heard for so long, and silence from then on. */
function sound(who: keyof typeof level, seconds: number, loud = 0.5) {
  level[who] = loud
  after(seconds)
  level[who] = 0
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  Object.assign(level, { You: 0, Lisa: 0 })
  isRunning = true
})

test('what the page asks is watched, though an answer before it has begun and never ended', () => {
  const { ask, hear } = watchAnswer({ measure: () => undefined, onLate })
  hear({ type: 'response.created' })
  ask()
  after(9)
  expect(onLate).not.toHaveBeenCalled()
  after(1)
  expect(onLate).toHaveBeenCalledOnce()
})

test('a user who speaks again and again to a provider that sends no event any more is told', () => {
  const { stop } = watch()
  sound('You', 2)
  after(20)
  sound('You', 2)
  after(5)
  sound('You', 2)
  expect(onLate).not.toHaveBeenCalled()
  after(5)
  expect(onLate).toHaveBeenCalledOnce()
  after(60)
  expect(onLate).toHaveBeenCalledOnce()
  sound('You', 2)
  stop()
  after(60)
  expect(onLate).toHaveBeenCalledOnce()
  expect(stopMeasuring).toHaveBeenCalledOnce()
})

test('a provider that becomes deaf within a turn is told', () => {
  const { hear } = watch()
  hear({ type: 'input_audio_buffer.speech_started' })
  sound('You', 2)
  after(12)
  expect(onLate).toHaveBeenCalledOnce()
})

test('a pause for thought, which ends no turn, is not late while the user speaks on', () => {
  const { hear } = watch()
  hear({ type: 'input_audio_buffer.speech_started' })
  for (const loud of [0.5, 0.05, 0.5]) {
    sound('You', 12, loud)
    after(1.5)
  }
  hear({ type: 'input_audio_buffer.speech_stopped' })
  after(9)
  expect(onLate).not.toHaveBeenCalled()
  after(1)
  expect(onLate).toHaveBeenCalledOnce()
})

test('an answer that the user interrupts is not late while they speak, however softly', () => {
  const { hear } = watch()
  hear({ type: 'response.created' })
  hear({ type: 'input_audio_buffer.speech_started' })
  hear({ type: 'response.output_audio_transcript.delta' })
  after(15)
  expect(onLate).not.toHaveBeenCalled()
})

test('noise that is no speech to a provider that sends events is not late', () => {
  const { hear } = watch()
  for (let n = 0; n < 3; n++) {
    after(30)
    sound('You', 3)
    hear({ type: 'rate_limits.updated' })
    after(5)
    sound('You', 3)
    hear({ type: 'rate_limits.updated' })
  }
  after(60)
  expect(onLate).not.toHaveBeenCalled()
})

test.each([
  ['is silent', () => after(60)],
  ['is in a noisy room', () => sound('You', 60, 0.05)],
  ['vacuums for a moment', () => sound('You', 3)],
  ['has two dogs', () => (sound('You', 1), after(3), sound('You', 1))],
  ['coughs', () => sound('You', 0.4)],
  ['types', () => Array.from({ length: 100 }, () => (sound('You', 0.1), after(0.3)))],
  [
    'hears Lisa, whose echo is in the microphone',
    () => ((level.You = 0.5), sound('Lisa', 30), (level.You = 0)),
  ],
])('while the user %s, nothing is told', (_, happens) => {
  watch()
  happens()
  after(60)
  expect(onLate).not.toHaveBeenCalled()
})

test.each(['response.output_audio_transcript.delta', 'response.function_call_arguments.delta'])(
  'an answer that stops in %s is told, and one that goes on is not',
  (type) => {
    const { hear } = watch()
    hear({ type: 'response.created' })
    for (let n = 0; n < 10; n++) {
      hear({ type })
      after(9)
    }
    expect(onLate).not.toHaveBeenCalled()
    after(1)
    expect(onLate).toHaveBeenCalledOnce()
  },
)

test('an answer is not late while Lisa is heard, and is once her voice has broken off', () => {
  const { hear } = watch()
  hear({ type: 'input_audio_buffer.speech_stopped' })
  hear({ type: 'response.created' })
  hear({ type: 'output_audio_buffer.started' })
  hear({ type: 'response.output_audio_transcript.delta' })
  for (let sentence = 0; sentence < 5; sentence++) {
    sound('Lisa', 15)
    after(5)
  }
  expect(onLate).not.toHaveBeenCalled()
  after(5)
  expect(onLate).toHaveBeenCalledOnce()
})

test('an answer that is complete is not late, however soon it came after the words and however long it is played', () => {
  const { hear } = watch()
  sound('You', 2)
  hear({ type: 'input_audio_buffer.speech_stopped' })
  hear({ type: 'response.created' })
  hear({ type: 'response.output_audio_transcript.delta' })
  hear({ type: 'response.done' })
  hear({ type: 'output_audio_buffer.started' })
  sound('Lisa', 30)
  after(60)
  expect(onLate).not.toHaveBeenCalled()
})

test('where the browser cannot measure, an answer that has begun is not late', () => {
  const { hear } = watchAnswer({ measure: () => undefined, onLate })
  hear({ type: 'input_audio_buffer.speech_stopped' })
  hear({ type: 'response.created' })
  hear({ type: 'response.output_audio_transcript.delta' })
  after(60)
  expect(onLate).not.toHaveBeenCalled()
})

test('while the browser has suspended its measuring, an answer that has begun is not late', () => {
  const { hear } = watch()
  hear({ type: 'response.created' })
  isRunning = false
  hear({ type: 'response.output_audio_transcript.delta' })
  after(60)
  expect(onLate).not.toHaveBeenCalled()
})
