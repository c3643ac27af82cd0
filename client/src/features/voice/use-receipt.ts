import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { useUser } from '@/features/auth/use-user'
import { clearTalks, lastTalk } from '@/lib/device/storage'
import { randomId } from '@/lib/random-id'
import { useDraft } from '@/lib/saving/use-draft'
import type { ReadDay } from './tool-definition'
import { loadVoiceTools, useVoiceTools } from './use-voice-tools'
import { talkQueries, tellWhatWasSaid } from './voice-queries'
import { emptyReceipt, keptReceipt, receiptReducer, textOf } from './voice-receipt'
import { captioned, type CaptionChange, type ProgressLine, type VoiceState } from './voice-state'
import type { Write } from './voice-writes'

type OnProgress = (line: ProgressLine) => void

/**
 * Keeps what was said and saved on this device, as a draft, from the first caption on; a talk that is begun on a later visit
 * of the screen takes its place. At the end of a talk the server is told what was said, if Lisa is to
 * remember it. `key` is the answer that the talk began with.
 */
export function useReceipt({ captions, attempt, status }: VoiceState, key: unknown) {
  const { id } = useUser()
  const keeper = useDraft<unknown>(id, lastTalk.kind, lastTalk.subject)
  const [left] = useState(() => keptReceipt(keeper.draft))
  const [earlier, dispatch] = useReducer(receiptReducer, left)
  // Attempts are counted anew after a reload.
  const [opened] = useState(() => randomId())
  const talk = `${opened} ${attempt}`
  const toolsFor = useVoiceTools()
  const onWrite = (write: Write) => dispatch({ type: 'write', write })
  const onRead = (days: ReadDay[]) => dispatch({ type: 'read', days })

  // Computed during render, not in an effect: the end of a talk cuts the captions and stores them in the same moment.
  const receipt = useMemo(
    () => receiptReducer(earlier, { type: 'said', talk, captions }),
    [earlier, talk, captions],
  )
  useEffect(() => dispatch({ type: 'said', talk, captions }), [talk, captions])
  const hasBegun = useRef(false)
  useEffect(() => {
    if (receipt === left || receipt === emptyReceipt) return
    // A write of an earlier visit that is sent again does not keep its words for another day.
    keeper.keep(receipt, undefined, { savedAt: hasBegun.current ? undefined : keeper.draft?.savedAt })
  }, [keeper, receipt, left])

  const isTalking = status === 'connected'
  useEffect(() => {
    if (!isTalking || hasBegun.current) return
    hasBegun.current = true
    dispatch({ type: 'begin' })
    keeper.forget()
    clearTalks()
  }, [isTalking, keeper])

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
  useEffect(() => {
    if (!isTalking) return
    return () => onEnd()
  }, [isTalking])

  /** What it ends with is told where it stands, unless a new talk has taken its place. */
  async function again({ tool, input, id }: Write, isResumed: boolean, onProgress: OnProgress = () => {}) {
    const tools = await toolsFor({
      onProgress,
      onWrite: (write) => dispatch({ type: 'write again', write }),
    })
    return tools.find(({ name }) => name === tool)?.again(input, id, isResumed)
  }
  /** Its key keeps it from being saved twice. Resolves with what a model is told of it. */
  const saveAgain = (write: Write, onProgress?: OnProgress) => again(write, false, onProgress)
  const dismiss = ({ id }: Write) => dispatch({ type: 'dismiss', id })
  async function undo(undone: Write) {
    const { undoWrite } = await loadVoiceTools()
    const { write, row } = await undoWrite(undone, client)
    dispatch({ type: 'write again', write })
    // The save before it can be undone now.
    for (const other of receipt.writes)
      if (row && other.undo?.id === row.id && other.undo.updatedAt === undone.undo?.replaced)
        dispatch({
          type: 'write again',
          write: { ...other, undo: { ...other.undo, updatedAt: row.updatedAt } },
        })
    return write
  }
  const onOpen = useEffectEvent(() => {
    for (const write of earlier.writes) if (write.state === 'waiting') void again(write, true)
  })
  useEffect(() => onOpen(), [])

  return {
    receipt,
    onWrite,
    onRead,
    saveAgain,
    dismiss,
    undo,
    /** For a caption that changes when the screen is left, and is not rendered any more. */
    keepLast: (change: CaptionChange) =>
      keeper.keep(receiptReducer(receipt, { type: 'said', talk, captions: captioned(captions, change) })),
  }
}
