import type { VoiceMode } from '@shared/voice'

export type VoiceStatus = 'disconnected' | 'connecting' | 'connected' | 'error'
export type ProgressLine = { id: string; text: string }
export type Caption = { id: string; speaker: 'Lisa' | 'You'; text: string; isDone: boolean }
/** What keeps the talk from going as it should: the microphone is muted, an answer failed, the time runs out. */
export type NoticeKind = 'microphone' | 'answer' | 'limit' | 'idle'
export type CaptionChange = Pick<Caption, 'id' | 'speaker'> & {
  delta?: string
  text?: string
  isDone?: boolean
}

export type VoiceState = {
  status: VoiceStatus
  /** Counts the connection attempts, so that late events of an earlier attempt are ignored. */
  attempt: number
  mode: VoiceMode
  isDemo: boolean
  /** What the user said tells of danger. Holds until the screen is left, whatever becomes of the talk. */
  isInDanger: boolean
  /** Why the last connection failed or ended by itself. */
  problem?: string
  /** Why the last connection was ended as planned. */
  ending?: string
  notices: Partial<Record<NoticeKind, string>>
  /** The browser plays Lisa's voice only after a tap. */
  isSoundBlocked: boolean
  lines: ProgressLine[]
  captions: Caption[]
}

export type VoiceEvent = { attempt: number } & (
  | { type: 'start'; mode: VoiceMode }
  | { type: 'connected'; isDemo: boolean }
  | { type: 'failed'; problem: string }
  | { type: 'lost'; problem: string }
  | { type: 'ended'; text: string }
  | { type: 'notice'; kind: NoticeKind; text?: string }
  | { type: 'sound'; isBlocked: boolean }
  | { type: 'stopped' }
  | { type: 'danger' }
  | { type: 'progress'; line: ProgressLine }
  | { type: 'caption'; change: CaptionChange }
)

export const initialVoiceState: VoiceState = {
  status: 'disconnected',
  attempt: 0,
  mode: 'general',
  isDemo: false,
  isInDanger: false,
  notices: {},
  isSoundBlocked: false,
  lines: [],
  captions: [],
}

const captionsKept = 100

export function voiceReducer(state: VoiceState, event: VoiceEvent): VoiceState {
  const { attempt, mode, isInDanger } = state
  if (event.type === 'start') {
    const isBusy = state.status === 'connecting' || state.status === 'connected'
    return isBusy
      ? state
      : { ...initialVoiceState, status: 'connecting', attempt: event.attempt, mode: event.mode, isInDanger }
  }
  if (event.attempt !== attempt) return state
  switch (event.type) {
    case 'connected':
      return state.status === 'connecting' ? { ...state, status: 'connected', isDemo: event.isDemo } : state
    case 'failed':
      return { ...initialVoiceState, status: 'error', attempt, mode, isInDanger, problem: event.problem }
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
      return { ...initialVoiceState, attempt, mode, isInDanger }
    case 'progress':
      return { ...state, lines: upsert(state.lines, event.line) }
    case 'caption':
      return { ...state, captions: captioned(state.captions, event.change).slice(-captionsKept) }
    case 'danger':
      return { ...state, isInDanger: true }
  }
}

/** What was done and said stays in sight. */
const over = (state: VoiceState): VoiceState => ({
  ...state,
  status: 'disconnected',
  notices: {},
  isSoundBlocked: false,
})

function captioned(captions: Caption[], { id, speaker, delta = '', text, isDone }: CaptionChange): Caption[] {
  const known = captions.find((caption) => caption.id === id)
  return upsert(captions, {
    id,
    speaker,
    text: text ?? (known?.text ?? '') + delta,
    isDone: isDone ?? known?.isDone ?? false,
  })
}

function upsert<T extends { id: string }>(list: T[], item: T): T[] {
  return list.some(({ id }) => id === item.id)
    ? list.map((known) => (known.id === item.id ? item : known))
    : [...list, item]
}
