import { MicIcon, RotateCwIcon, SquareIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import type { VoiceMode } from '@shared/voice'
import { late } from '@/components/late'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/screen/cn'
import { useVoice } from './use-voice'
import { VoiceHelp } from './voice-help-card'
import { VoiceMemoryCard } from './voice-memory-card'
import { VoiceNotices } from './voice-notices'
import { loadTalkCode } from './open-talk'
import type { VoiceState, VoiceStatus } from './voice-state'

// In the same chunk as the code that connects a talk, so they are loaded by then.
const VoiceCard = lazy(async () => ({ default: (await loadTalkCode()).VoiceCard }))
const VoiceRings = lazy(async () => ({ default: (await loadTalkCode()).VoiceRings }))

const VoiceClaims = late(async () => (await import('./voice-receipt-card')).VoiceClaims)
const VoiceReceipt = late(async () => (await import('./voice-receipt-card')).VoiceReceipt)

const looks: Record<VoiceStatus, { caption: string; Icon: typeof MicIcon; style: string }> = {
  disconnected: {
    caption: 'Tap to start talking',
    Icon: MicIcon,
    style: 'border-accent bg-accent-soft text-accent hover:bg-card',
  },
  connecting: {
    caption: 'Connecting...',
    Icon: MicIcon,
    style:
      'border-dashed border-accent bg-accent-soft text-accent motion-safe:animate-pulse motion-reduce:opacity-70',
  },
  connected: {
    caption: 'Listening - Tap to stop',
    Icon: SquareIcon,
    style: 'border-transparent bg-accent text-accent-ink',
  },
  error: {
    caption: 'Connection failed - Tap to retry',
    Icon: RotateCwIcon,
    style: 'border-transparent bg-danger text-danger-ink',
  },
}

const badges: Record<VoiceMode, string> = {
  'goal-setup': 'Goal Setup Mode',
  'daily-journal': 'Daily Journal Mode',
  general: 'General Mode',
}

const turns: Record<VoiceState['turn'], string> = {
  user: 'Your turn: speak or write',
  'user-speaks': 'You are speaking',
  lisa: 'Lisa is thinking',
  'lisa-speaks': 'Lisa is speaking',
}

const focuses: { mode: VoiceMode; title: string; description: string }[] = [
  {
    mode: 'goal-setup',
    title: 'Goal Setup Session',
    description: 'Set up meaningful goals across different timelines',
  },
  {
    mode: 'daily-journal',
    title: 'Daily Journal Session',
    description: 'Reflect on your day with guided conversation',
  },
]

export function VoicePage() {
  const { state, receipt, decisions, timezones, start, stop, playSound, writing, measureLoudness } =
    useVoice()
  const { status, mode, isByText, turn, problem, ending, danger, notices } = state
  const isLive = status === 'connected'
  const canStart = status === 'disconnected' || status === 'error'
  const { said, writes, read } = receipt.receipt
  const talk = {
    isNeeded: isLive || said.length + writes.length + read.length > 0,
    props: { ...receipt, ...decisions, isLive },
  }
  const tap = () => (isLive ? stop() : start(mode, status === 'error' && isByText))
  return (
    <>
      <PageHeader
        title="Voice Mode"
        subtitle="Talk to your AI assistant to create journal entries and set goals"
      />
      <VoiceHelp timezones={timezones} danger={danger} />
      <div className="flex flex-col items-center pt-5 text-center">
        <RoundButton
          status={status}
          isInterrupted={Boolean(notices.connection)}
          takesFocus={isLive && !isByText}
          onTap={tap}
        >
          {isLive && (
            <Suspense>
              <VoiceRings measureLoudness={measureLoudness} />
            </Suspense>
          )}
        </RoundButton>
        {isLive && (
          <div className="mt-2 flex w-full items-center gap-2 text-sm">
            <p className="w-1/2 text-right">
              <span className="inline-block rounded-full bg-accent-soft px-3 py-1 font-medium text-accent">
                {badges[mode]}
              </span>
            </p>
            <p className="w-1/2 text-left text-muted">
              {!notices.connection && (isByText && turn === 'user' ? 'Your turn: write below' : turns[turn])}
            </p>
          </div>
        )}
        {status === 'connecting' && (
          <>
            {!isByText && (
              <p className="mt-1 text-sm text-balance text-muted">
                If your browser asks, allow it to use the microphone.
              </p>
            )}
            <Button variant="secondary" className="mt-5" onClick={stop}>
              Cancel
            </Button>
          </>
        )}
        {problem && <p className="mt-1 max-w-80 text-sm text-balance text-danger">{problem}</p>}
        {ending && <p className="mt-1 max-w-80 text-sm text-balance text-muted">{ending}</p>}
        {(status === 'disconnected' || state.isMicrophoneMissing) && (
          <Button
            variant={status === 'error' ? 'secondary' : 'ghost'}
            className="mt-3"
            onClick={() => start(mode, true)}
          >
            Write instead of speaking
          </Button>
        )}
      </div>
      <VoiceNotices state={state} onPlaySound={playSound} />
      <VoiceClaims {...talk} />
      {isLive && (
        <Suspense>
          <VoiceCard state={state} {...writing} />
        </Suspense>
      )}
      <VoiceReceipt {...talk} />
      {status === 'disconnected' && <FocusChoice onChoose={start} />}
      {canStart && <VoiceMemoryCard />}
    </>
  )
}

type RoundButtonProps = {
  status: VoiceStatus
  isInterrupted: boolean
  takesFocus: boolean
  onTap: () => void
  children: ReactNode
}

function RoundButton({ status, isInterrupted, takesFocus, onTap, children }: RoundButtonProps) {
  const { caption, Icon, style } = looks[status]
  const button = useRef<HTMLButtonElement>(null)
  // While connecting, this button is disabled and the one that was pressed may be gone, so the focus is lost.
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) button.current?.focus()
  }, [takesFocus])
  return (
    <>
      <div className="relative isolate">
        {children}
        <button
          ref={button}
          type="button"
          disabled={status === 'connecting'}
          onClick={onTap}
          aria-labelledby="voice-caption"
          className={cn(
            'flex cursor-pointer items-center justify-center rounded-full border-2 transition-colors duration-150 disabled:cursor-default',
            // Smaller while connected, so that the captions are visible.
            status === 'connected' ? 'size-28' : 'size-36',
            style,
          )}
        >
          <Icon size={48} strokeWidth={1.5} />
        </button>
      </div>
      <p id="voice-caption" role="status" className="mt-9 font-serif text-xl font-medium">
        {isInterrupted ? 'Reconnecting - Tap to stop' : caption}
      </p>
    </>
  )
}

function FocusChoice({ onChoose }: { onChoose: (mode: VoiceMode) => void }) {
  return (
    <section aria-labelledby="voice-focus" className="mt-10">
      <h2 id="voice-focus" className="mb-3 font-serif text-lg font-medium">
        Choose your focus:
      </h2>
      <div className="flex flex-col gap-3">
        {focuses.map(({ mode, title, description }) => (
          <button
            key={mode}
            type="button"
            onClick={() => onChoose(mode)}
            className="cursor-pointer rounded-card border border-line bg-card p-5 text-left transition-colors duration-150 hover:border-control"
          >
            <span className="block font-medium">{title}</span>
            <span className="mt-0.5 block text-sm text-muted">{description}</span>
          </button>
        ))}
      </div>
    </section>
  )
}
