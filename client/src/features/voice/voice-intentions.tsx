import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Intention } from '@shared/talks'
import { Button } from '@/components/ui/button'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { localMidnight } from '@/lib/dates/days'

/** With the fields of the forms, which nothing else on this screen needs. */
const IntentionForm = lazy(async () => ({ default: (await import('./voice-intention-form')).IntentionForm }))

/** '2026-12-01' as 'Tuesday, December 1, 2026' */
const dayInWords = (day: string) => localMidnight(day).toLocaleDateString('en-US', { dateStyle: 'full' })
const keyOf = ({ date, text }: Intention) => `${date} ${text}`

type Props = {
  intentions: Intention[]
  isSaving: boolean
  /** The mutation tells of a failure. */
  onChange: (intentions: Intention[]) => Promise<unknown>
}

/** What the user said in a talk that they would do, and on which day. */
export function Intentions({ intentions, isSaving, onChange }: Props) {
  const [saved, setSaved] = useState<string>()
  return (
    // Focusable, for when the last one is removed.
    <ul aria-label="What you meant to do" tabIndex={-1}>
      {intentions.map((intention, place) => (
        <IntentionRow
          key={keyOf(intention)}
          intention={intention}
          isSaved={keyOf(intention) === saved}
          isSaving={isSaving}
          onSave={(changed) => {
            setSaved(keyOf(changed))
            return onChange(intentions.with(place, changed))
          }}
          onRemove={() => onChange(intentions.filter((other) => other !== intention))}
        />
      ))}
    </ul>
  )
}

type RowProps = {
  intention: Intention
  /** The form has just made it what it is: it is another row than before. */
  isSaved: boolean
  isSaving: boolean
  onSave: (intention: Intention) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

function IntentionRow({ intention, isSaved, isSaving, onSave, onRemove }: RowProps) {
  const { date, text, asked } = intention
  const [isEditing, setIsEditing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const lineId = useId()

  useEffect(() => {
    if (isSaved) row.current?.querySelector('button')?.focus()
  }, [isSaved])

  function close() {
    flushSync(() => setIsEditing(false))
    row.current?.querySelector('button')?.focus()
  }
  async function remove() {
    const { nextElementSibling, previousElementSibling, parentElement } = row.current ?? {}
    const neighbour = nextElementSibling ?? previousElementSibling
    await onRemove().then(
      () => (neighbour?.querySelector('button') ?? parentElement)?.focus(),
      () => {},
    )
  }

  return (
    <li ref={row} className="mt-3">
      {isEditing ? (
        <Suspense
          fallback={
            <Loading>
              <Skeleton className="h-11" />
            </Loading>
          }
        >
          <IntentionForm intention={intention} isSaving={isSaving} onSave={onSave} onClose={close} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p id={lineId} className="min-w-0 grow basis-40 text-sm wrap-anywhere">
            <time dateTime={date} className="block text-muted">
              {dayInWords(date)}
            </time>
            <span dir="auto">{text}</span>
            {asked && <span className="text-muted"> · Lisa has asked</span>}
          </p>
          <div className="-mr-4 flex">
            <Button
              variant="ghost"
              className="text-sm"
              aria-describedby={lineId}
              disabled={isSaving}
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
            <Button
              variant="ghost"
              className="text-sm"
              aria-describedby={lineId}
              disabled={isSaving}
              onClick={() => void remove()}
            >
              Remove
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
