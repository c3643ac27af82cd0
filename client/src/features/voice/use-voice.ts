import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Danger } from '@shared/danger/danger'
import { canonicalTimezone } from '@shared/timezones'
import type { EndOfTalk, VoiceMode } from '@shared/voice'
import { aiQueries, isAiOn } from '@/features/ai/ai-queries'
import { useUser } from '@/features/auth/use-user'
import { isUnauthorized } from '@/lib/api/api'
import { today } from '@/lib/dates/days'
import { toast } from '@/lib/screen/toast'
import { whenIdleLater } from '@/lib/screen/when-idle'
import { dueIn, type DueIntention, isAnswered, markAsAsked } from './due-intentions'
import { hangUp } from './hang-up'
import type { LiveTalk } from './realtime-talk'
import { useProof } from './use-proof'
import { useReceipt } from './use-receipt'
import { loadVoiceTools, useVoiceTools } from './use-voice-tools'
import { contextOf } from './voice-context'
import { MicrophoneProblem, problemOf } from './voice-problems'
import { useCreateVoiceKey } from './voice-queries'
import { loadTalkCode, openTalk, type OpenTalk } from './open-talk'
import { turnsOfUser } from './said-turns'
import type * as DangerWords from './voice-danger-words'
import type { Write } from './voice-writes'
import { initialVoiceState, voiceReducer } from './voice-state'

let dangerWords: typeof DangerWords | undefined
/** In a chunk of its own: it is large, and a talk begins without it. */
const loadDangerWords = async () => (dangerWords = await import('./voice-danger-words'))
const reloadDelayMs = 500
const rereadDelayMs = 2_000

type CurrentTalk = {
  attempt: number
  opened?: OpenTalk
  live?: LiveTalk
  /** What Lisa is told to ask about. */
  due?: DueIntention[]
  /** The kinds of danger for which numbers to call were shown, and the quiet notice. */
  shown: Required<Pick<EndOfTalk, 'helpShown' | 'lineShown'>>
}

