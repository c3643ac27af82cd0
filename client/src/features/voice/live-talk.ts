import type { RealtimeTransportLayer } from '@openai/agents-realtime'
import { heardWords } from './heard-words'
import type { ProviderEvent } from './provider-event'
import { tellLisa } from './realtime-session'
import { screenLock } from './screen-lock'
import { captionChangeOf } from './voice-captions'
import { failureOf } from './voice-failures'
import { watchIdle } from './voice-idle'
import { limitTalk } from './voice-limit'
import type { CaptionChange, NoticeKind } from './voice-state'
import { followTurn, type Turn } from './voice-turn'

type Live = {
  transport: Pick<RealtimeTransportLayer, 'sendEvent' | 'requestResponse'>
  seconds: number
  onCaption: (change: CaptionChange) => void
  onTurn: (turn: Turn) => void
  /** Without a text the notice is over. */
  onNotice: (kind: NoticeKind, text?: string) => void
  /** Ends the talk as planned. */
  onEnd: (text: string) => void
  /** Ends the talk, because it cannot go on. */
  onLost: (problem: string) => void
}

/** A talk from when Lisa has her instructions. `stop` ends its timers and lets the screen go dark. */
export function liveTalk({ transport, seconds, onCaption, onTurn, onNotice, onEnd, onLost }: Live) {
  const lock = screenLock()
  const idle = watchIdle({
    onWords() {
      lock.hold()
      onNotice('idle')
    },
    onQuiet: lock.release,
    onAsk() {
      onNotice('idle', 'Say something, or this talk ends in a minute.')
      tellLisa(
        transport,
        'Nobody has said anything for a minute. Ask in one short sentence whether the user wants to go on. In another minute the talk ends by itself.',
      )
      transport.requestResponse?.()
    },
    onEnd: () => onEnd('Nobody said anything for two minutes, so the talk ended. Tap to start again.'),
  })
  const stopLimit = limitTalk(seconds, {
    onWarning(left) {
      onNotice('limit', `${left} left. What is saved stays saved.`)
      tellLisa(
        transport,
        `${left} left until this talk ends by itself. Tell the user with your next answer, and ask whether anything should be saved before.`,
      )
    },
    onEnd: () => onEnd('The time for this talk is over. What is saved stays saved.'),
  })
  idle.start()
  const turn = followTurn(onTurn)
  const heard = heardWords()
  const caption = (change: CaptionChange | undefined) => change && onCaption(change)

  return {
    /** The user is typing, so the talk is not idle although nothing has been sent yet. */
    onTyping: idle.hearTyping,
    stop() {
      caption(heard.stop())
      idle.stop()
      stopLimit()
      lock.release()
    },
    hear(event: ProviderEvent) {
      idle.hear(event)
      turn.hear(event)
      caption(captionChangeOf(event))
      caption(heard.hear(event))
      const failure = failureOf(event)
      if (failure?.endsTalk) onLost(failure.text)
      else if (failure) onNotice('answer', failure.text)
      else if (event.type === 'response.done') onNotice('answer')
    },
  }
}
