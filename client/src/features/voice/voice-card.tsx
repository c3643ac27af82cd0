import { useRef, type ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/screen/cn'
import { turnsOf } from './said-turns'
import { TurnWords } from './turn-words'
import { useInSight } from './use-in-sight'
import type { Caption, ProgressLine, VoiceState } from './voice-state'
import { WriteBox, type WriteBoxProps } from './write-box'

type Props = Omit<WriteBoxProps, 'takesFocus'> & { state: VoiceState }

/** Progress of the tools, captions for users who cannot hear well, and a box for those who cannot speak. */
export function VoiceCard({ state, ...writing }: Props) {
  const { isByText, isDemo, danger, lines, captions } = state
  const card = useRef<HTMLDivElement>(null)
  useInSight(card, danger?.level)
  return (
    <>
      <div ref={card} className="mt-5">
        <Card title="Live Progress">
          {isDemo && (
            <p className="-mt-3 text-sm text-muted">
              Demo: a script on this computer answers instead of Lisa.
            </p>
          )}
          <div aria-live="polite">
            <Lines lines={lines} />
          </div>
          <Captions captions={captions} />
        </Card>
      </div>
      <WriteBox {...writing} takesFocus={isByText} />
    </>
  )
}

function Lines({ lines }: { lines: ProgressLine[] }) {
  if (lines.length === 0)
    return <p className="text-sm text-muted">What Lisa reads and saves will appear here.</p>
  return (
    <ScrolledToEnd label="Progress" className="max-h-20">
      <ul className="flex flex-col gap-1.5 text-sm">
        {lines.map(({ id, text }) => (
          <li key={id} dir="auto" className={cn('wrap-anywhere', colourOf(text))}>
            {text}
          </li>
        ))}
      </ul>
    </ScrolledToEnd>
  )
}

const colourOf = (line: string) =>
  line.startsWith('✓')
    ? 'font-medium text-accent'
    : line.startsWith('✗')
      ? 'font-medium text-danger'
      : 'text-muted'

function Captions({ captions }: { captions: Caption[] }) {
  const turns = turnsOf(captions)
  return (
    <section className="border-t border-line pt-4">
      <h3 className="sr-only">Captions</h3>
      <ScrolledToEnd label="Captions" className="max-h-40">
        <div className="flex flex-col gap-3">
          {turns.length === 0 && <p className="text-sm text-muted">What you both say will appear here.</p>}
          <ol aria-live="polite" aria-relevant="additions" className="flex flex-col gap-3 empty:hidden">
            {turns.map((turn) => {
              const isHeard = turn.parts.some(({ isDone }) => isDone)
              return (
                <li key={isHeard ? turn.id : `${turn.id}…`} aria-hidden={!isHeard}>
                  <TurnWords {...turn} />
                </li>
              )
            })}
          </ol>
        </div>
      </ScrolledToEnd>
    </section>
  )
}

type BoxProps = { label: string; className: string; children: ReactNode }

/** Column-reverse keeps it scrolled to the end unless the user scrolls back. */
function ScrolledToEnd({ label, className, children }: BoxProps) {
  return (
    <div
      // Focusable, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={label}
      className={cn('flex flex-col-reverse overflow-y-auto rounded-control', className)}
    >
      {children}
    </div>
  )
}
