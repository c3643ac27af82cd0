import { CheckIcon, PlusIcon } from 'lucide-react'
import { useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { timelineLabels, timelines } from '@shared/goals'
import { entryRecord, type EntryRow } from '@shared/journal'
import { NotLoaded } from '@/components/load-failure'
import { ShowAll } from '@/components/show-all'
import { useKnownGoals, useMissingGoals } from '@/features/goals/known-goal-queries'
import { dayOf } from '@/lib/dates/days'
import { useLinks } from '@/lib/saving/use-record-form'
import { cn } from '@/lib/screen/cn'

const shownAtFirst = 8

type Props = {
  form: Pick<UseFormReturn<Record<string, string>, unknown, EntryRow>, 'control' | 'setValue'>
  /** Of the entry. */
  day: string
}

/** A toggle for each goal that was open on the day, monthly ones first; nothing where there are none. Forms load it late. */
export function WorkedOn({ form, day }: Props) {
  const titleId = useId()
  const [ids, change] = useLinks(form, 'goalIds')
  const known = useKnownGoals(ids)
  const missing = useMissingGoals()
  const goals = known ?? []
  const [showsAll, setShowsAll] = useState(false)
  // What was linked stays in its place, so that a slip is undone on the spot.
  const [touched, setTouched] = useState<readonly string[]>([])
  const isHeld = ({ id }: { id: string }) => ids.includes(id) || touched.includes(id)

  const open = goals.filter(({ achievedAt }) => !achievedAt)
  const offered = [
    ...timelines.toReversed().flatMap((timeline) => open.filter((goal) => goal.timeline === timeline)),
    ...goals.filter((goal) => goal.achievedAt && (isHeld(goal) || dayOf(new Date(goal.achievedAt)) >= day)),
  ]
  if (known && !offered.length) return null
  const shown = offered.filter((goal, place) => showsAll || place < shownAtFirst || isHeld(goal))

  function toggle(id: string) {
    setTouched([...touched, id])
    change(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].sort())
  }

  return (
    <div role="group" aria-labelledby={titleId} className="flex flex-col gap-3 px-4 py-3">
      <p id={titleId} className="text-sm font-medium">
        {entryRecord.labelOf('goalIds')}
      </p>
      {!known && <NotLoaded {...missing} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {shown.map(({ id, title, timeline }) => {
          const isLinked = ids.includes(id)
          const Icon = isLinked ? CheckIcon : PlusIcon
          return (
            <button
              key={id}
              type="button"
              aria-pressed={isLinked}
              onClick={() => toggle(id)}
              className={cn(
                'inline-flex min-h-touch max-w-full cursor-pointer items-center gap-2 rounded-full border border-control px-4 py-2 transition-colors duration-150 select-none hover:border-accent',
                isLinked ? 'bg-accent-soft text-accent' : 'bg-card',
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span dir="auto" className="min-w-0 text-start wrap-anywhere">
                {title}
                {offered.some((other) => other.id !== id && other.title === title) && (
                  <span className="text-sm text-muted"> {timelineLabels[timeline]}</span>
                )}
              </span>
            </button>
          )
        })}
      </div>
      {(showsAll || shown.length < offered.length) && (
        <ShowAll count={offered.length} showsAll={showsAll} onChange={setShowsAll} />
      )}
    </div>
  )
}

/** The titles of goals, one a line, as a conflict notice shows them. */
export function GoalTitles({ ids }: { ids: string[] }) {
  const goals = useKnownGoals(ids)
  const titles = goals?.filter(({ id }) => ids.includes(id)).map(({ title }) => title)
  return titles?.join('\n')
}
