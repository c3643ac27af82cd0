import { beforeEach, expect, test, vi } from 'vitest'
import { hearVoice } from './heard-voice'
import { heardWords } from './heard-words'
import type { Loudness } from './loudness'

let level = 0
const stopMeasuring = vi.fn<() => void>()
const measure = vi.fn<() => Loudness | undefined>(() => ({ of: () => level, stop: stopMeasuring }))
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

/** She is heard, or not, for so long. */
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

test('her voice begins and ends with the sound, whatever the pauses within it', () => {
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

test('a click is no voice', () => {
  answer()
  sound(true, 100)
  sound(false, 3000)
  expect(made).toEqual([])
})

test.each([
  ['speaks', () => send('input_audio_buffer.speech_started')],
  ['speaks in a pause', () => (sound(false, 500), send('input_audio_buffer.speech_started'))],
  [
    'speaks, before her answer is cancelled',
    () => {
      send('input_audio_buffer.speech_started')
      send('response.output_audio_transcript.delta', { item_id: 'a', delta: ' And' })
      over('cancelled')
    },
  ],
  ['writes', () => written('user')],
  ['is heard by the server first', () => over('cancelled')],
])('she is cut off where the user %s, and the rest of her sound is no new voice', (_, interrupt) => {
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
})

test('somebody who speaks soon after her last word has not interrupted her', () => {
  answer()
  sound(true, 1200)
  over()
  sound(false, 500)
  send('input_audio_buffer.speech_started')
  sound(false, 1000)
  expect(made).toEqual([started, stopped])
})

test('of two answers without a pause between them the second is cut by its own time', () => {
  answer('First words that take a while.')
  sound(true, 3000)
  over()
  answer('And then I will ask you about one of them.', 'b')
  sound(true, 700)
  send('input_audio_buffer.speech_started')
  expect(made).toEqual([started, started, cleared])
  expect(caption).toBe('And then I…')
})

test('an answer that is cancelled in a long pause keeps what was heard before it', () => {
  answer()
  sound(true, 1200)
  sound(false, 3000)
  over('cancelled')
  expect(made).toEqual([started, stopped, started, cleared])
  expect(caption).toMatch(/^I will read.*…$/)
})

test('of an answer that is cancelled before its first sound nothing was heard', () => {
  answer()
  over('cancelled')
  expect(made).toEqual([])
  // Nothing was ever measured, so this may be a browser that cannot.
  sound(true, 2000)
  over()
  sound(false, 2000)
  answer('And now', 'b')
  over('cancelled')
  expect(caption).toBe('')
})

test('a server that tells it itself is believed, and nothing is measured', () => {
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
