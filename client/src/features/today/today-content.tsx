import type { TodayView } from '@shared/today'
import { AsKept } from '@/components/as-kept'
import { Card } from '@/components/ui/card'
import { readingOf } from '@/features/journal/waiting-queries'
import { EntryLine } from './entry-line'
import { LastSevenDays } from './last-seven-days'
import { OtherDrafts } from './other-drafts'
import { ProposalsOffer } from './proposals-offer'
import { ReviewOffer, type LoadReview } from './review-offer'
import { useTexts } from './use-texts'
import { WaitingEntries } from './waiting-entries'
import { Writing } from './writing'
import { ZoneOffer } from './zone-offer'

const mostYears = 3

type Props = TodayView & {
  title: string
  day: string
  now: Date
  loadReview: LoadReview
  /** When it was read, if it is what this device keeps. */
  readAt?: string
}

/** Today's entry or the way to it, the last days, and the same day of earlier years. */
export function TodayContent({ title, day, now, loadReview, readAt, ...today }: Props) {
  const texts = useTexts(now, { day, texts: today.texts })
  const onThisDay = today.onThisDay.slice(0, mostYears)
  return (
    <>
      <Card title={title}>
        <LastSevenDays day={day} days={today.days} />
        <AsKept readAt={readAt} />
        <Writing day={day} entry={today.entry} {...texts} />
        <WaitingEntries except={day} />
        <OtherDrafts day={day} />
        <ReviewOffer now={now} days={today.days} load={loadReview} />
        <ProposalsOffer />
      </Card>
      <ZoneOffer />
      {onThisDay.length > 0 && (
        <Card>
          {onThisDay.map((entry, i) => (
            <section key={entry.id} className={i > 0 ? 'border-t border-line pt-3' : undefined}>
              <h2 className="text-sm text-muted">On this day, {entry.entryDate.slice(0, 4)}</h2>
              <EntryLine entry={entry} href={readingOf(entry.entryDate)} />
            </section>
          ))}
        </Card>
      )}
    </>
  )
}
