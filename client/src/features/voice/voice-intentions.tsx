import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Intention, NamedIntention } from '@shared/talks'
import { Button } from '@/components/ui/button'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { localMidnight } from '@/lib/dates/days'
import { focusMover } from '@/lib/screen/next-row'
import { isConflict, useChangeTalk } from './voice-queries'

/** With the fields of the forms, which nothing else on this screen needs. */
const IntentionForm = lazy(async () => ({ default: (await import('./voice-intention-form')).IntentionForm }))

/** '2026-12-01' as 'Tuesday, December 1, 2026' */
const dayInWords = (day: string) => localMidnight(day).toLocaleDateString('en-US', { dateStyle: 'full' })
const keyOf = ({ date, text }: NamedIntention) => `${date} ${text}`

type Props = { talkId: string; intentions: Intention[] }

/** What the user said in a talk that they would do, and on which day. */
export function Intentions({ talkId, intentions }: Props) {
  const [saved, setSaved] = useState<string>()
  // The list stays, focusable, when the last one is removed.
  const [hadSome] = useState(intentions.length > 0)
  if (!intentions.length && !hadSome) return null
  return (
    <ul aria-label="What you meant to do" data-rows tabIndex={-1}>
      {intentions.map((intention) => (
        <IntentionRow
          key={keyOf(intention)}
          talkId={talkId}
          intention={intention}
          isSaved={keyOf(intention) === saved}
          onSaved={(changed) => setSaved(keyOf(changed))}
        />
      ))}
    </ul>
  )
}

type RowProps = {
  talkId: string
  intention: Intention
  /** The form has just made it what it is: it is another row than before. */
  isSaved: boolean
  onSaved: (intention: NamedIntention) => void
}

function IntentionRow({ talkId, intention, isSaved, onSaved }: RowProps) {
  const { date, text, asked } = intention
  const change = useChangeTalk(talkId)
  const [isEditing, setIsEditing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const lineId = useId()

  useEffect(() => {
    if (isSaved) row.current?.querySelector('button')?.focus()
  }, [isSaved])

  function close(saved?: NamedIntention) {
    flushSync(() => {
      if (saved) onSaved(saved)
      setIsEditing(false)
    })
    row.current?.querySelector('button')?.focus()
  }
  /** Without `to` it is removed. */
  async function send(to?: NamedIntention) {
    if (!row.current) return
    const moveFocus = focusMover(row.current, 'button')
    await change.mutateAsync({ intention: { from: { date, text }, to } }).then(
      () => (to ? close(to) : moveFocus()),
      (error) => isConflict(error) && moveFocus(),
    )
  }

  return (
    <li ref={row} data-row className="mt-3">
      {isEditing ? (
        <Suspense
          fallback={
            <Loading>
              <Skeleton className="h-11" />
            </Loading>
          }
        >
          <IntentionForm
            intention={intention}
            isSaving={change.isPending}
            onSave={send}
            onClose={() => close()}
          />
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
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
            <Button
              variant="ghost"
              className="text-sm"
              aria-describedby={lineId}
              pending={change.isPending}
              onClick={() => void send()}
            >
              Remove
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
