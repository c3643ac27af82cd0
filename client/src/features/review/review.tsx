import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CheckIcon } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { moods } from '@shared/journal/mood'
import { plainLine } from '@shared/journal/plain-line'
import type { ReviewView } from '@shared/review'
import type { ReviewPeriod } from '@shared/review-period'
import { AppLink } from '@/components/app-link'
import { LoadFailure } from '@/components/load-failure'
import { PutIntoDraft } from '@/components/put-into-draft'
import { ShowAll } from '@/components/show-all'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { useUser } from '@/features/auth/use-user'
import { putReviewIntoTodaysDraft } from '@/features/journal/draft-queries'
import { pictureOf } from '@/features/journal/moods'
import { readingOf, useWaitingOfJournal, withWaiting } from '@/features/journal/waiting-queries'
import { todayQueries } from '@/features/today/today-queries'
import { localMidnight, shortDate, today } from '@/lib/dates/days'
import { focusOnceThere } from '@/lib/screen/navigation'
import { toast } from '@/lib/screen/toast'
import { firstQuestion, periodInWords, reviewDraft, titleOf } from './review-draft'
import { reviewQueries } from './review-queries'

type Props = {
  period: ReviewPeriod
  /** Asks which goals go on. */
  children?: ReactNode
}

/** What the days of a week, month or year hold, in counts and in the person's own words. */
export function Review({ period, children }: Props) {
  const review = useQuery(reviewQueries.of(period))
  const client = useQueryClient()
  const { id } = useUser()
  const [, navigate] = useLocation()
  const isWritten = useTodaysWords().includes(titleOf(period))

  if (review.isPending) return <ReviewSkeleton />
  if (!review.data)
    return (
      <LoadFailure
        title={`We couldn't load your ${period.name}`}
        error={review.error}
        onRetry={() => void review.refetch()}
        pending={review.isFetching}
      />
    )

  const { goals, achieved, untouched } = review.data

  async function write(data: ReviewView) {
    const entries = await client.fetchQuery(reviewQueries.entries(period)).catch(() => undefined)
    // Nobody quotes today's entry in itself.
    const others = entries?.filter(({ entryDate }) => entryDate !== today())
    const isPut = await putReviewIntoTodaysDraft(client, id, reviewDraft(period, data, others))
    if (isPut) {
      navigate('/journal/new')
      if (!entries)
        toast({
          title: "We couldn't load your other days",
          description: 'The draft has the days of your goals only.',
          variant: 'destructive',
        })
      // Far below what a form begins with, and the caret where the first answer goes.
      focusOnceThere('[name=overallReflection]', (text) => {
        if (!(text instanceof HTMLTextAreaElement)) return
        const start = text.value.indexOf(titleOf(period))
        const answer = text.value.indexOf(firstQuestion, start) + firstQuestion.length
        text.setSelectionRange(answer, answer)
      })
    }
    return isPut
  }

  return (
    <div className="flex flex-col gap-4">
      <Figures period={period} review={review.data} />
      <Part title="Goals you worked on">
        {goals.length ? (
          <Folded items={goals} what="goals">
            {(goal) => <GoalDays key={goal.goalId} goal={goal} most={period.name === 'week' ? 7 : 3} />}
          </Folded>
        ) : (
          <p className="text-sm text-muted">
            None of these days is linked to a goal. You can choose goals when you write an entry.
          </p>
        )}
      </Part>
      {achieved.length > 0 && (
        <Part title="Achieved">
          <Folded items={achieved} what="achieved goals">
            {({ goalId, title }) => (
              <li key={goalId} className="flex items-start gap-2">
                <CheckIcon aria-hidden className="mt-0.5 shrink-0 text-accent" />
                <Title>{title}</Title>
              </li>
            )}
          </Folded>
        </Part>
      )}
      {untouched.length > 0 && (
        <Part title="Open goals without a day">
          <Folded items={untouched} what="goals without a day">
            {({ goalId, title }) => (
              <li key={goalId}>
                <Title>{title}</Title>
              </li>
            )}
          </Folded>
        </Part>
      )}
      {/* Has the focus when no goal is left to decide on. */}
      <div data-rows tabIndex={-1} className="flex flex-col gap-4 rounded-control">
        {children}
        {isWritten ? (
          <p className="text-sm text-muted">Your review is in today's entry.</p>
        ) : (
          <div>
            <PutIntoDraft
              label="Write my review"
              put={() => write(review.data)}
              elsewhere="Your days stay in your journal."
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** What the reflection of today's entry says, once it is saved or waits. */
function useTodaysWords(): string {
  const day = today()
  const { data } = useQuery(todayQueries.of(day))
  const entries = withWaiting(data?.entry ? [data.entry] : [], useWaitingOfJournal())
  return entries.find(({ entryDate }) => entryDate === day)?.overallReflection ?? ''
}

function Figures({ period, review }: { period: ReviewPeriod; review: ReviewView }) {
  const { entries, longestStreak } = review
  const inARow =
    longestStreak > 1 ? `, ${longestStreak === entries ? 'all' : longestStreak} of them in a row` : ''
  const written =
    entries === 0
      ? 'These days have no entry.'
      : entries === daysIn(period)
        ? `You wrote on all ${entries} days.`
        : `You wrote on ${entries} ${entries === 1 ? 'day' : 'days'}${inARow}.`
  const chosen = moods.filter((mood) => review.moods[mood] > 0)
  return (
    <div className="flex flex-col gap-2">
      <h3 tabIndex={-1} className="text-sm text-muted outline-none">
        {periodInWords(period)}
      </h3>
      <p>{written}</p>
      {chosen.length > 0 && (
        <ul aria-label="Moods" className="flex flex-wrap gap-x-4 gap-y-1">
          {chosen.map((mood) => {
            const { label, emoji } = pictureOf(mood)
            return (
              <li key={mood} className="flex items-center gap-1">
                <span role="img" aria-label={label} title={label} className="font-emoji text-xl">
                  {emoji}
                </span>
                <span className="tabular-nums">{review.moods[mood]}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** By the calendar, whatever the clocks do. */
const daysIn = ({ from, to }: ReviewPeriod) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

type GoalDaysProps = {
  goal: ReviewView['goals'][number]
  /** How many days are shown at first. */ most: number
}

function GoalDays({ goal: { goalId, title, days }, most }: GoalDaysProps) {
  return (
    <li>
      <div className="flex items-start gap-4">
        <Title>{title}</Title>
        <p className="shrink-0 text-sm text-muted tabular-nums">
          {days.length} {days.length === 1 ? 'day' : 'days'}
        </p>
      </div>
      <Folded items={days} what="days" of={title} most={most} className="">
        {({ entryDate, entryId, firstLine }) => (
          <li key={entryId}>
            <AppLink
              // Other links lead to the same day, and the way back is to this one.
              id={`review-${goalId}-${entryDate}`}
              href={readingOf(entryDate)}
              className="-mx-2 flex min-h-touch flex-wrap items-center gap-x-2 rounded-control px-2 -outline-offset-2 hover:underline"
            >
              <time dateTime={entryDate} className="basis-24 text-sm text-muted tabular-nums">
                {shortDate(localMidnight(entryDate))}
              </time>
              <span dir="auto" className="min-w-0 grow basis-24 truncate font-serif">
                {plainLine(firstLine)}
              </span>
            </AppLink>
          </li>
        )}
      </Folded>
    </li>
  )
}

const Title = ({ children }: { children: string }) => (
  <p dir="auto" className="min-w-0 grow font-serif wrap-anywhere">
    {children}
  </p>
)

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 border-t border-line pt-3">
      <h3 id={titleId} className="font-medium">
        {title}
      </h3>
      {children}
    </section>
  )
}

type FoldedProps<T> = {
  items: T[]
  /** What there is more of. */
  what: string
  /** For screen readers: where others have the same name. */
  of?: string
  /** How many are shown at first. */
  most?: number
  className?: string
  children: (item: T) => ReactNode
}

function Folded<T>({
  items,
  what,
  of,
  most = 5,
  className = 'flex flex-col gap-3',
  children,
}: FoldedProps<T>) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <>
      <ul className={className}>{items.slice(0, showsAll ? undefined : most).map(children)}</ul>
      {items.length > most && (
        <ShowAll count={items.length} showsAll={showsAll} onChange={setShowsAll}>
          {what}
          {of && <span className="sr-only"> of {of}</span>}
        </ShowAll>
      )}
    </>
  )
}

const ReviewSkeleton = () => (
  <Loading className="flex flex-col gap-4">
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="h-5 w-2/5" />
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
  </Loading>
)
