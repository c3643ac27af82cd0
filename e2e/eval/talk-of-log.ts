import type { Step } from './conversations'
import type { EndOfTalk, LogEntry, RunnerEvent, Stored, WireEvent } from './event-log'

/** `to` is infinite if the span had not ended by the end of the log. */
type Span = { from: number; to: number }
type Words = { at: number; text: string }
type Item = {
  type?: string
  role?: string
  name?: string
  call_id?: string
  arguments?: string
  output?: string
}

export type Utterance = Step & Span
export type Write = {
  at: number
  callId?: string
  tool: string
  input: { title?: string; goal?: string; entryDate?: string }
  answeredAt: number
  isSaved: boolean
  /** It waits, or its outcome is not known. */
  isOpen: boolean
}

/** How the page answers a write that failed, waits for a tap or for the server, or whose answer never came. */
const unsaved = /^(?:Failed|Not saved yet|It is not known)/

/** A conversation in the form that the rules judge. */
export type Talk = {
  utterances: Utterance[]
  /** What Lisa says, answer by answer. */
  words: Words[]
  /** What Lisa says, joined until somebody else speaks. */
  turns: Words[]
  /** When Lisa is heard. */
  sounds: Span[]
  /** When Lisa is working on an answer; an answer that calls a tool lasts until the next one begins. */
  answers: Span[]
  writes: Write[]
  instructions: string
  numbers: string[]
  stored?: Stored
  end?: EndOfTalk
  failure?: string
}

export function talkOf(log: LogEntry[]): Talk {
  const talk: Talk = {
    utterances: [],
    words: [],
    turns: [],
    sounds: [],
    answers: [],
    writes: [],
    instructions: '',
    numbers: [],
  }
  let turn: Words | undefined
  let callsTool = false

  for (const entry of log) {
    if (entry.source === 'runner') hearRunner(entry.at, entry.event)
    else if (entry.source === 'page') hearPage(entry.at, entry.event)
    else hearProvider(entry.at, entry.event)
  }
  return talk

  function hearProvider(at: number, event: WireEvent) {
    switch (event.type) {
      case 'response.created':
        close(talk.answers, at)
        talk.answers.push({ from: at, to: Infinity })
        callsTool = false
        return
      case 'response.done':
        if (!callsTool) close(talk.answers, at)
        return
      case 'response.output_item.done': {
        const { type, name = '', call_id: callId, arguments: input } = (event.item ?? {}) as Item
        callsTool ||= type === 'function_call'
        if (type === 'function_call' && /^(create|note|mark)_/.test(name))
          talk.writes.push({
            at,
            callId,
            tool: name,
            input: parsed(input),
            answeredAt: Infinity,
            isSaved: false,
            isOpen: false,
          })
        return
      }
      case 'response.output_audio_transcript.done': {
        const text = String(event.transcript)
        talk.words.push({ at, text })
        if (turn) turn.text += ` ${text}`
        else talk.turns.push((turn = { at, text }))
        return
      }
      case 'output_audio_buffer.started':
        talk.sounds.push({ from: at, to: Infinity })
        return
      case 'output_audio_buffer.stopped':
      case 'output_audio_buffer.cleared':
        close(talk.sounds, at)
    }
  }

  function hearPage(at: number, event: WireEvent) {
    if (event.type === 'session.update') {
      const { instructions } = (event.session ?? {}) as { instructions?: string }
      talk.instructions = instructions ?? talk.instructions
    }
    if (event.type !== 'conversation.item.create') return
    const { type, role, call_id: callId, output } = (event.item ?? {}) as Item
    // A message from the app to Lisa, such as that nobody has spoken for a minute.
    if (role === 'system') turn = undefined
    if (type !== 'function_call_output') return
    for (const write of talk.writes.filter((write) => write.callId === callId))
      Object.assign(write, {
        answeredAt: at,
        isSaved: !unsaved.test(String(output)),
        isOpen: /^(?:Not saved yet|It is not known)/.test(String(output)),
      })
  }

  function hearRunner(at: number, event: RunnerEvent) {
    switch (event.type) {
      case 'user.started':
        turn = undefined
        talk.utterances.push({ ...event, from: at, to: Infinity })
        return
      case 'user.stopped':
        return close(talk.utterances, at)
      case 'screen.numbers':
        talk.numbers = event.numbers
        return
      case 'talk.ended':
        talk.end = event
        return
      case 'stored':
        talk.stored = event
        return
      case 'talk.failed':
        talk.failure = event.message
    }
  }
}

function close(spans: Span[], at: number) {
  for (const span of spans) if (span.to === Infinity) span.to = at
}

function parsed(json = ''): Write['input'] {
  try {
    return (JSON.parse(json) as Write['input'] | null) ?? {}
  } catch {
    return {}
  }
}

const quietMs = 1_500

/** Whether Lisa has been quiet for a while: after a tool call she may go on. */
export const isLisaQuiet = ({ sounds, answers }: Talk, now: number) =>
  [...sounds, ...answers].every(({ to }) => to + quietMs < now)