export function useVoice() {
  const client = useQueryClient()
  const { id: userId, firstName, timezone } = useUser()
  // The user may have left the setting at UTC.
  const [timezones] = useState(() => [
    timezone,
    canonicalTimezone(new Intl.DateTimeFormat().resolvedOptions().timeZone),
  ])
  const { data: ai } = useQuery(aiQueries.settings())
  const createKey = useCreateVoiceKey()
  const toolsFor = useVoiceTools()
  const [state, dispatch] = useReducer(voiceReducer, initialVoiceState)
  const receipt = useReceipt(state, createKey.data)
  const proof = useProof(state, receipt.receipt)
  const talk = useRef<CurrentTalk>(undefined)
  const reload = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Set when the screen is left for another one: then no caption is rendered any more. */
  const keepLast = useRef<typeof receipt.keepLast>(undefined)

  function start(mode: VoiceMode, isByText = false) {
    if (talk.current || reload.current) return
    const attempt = state.attempt + 1
    const current: CurrentTalk = { attempt, shown: { helpShown: [], lineShown: [] } }
    talk.current = current
    const known = proof.begin()
    dispatch({ type: 'start', attempt, mode, isByText })
    let key: Promise<unknown> | undefined
    current.opened = openTalk({
      getKey: () => (key ??= createKey.mutateAsync()),
      // Where the AI is switched off the server refuses the key, and the browser need not ask for the microphone.
      isKeyFirst: ai && !isAiOn(ai),
      async prepare() {
        const { instructionsFor } = await import('./voice-prompt')
        const context = await contextOf(client)
        known.context = context
        const due = (current.due = dueIn(context.talks, today()))
        const tools = await toolsFor({
          readsJournal: context.readsJournal,
          onProgress: (line) => dispatch({ type: 'progress', attempt, line }),
          onWrite: receipt.onWrite,
          onRead(days) {
            known.read.push(...days)
            receipt.onRead(days)
          },
        })
        const instructions = instructionsFor({
          due,
          mode,
          firstName,
          timezones,
          now: new Date(),
          language: navigator.language,
          tools,
          ...context,
          cutAfterDanger: dangerWords?.cutAfterDanger,
        })
        return { instructions, tools }
      },
      isByText,
      hangUp: (told) => hangUp({ ...told, ...current.shown }),
      onConnected(live) {
        current.live = live
        dispatch({ type: 'connected', attempt, isDemo: live.isDemo })
        toast({ title: 'Voice Mode Active', description: 'You can now speak to your assistant' })
      },
      onFailed(error) {
        talk.current = undefined
        const problem = problemOf(error)
        const isMicrophoneMissing = error instanceof MicrophoneProblem
        dispatch({ type: 'failed', attempt, problem, isMicrophoneMissing })
        const description = `Failed to connect to voice assistant: ${problem}`
        if (!isUnauthorized(error)) toast({ title: 'Connection Failed', description, variant: 'destructive' })
      },
      onLost(problem) {
        talk.current = undefined
        dispatch({ type: 'lost', attempt, problem })
        toast({ title: 'Voice Mode Disabled', description: problem, variant: 'destructive' })
      },
      onEnded(text) {
        talk.current = undefined
        dispatch({ type: 'ended', attempt, text })
        toast({ title: 'Voice Mode Disabled', description: text })
      },
      onNotice: (kind, text) => dispatch({ type: 'notice', attempt, kind, text }),
      onSoundBlocked: (isBlocked) => dispatch({ type: 'sound', attempt, isBlocked }),
      onCaption(change) {
        dispatch({ type: 'caption', attempt, change })
        keepLast.current?.(change)
      },
      onTurn: (turn) => dispatch({ type: 'turn', attempt, turn }),
      onUnknownTool: (id) => dispatch({ type: 'progress', attempt, line: { id, text: '✗ Tool not found' } }),
    })
  }

  /** Closes the current talk and returns it, if there was one. */
  function close() {
    const ended = talk.current
    talk.current = undefined
    ended?.opened?.close()
    if (ended) dispatch({ type: 'stopped', attempt: ended.attempt })
    return ended
  }

  function stop() {
    if (!close()?.live) return
    toast({ title: 'Voice Mode Disabled', description: 'Voice assistant disconnected' })
    reload.current = setTimeout(() => window.location.reload(), reloadDelayMs)
  }

  const { captions, attempt, status } = state
  const { said } = receipt.receipt
  // What was said before, while it is in sight.
  const turns = turnsOfUser(captions.length ? captions : said, status)
  const conversation = said[0]?.talk ?? ''
  useEffect(() => {
    if (!turns) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (danger?: Danger) => danger && dispatch({ type: 'danger', attempt, danger })
    const read = () =>
      loadDangerWords()
        .then(({ dangerToShow }) => show(dangerToShow(turns, userId, conversation)))
        // Without a network the code does not load: these may have been the last words.
        .catch(() => (timer = setTimeout(read, rereadDelayMs)))
    void read()
    return () => clearTimeout(timer)
  }, [turns, attempt, userId, conversation])

  const hasAnswered = isAnswered(captions)
  useEffect(() => {
    const { live, due = [] } = talk.current ?? {}
    if (hasAnswered && live && !live.isDemo) void markAsAsked(client, due)
  }, [hasAnswered, client])

  const { danger } = state
  useEffect(() => {
    const { helpShown, lineShown } = talk.current?.shown ?? {}
    if (danger) (danger.level === 'near' ? lineShown : helpShown)?.push(danger.kind)
  }, [danger])

  const onHidden = useEffectEvent(() => document.hidden && stop())
  const onGone = useEffectEvent(close)
  const onLeft = useEffectEvent(() => {
    keepLast.current = receipt.keepLast
    talk.current?.opened?.close()
    talk.current = undefined
  })

  // Prefetched, so that connecting takes less time; a failure is shown when the user connects.
  useEffect(
    () => whenIdleLater(() => void Promise.allSettled([loadTalkCode(), loadVoiceTools(), loadDangerWords()])),
    [],
  )

  useEffect(() => {
    keepLast.current = undefined
    // Synchronously: the captions are stored, and the server is told, before the page is gone.
    const leave = () => flushSync(() => void onGone())
    const hide = () => void onHidden()
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      clearTimeout(reload.current)
      reload.current = undefined
      onLeft()
    }
  }, [])

  const playSound = () => talk.current?.opened?.playSound()
  const writing = {
    userId,
    onWrite: (text: string) => talk.current?.live?.write(text) ?? false,
    onTyping: () => talk.current?.live?.onTyping(),
  }
  const tell = (text: string) => talk.current?.live?.tell(text)
  /** What Lisa would like to save is decided by a tap, of which she is told. */
  const decisions = {
    async undo(write: Write) {
      const { state } = await receipt.undo(write)
      if (state === 'undone') tell(`The user has undone by a tap: "${write.text}".`)
    },
    async save(write: Write) {
      const output = await receipt.saveAgain(write, (line) => dispatch({ type: 'progress', attempt, line }))
      tell(`The user has tapped Save. ${output}`)
    },
    dismiss(write: Write) {
      receipt.dismiss(write)
      dispatch({ type: 'progress', attempt, line: { id: write.id, text: `Dismissed: ${write.text}` } })
      tell(`The user has tapped Dismiss: "${write.text}" is not saved. Do not propose it again.`)
    },
  }
  const measureLoudness = () => talk.current?.live?.measureLoudness()
  const { isUnproven } = proof
  return {
    state,
    receipt: { ...receipt, isUnproven },
    decisions,
    timezones,
    start,
    stop,
    playSound,
    writing,
    measureLoudness,
  }
}
