import type { Danger } from '@shared/danger/danger'
import { urgencyOf } from '@shared/danger/kinds'
import type { VoiceMode } from '@shared/voice'
import type { Turn } from './voice-turn'

export type VoiceStatus = 'disconnected' | 'connecting' | 'connected' | 'error'
export type ProgressLine = { id: string; text: string }
export type Caption = {
  id: string
  speaker: 'Lisa' | 'You'
  text: string
  isDone: boolean
  /** The user's speech, or the rest of it, could not be transcribed. */
  isUnwritten?: boolean
  /** Lisa was interrupted: words that still arrive were not heard. */
  isCut?: boolean
}
/**
 * What hinders the talk: nothing comes from the provider, the microphone is muted, nothing is transcribed, an answer failed,
 * the model spoke a tool call instead of making it, the time runs out, nobody speaks.
 */
export type NoticeKind = 'connection' | 'microphone' | 'unwritten' | 'answer' | 'tool' | 'limit' | 'idle'
export type CaptionChange = Pick<Caption, 'id' | 'speaker'> & Partial<Caption> & { delta?: string }

export type VoiceState = {
  status: VoiceStatus
  /** Counts the connection attempts, so that late events of an earlier attempt are ignored. */
  attempt: number
  mode: VoiceMode
  /** A talk without a microphone, in which the user writes. */
  isByText: boolean
  isDemo: boolean
  turn: Turn
  /** What the user's words tell of danger. Holds whatever becomes of the talk, until they tell of what is more urgent. */
  danger?: Pick<Danger, 'level' | 'kind' | 'isClose'>
  /** Why the last connection failed or ended by itself. */
  problem?: string
  /** There was no microphone, or it was refused. */
  isMicrophoneMissing?: boolean
  /** Why the last connection was ended as planned. */
  ending?: string
  notices: Partial<Record<NoticeKind, string>>
  /** The browser plays Lisa's voice only after a tap. */
  isSoundBlocked: boolean
  lines: ProgressLine[]
  captions: Caption[]
}

export type VoiceEvent = { attempt: number } & (
  | { type: 'start'; mode: VoiceMode; isByText?: boolean }
  | { type: 'connected'; isDemo: boolean }
  | { type: 'failed'; problem: string; isMicrophoneMissing?: boolean }
  | { type: 'lost'; problem: string }
  | { type: 'ended'; text: string }
  | { type: 'notice'; kind: NoticeKind; text?: string }
  | { type: 'sound'; isBlocked: boolean }
  | { type: 'stopped' }
  | { type: 'danger'; danger: Pick<Danger, 'level' | 'kind' | 'isClose'> }
  | { type: 'progress'; line: ProgressLine }
  | { type: 'caption'; change: CaptionChange }
  | { type: 'turn'; turn: Turn }
)

export const initialVoiceState: VoiceState = {
  status: 'disconnected',
  attempt: 0,
  mode: 'general',
  isByText: false,
  isDemo: false,
  turn: 'lisa',
  notices: {},
  isSoundBlocked: false,
  lines: [],
  captions: [],
}

const captionsKept = 100

export function voiceReducer(state: VoiceState, event: VoiceEvent): VoiceState {
  const { attempt, mode, danger } = state
  if (event.type === 'start') {
    const isBusy = state.status === 'connecting' || state.status === 'connected'
    if (isBusy) return state
    const begun = { attempt: event.attempt, mode: event.mode, isByText: event.isByText ?? false }
    return { ...initialVoiceState, status: 'connecting', danger, ...begun }
  }
  if (event.attempt !== attempt) return state
  switch (event.type) {
    case 'connected':
      return state.status === 'connecting' ? { ...state, status: 'connected', isDemo: event.isDemo } : state
    case 'failed': {
      const { problem, isMicrophoneMissing } = event
      const kept = { attempt, mode, danger, isByText: state.isByText }
      return { ...initialVoiceState, ...kept, status: 'error', problem, isMicrophoneMissing }
    }
    case 'lost':
      return { ...over(state), problem: event.problem }
    case 'ended':
      return { ...over(state), ending: event.text }
    case 'notice':
      return state.notices[event.kind] === event.text
        ? state
        : { ...state, notices: { ...state.notices, [event.kind]: event.text } }
    case 'sound':
      return { ...state, isSoundBlocked: event.isBlocked }
    case 'stopped':
      // The captions stay: Lisa's last words may just have been cut, and the receipt has to show that.
      return { ...initialVoiceState, attempt, mode, danger, captions: state.captions }
    case 'progress':
      return { ...state, lines: upsert(state.lines, event.line) }
    case 'caption':
      return { ...state, captions: captioned(state.captions, event.change).slice(-captionsKept) }
    case 'turn':
      return { ...state, turn: event.turn }
    case 'danger':
      return danger && urgencyOf(danger) >= urgencyOf(event.danger)
        ? state
        : { ...state, danger: event.danger }
  }
}

/** What was done and said stays in sight. */
const over = (state: VoiceState): VoiceState => ({
  ...state,
  status: 'disconnected',
  notices: {},
  isSoundBlocked: false,
})

export function captioned(captions: Caption[], { delta = '', ...change }: CaptionChange): Caption[] {
  const known = captions.find(({ id }) => id === change.id)
  if (known?.isCut && !change.isCut) return captions
  const isDone = known?.isDone ?? false
  return upsert(captions, { isDone, ...known, text: (known?.text ?? '') + delta, ...change })
}

function upsert<T extends { id: string }>(list: T[], item: T): T[] {
  return list.some(({ id }) => id === item.id)
    ? list.map((known) => (known.id === item.id ? item : known))
    : [...list, item]
}
