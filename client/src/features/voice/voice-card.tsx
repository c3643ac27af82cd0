import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import type { Caption, ProgressLine, VoiceState } from './voice-state'

/** Progress of the tools, and captions for users who cannot hear well. */
export function VoiceCard({ state: { status, isDemo, lines, captions } }: { state: VoiceState }) {
  const spoken = captions.filter(({ text }) => text.trim())
  if (status !== 'connected' && lines.length === 0 && spoken.length === 0) return null
  return (
    <Card title="Live Progress" className="mt-5">
      {isDemo && (
        <p className="-mt-3 text-sm text-muted">Demo: a script on this computer answers instead of Lisa.</p>
      )}
      <div aria-live="polite">
        <Lines lines={lines} />
      </div>
      <Captions captions={spoken} />
    </Card>
  )
}

function Lines({ lines }: { lines: ProgressLine[] }) {
  if (lines.length === 0)
    return <p className="text-sm text-muted">What Lisa reads and saves will appear here.</p>
  return (
    <ScrolledToEnd label="Progress" className="max-h-20">
      <ul className="flex flex-col gap-1.5 text-sm">
        {lines.map(({ id, text }) => (
          <li key={id} className={cn('wrap-anywhere', colourOf(text))}>
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

/** Only finished captions are announced: word by word, the screen reader would talk over the voice. */
function Captions({ captions }: { captions: Caption[] }) {
  return (
    <section className="border-t border-line pt-4">
      <h3 className="sr-only">Captions</h3>
      <ScrolledToEnd label="Captions" className="max-h-40">
        <div className="flex flex-col gap-3">
          {captions.length === 0 && <p className="text-sm text-muted">What you both say will appear here.</p>}
          <ol aria-live="polite" aria-relevant="additions" className="flex flex-col gap-3 empty:hidden">
            {captions
              .filter(({ isDone }) => isDone)
              .map((caption) => (
                <li key={caption.id}>
                  <Words {...caption} />
                </li>
              ))}
          </ol>
          {captions
            .filter(({ isDone }) => !isDone)
            .map((caption) => (
              <p key={caption.id} aria-hidden>
                <Words {...caption} />
              </p>
            ))}
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

function Words({ speaker, text }: Caption) {
  return (
    <>
      <span className="block text-xs font-medium text-muted">{speaker}</span>
      <span className="block font-serif wrap-anywhere">{text}</span>
    </>
  )
}
