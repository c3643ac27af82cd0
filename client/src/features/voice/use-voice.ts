import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { canonicalTimezone } from '@shared/timezones'
import type { VoiceMode } from '@shared/voice'
import { useUser } from '@/features/auth/use-user'
import { isUnauthorized } from '@/lib/auth-errors'
import { today } from '@/lib/days'
import { toast } from '@/lib/toast'
import { useReceipt } from './use-receipt'
import { useVoiceTools } from './use-voice-tools'
import { forgetDanger, keepDanger, wasInDanger } from './voice-danger'
import { problemOf } from './voice-problems'
import { talksToRead, useCreateVoiceKey, voiceQueries } from './voice-queries'
import { loadSdk, openTalk } from './voice-session'
import { initialVoiceState, voiceReducer } from './voice-state'

/** In a chunk of its own, since it is not needed to begin with. */
const loadDangerWords = () => import('./voice-danger-words')
const reloadDelayMs = 500
const contextLimitMs = 5000

export function useVoice() {
  const client = useQueryClient()
  const { firstName, timezone } = useUser()
  // The user may have left the setting at UTC.
  const [timezones] = useState(() => [
    timezone,
    canonicalTimezone(new Intl.DateTimeFormat().resolvedOptions().timeZone),
  ])
  const createKey = useCreateVoiceKey()
  const toolsFor = useVoiceTools()
  const [state, dispatch] = useReducer(voiceReducer, initialVoiceState, (initial) => ({
    ...initial,
    isInDanger: wasInDanger(),
  }))
  const receipt = useReceipt(state, createKey.data)
  const talk = useRef<{ attempt: number; isConnected: boolean; close: () => void }>(undefined)
  const reload = useRef<ReturnType<typeof setTimeout>>(undefined)

  function start(mode: VoiceMode) {
    if (talk.current || reload.current) return
    const attempt = state.attempt + 1
    const current = { attempt, isConnected: false, close: () => {} }
    talk.current = current
    dispatch({ type: 'start', attempt, mode })
    current.close = openTalk({
      getKey: () => createKey.mutateAsync(),
      getInstructions: async () =>
        (await import('./voice-prompt')).instructionsFor({
          mode,
          firstName,
          timezones,
          today: today(),
          ...(await contextOf(client)),
        }),
      tools: toolsFor({
        onProgress: (line) => dispatch({ type: 'progress', attempt, line }),
        onWrite: receipt.onWrite,
      }),
      onConnected(isDemo) {
        current.isConnected = true
        dispatch({ type: 'connected', attempt, isDemo })
        toast({ title: 'Voice Mode Active', description: 'You can now speak to your assistant' })
      },
      onFailed(error) {
        talk.current = undefined
        const problem = problemOf(error)
        dispatch({ type: 'failed', attempt, problem })
        const description = `Failed to connect to voice assistant: ${problem}`
        if (!isUnauthorized(error)) toast({ title: 'Connection Failed', description, variant: 'destructive' })
      },
      onLost(problem) {
        talk.current = undefined
        dispatch({ type: 'lost', attempt, problem })
        toast({ title: 'Voice Mode Disabled', description: problem, variant: 'destructive' })
      },
      onCaption: (change) => dispatch({ type: 'caption', attempt, change }),
      onUnknownTool: (id) => dispatch({ type: 'progress', attempt, line: { id, text: '✗ Tool not found' } }),
    })
  }

  /** Closes the current talk and returns it, if there was one. */
  function close() {
    const ended = talk.current
    talk.current = undefined
    ended?.close()
    if (ended) dispatch({ type: 'stopped', attempt: ended.attempt })
    return ended
  }

  function stop() {
    if (!close()?.isConnected) return
    toast({ title: 'Voice Mode Disabled', description: 'Voice assistant disconnected' })
    reload.current = setTimeout(() => {
      if (state.isInDanger) keepDanger()
      window.location.reload()
    }, reloadDelayMs)
  }

  const { captions, attempt, isInDanger } = state
  useEffect(() => {
    if (isInDanger || captions.length === 0) return
    loadDangerWords()
      .then(({ tellOfDanger }) => tellOfDanger(captions) && dispatch({ type: 'danger', attempt }))
      .catch(() => {})
  }, [captions, attempt, isInDanger])

  const onHidden = useEffectEvent(() => document.hidden && stop())
  const onGone = useEffectEvent(close)

  useEffect(() => {
    // Prefetched, so that connecting takes less time; a failure is shown when the user connects.
    loadSdk().catch(() => {})
    loadDangerWords().catch(() => {})
    forgetDanger()
    const leave = () => void onGone()
    const hide = () => void onHidden()
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      clearTimeout(reload.current)
      reload.current = undefined
      talk.current?.close()
      talk.current = undefined
    }
  }, [])

  return { state, receipt, timezones, start, stop }
}

/** Context for the instructions. It is optional: what fails or takes too long is left empty. */
async function contextOf(client: QueryClient) {
  const [goals, summaries, talks] = await Promise.all([
    orEmpty(client.fetchQuery(voiceQueries.goals())),
    orEmpty(client.fetchQuery(voiceQueries.summaries())),
    orEmpty(talksToRead(client)),
  ])
  return { goals, summaries, talks }
}

async function orEmpty<T>(list: Promise<T[]>): Promise<T[]> {
  const late = new Promise<[]>((resolve) => setTimeout(resolve, contextLimitMs, []))
  const given = await Promise.race([list.catch(() => []), late])
  return Array.isArray(given) ? given : []
}
