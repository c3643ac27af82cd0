import { beforeEach, expect, test, vi } from 'vitest'
import { hearVoice } from './heard-voice'
import { heardWords } from './heard-words'
import type { Loudness } from './loudness'

let level = 0
const stopMeasuring = vi.fn<() => void>()
const measure = vi.fn<() => Loudness | undefined>(() => ({
  of: () => level,
  isRunning: () => true,
  stop: stopMeasuring,
}))
let made: string[]
let heard: ReturnType<typeof heardWords>
let caption: string | undefined
let voice: ReturnType<typeof hearVoice>

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  made = []
  level = 0
  caption = undefined
  heard = heardWords()
  voice = hearVoice({
    measure,
    onEvent(event) {
      made.push(event.type)
      caption = heard.hear(event)?.text ?? caption
    },
  })
})

/** Plays Lisa's voice, or silence, for `ms`. */
function sound(heard: boolean, ms: number) {
  level = heard ? 0.5 : 0
  vi.advanceTimersByTime(ms)
}
function send(type: string, fields: object = {}) {
  const event = { type, ...fields }
  heard.hear(event)
  voice.hear(event)
}
function answer(delta = 'I will read your goals and then ask you about one of them.', item_id = 'a') {
  send('response.created')
  send('response.output_audio_transcript.delta', { item_id, delta })
}
const over = (status = 'completed') => send('response.done', { response: { status } })
const written = (role: string) => send('conversation.item.added', { item: { role } })
const [started, stopped, cleared] = ['started', 'stopped', 'cleared'].map(
  (what) => `output_audio_buffer.${what}`,
)

test('speech starts and stops with the sound, and pauses do not end it', () => {
  answer()
  sound(false, 2000)
  expect(made).toEqual([])
  sound(true, 400)
  expect(made).toEqual([started])
  for (let sentence = 0; sentence < 3; sentence++) {
    sound(false, 700)
    sound(true, 1000)
  }
  over()
  sound(false, 900)
  expect(made).toEqual([started])
  sound(false, 300)
  expect(made).toEqual([started, stopped])
  send('input_audio_buffer.speech_started')
  expect(caption).toBeUndefined()
})

test('words that come only when they are complete count too', () => {
  const transcript = 'I will read your goals and then ask you about one of them.'
  send('response.created')
  send('response.output_audio_transcript.done', { item_id: 'a', transcript })
  sound(true, 1200)
  over('cancelled')
  expect(made).toEqual([started, cleared])
  expect(caption).toMatch(/^I will read.*…$/)
  send('response.created')
  send('response.output_audio_transcript.done', { item_id: 'b', transcript: '' })
  over('cancelled')
  expect(made).toEqual([started, cleared])
})

test('a click does not count as speech', () => {
  answer()
  sound(true, 100)
  sound(false, 3000)
  expect(made).toEqual([])
})

test.each([
  ['speaks', () => send('input_audio_buffer.speech_started')],
  ['speaks in a pause', () => (sound(false, 500), send('input_audio_buffer.speech_started'))],
  [
    'speaks before her answer is cancelled',
    () => {
      send('input_audio_buffer.speech_started')
      send('response.output_audio_transcript.delta', { item_id: 'a', delta: ' And' })
      over('cancelled')
    },
  ],
  ['writes', () => written('user')],
  ['interrupts and the server reports only a cancelled answer', () => over('cancelled')],
])(
  'Lisa is cut off when the user %s, and the rest of the sound does not count as new speech',
  (_, interrupt) => {
    answer()
    sound(true, 1200)
    written('system')
    interrupt()
    send('input_audio_buffer.speech_started')
    sound(true, 400)
    sound(false, 2000)
    expect(made).toEqual([started, cleared])
    expect(caption).toMatch(/^I will read.*…$/)
    answer()
    sound(true, 400)
    expect(made).toEqual([started, cleared, started])
  },
)

test('a user who speaks soon after her last word has not interrupted her', () => {
  answer()
  sound(true, 1200)
  over()
  sound(false, 500)
  send('input_audio_buffer.speech_started')
  sound(false, 1000)
  expect(made).toEqual([started, stopped])
})

test('when two answers follow without a pause, the second is cut by its own duration', () => {
  answer('First words that take a while.')
  sound(true, 3000)
  over()
  answer('And then I will ask you about one of them.', 'b')
  sound(true, 700)
  send('input_audio_buffer.speech_started')
  expect(made).toEqual([started, started, cleared])
  expect(caption).toBe('And then I…')
})

test('an answer that is cancelled in a long pause keeps the words before the pause', () => {
  answer()
  sound(true, 1200)
  sound(false, 3000)
  over('cancelled')
  expect(made).toEqual([started, stopped, started, cleared])
  expect(caption).toMatch(/^I will read.*…$/)
})

test('an answer that is cancelled before its first sound counts as not heard', () => {
  answer()
  over('cancelled')
  expect(made).toEqual([])
  // No sound was measured so far: the browser may be unable to measure.
  sound(true, 2000)
  over()
  sound(false, 2000)
  answer('And now', 'b')
  over('cancelled')
  expect(caption).toBe('')
})

test('once the server sends its own events, nothing is measured', () => {
  answer()
  expect(measure).toHaveBeenCalledOnce()
  send(String(started))
  expect(stopMeasuring).toHaveBeenCalledOnce()
  answer()
  sound(true, 3000)
  over('cancelled')
  expect(made).toEqual([])
  expect(measure).toHaveBeenCalledOnce()
})

test('a browser that cannot measure cuts nothing off', () => {
  measure.mockReturnValueOnce(undefined)
  answer()
  answer()
  sound(true, 3000)
  send('input_audio_buffer.speech_started')
  over('cancelled')
  expect(made).toEqual([])
  expect(measure).toHaveBeenCalledOnce()
})
