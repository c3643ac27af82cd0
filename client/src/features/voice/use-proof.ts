import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { today } from '@/lib/dates/days'
import { loadTalkCode } from './open-talk'
import type { Known } from './voice-proof'
import { ownWords, type Receipt } from './voice-receipt'
import type { VoiceState } from './voice-state'

type KnownOfTalk = Pick<Known, 'read' | 'context'>

/** The user's words may never be written down: after this time the caption is judged without them. */
const patienceMs = 4_000

/**
 * Whether Lisa's last words that are over are unproven. They are judged once, with what was known when she had said them and
 * the user's words before them were written down: what she reads afterwards does not make the notice flicker.
 */
export function useProof({ captions }: VoiceState, receipt: Receipt) {
  const knownOfTalk = useRef<KnownOfTalk>({ read: [] })
  const [unproven, setUnproven] = useState<string>()
  const at = captions.findLastIndex(({ speaker, isDone }) => speaker === 'Lisa' && isDone)
  const { id, text } = captions[at] ?? {}
  const isHeard = captions.slice(0, at).every(({ speaker, isDone }) => speaker === 'Lisa' || isDone)
  const known = useEffectEvent(() => ({
    ...knownOfTalk.current,
    writes: receipt.writes,
    said: ownWords(receipt),
  }))
  useEffect(() => {
    if (!text) return
    const judge = () => {
      const judged = known()
      loadTalkCode()
        .then(({ isUnproven }) => setUnproven(isUnproven(text, judged, today()) ? id : undefined))
        .catch(() => {})
    }
    if (isHeard) return judge()
    const waiting = setTimeout(judge, patienceMs)
    return () => clearTimeout(waiting)
  }, [id, text, isHeard])
  return {
    isUnproven: id !== undefined && id === unproven,
    /** What is to be told of the talk that begins. */
    begin: (): KnownOfTalk => (knownOfTalk.current = { read: [] }),
  }
}
