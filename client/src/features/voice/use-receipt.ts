import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { useUser } from '@/features/auth/use-user'
import { randomId } from '@/lib/random-id'
import { clearReceipts } from '@/lib/device/storage'
import { useVoiceTools } from './use-voice-tools'
import { talkQueries, tellWhatWasSaid } from './voice-queries'
import { keepReceipt, readReceipt, receiptReducer, textOf } from './voice-receipt'
import type { VoiceState } from './voice-state'
import type { Write } from './voice-writes'

/**
 * Keeps what was said and saved, across a reload, until the user leaves the screen. At the end of a talk the server is told
 * what was said, if Lisa is to remember it. `key` is the answer that the talk began with.
 */
export function useReceipt({ captions, attempt, status }: VoiceState, key: unknown) {
  const { id } = useUser()
  const [earlier, dispatch] = useReducer(receiptReducer, id, readReceipt)
  // Attempts are counted anew after a reload.
  const [opened] = useState(() => randomId())
  const talk = `${opened} ${attempt}`
  const toolsFor = useVoiceTools()
  const onWrite = (write: Write) => dispatch({ type: 'write', write })

  // Computed during render, not in an effect: the end of a talk cuts the captions and stores them in the same moment.
  const receipt = useMemo(
    () => receiptReducer(earlier, { type: 'said', talk, captions }),
    [earlier, talk, captions],
  )
  useEffect(() => dispatch({ type: 'said', talk, captions }), [talk, captions])
  useEffect(() => keepReceipt(id, receipt), [id, receipt])
  useEffect(() => () => clearReceipts(), [])

  const client = useQueryClient()
  const { data: memory } = useQuery(talkQueries.memory())
  const told = useRef('')
  const onEnd = useEffectEvent(() => {
    const { talkId } = Object(key) as { talkId?: unknown }
    const said = textOf(receipt.said.filter((said) => said.talk === talk))
    if (!memory?.remember || !said || typeof talkId !== 'string' || told.current === talkId) return
    told.current = talkId
    tellWhatWasSaid(talkId, said)
      .then(() => client.invalidateQueries(talkQueries.remembered()))
      .catch(() => {})
  })
  const isTalking = status === 'connected'
  useEffect(() => {
    if (!isTalking) return
    return () => onEnd()
  }, [isTalking])

  async function again({ tool, input, id }: Write, isResumed: boolean) {
    const tools = await toolsFor({ onProgress: () => {}, onWrite })
    await tools.find(({ name }) => name === tool)?.again(input, id, isResumed)
  }
  /** Its key keeps it from being saved twice. */
  const saveAgain = (write: Write) => again(write, false)
  const onOpen = useEffectEvent(() => {
    for (const write of earlier.writes) if (write.state === 'waiting') void again(write, true)
  })
  useEffect(() => onOpen(), [])

  return { receipt, onWrite, saveAgain }
}
