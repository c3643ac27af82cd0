import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import type { ProseField } from '@shared/journal'
import { FormSkeleton } from '@/components/form-skeleton'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { ButtonLink } from '@/components/ui/button-link'
import { useUser } from '@/features/auth/use-user'
import { useGoalsAtOnce } from '@/features/goals/known-goal-queries'
import { isOutOfReach } from '@/lib/api/api'
import { isDay } from '@/lib/dates/days'
import { useRestored, useUnread } from '@/lib/saving/use-restored'
import { DayInWords } from './day-in-words'
import { JournalForm, type Questions } from './journal-form'
import { journalQueries } from './journal-queries'
import { knownEntry } from './known-entry'
import { entrySender } from './saves-queries'
import { useReturn } from './use-return'
import { useWaitingEntries } from './waiting-queries'

const questionOf: Record<ProseField, string> = {
  wins: 'What are your wins today?',
  wentWell: 'What went well?',
  whatWasHard: 'What was hard today?',
  goalProgress: 'How did you progress toward your goals?',
  dailyEvents: 'What happened today?',
  challenges: 'What was challenging?',
  relationships: 'How were your relationships today?',
  overallReflection: 'Overall reflection',
}

const questions: Questions = {
  date: true,
  mood: 'How are you feeling today?',
  texts: Object.entries(questionOf) as [ProseField, string][],
}

export function JournalEditPage() {
  const { id = '' } = useParams()
  const [date, setDate] = useState('')
  useGoalsAtOnce()
  const { list, leave } = useReturn(() => true)
  const entry = useQuery(journalQueries.entry(id))
  const isRestored = useRestored(useUser().id, entrySender)
  const waiting = useWaitingEntries().find(({ base }) => base?.id === id)
  const client = useQueryClient()
  const isNotLoaded = entry.data === undefined
  const isShownUnread = useUnread(id, isNotLoaded && (waiting !== undefined || isOutOfReach(entry.error)))

  if (entry.data === null)
    return (
      <>
        <PageHeader
          title="Journal Entry Not Found"
          subtitle="The journal entry you're looking for doesn't exist or you don't have permission to edit it."
        />
        <ButtonLink href="/journal">Back to Journal</ButtonLink>
      </>
    )

  // If the server cannot be reached, the entry from the cache. A newer version on the server is found as a conflict on saving.
  const isUnread = isNotLoaded && isShownUnread
  const opened = isUnread ? knownEntry(client, (known) => known.id === id) : entry.data
  const day = opened?.entryDate ?? waiting?.subject

  return (
    <>
      <PageHeader
        title="Edit Journal Entry"
        subtitle={isDay(date) ? <DayInWords day={date} /> : <>&nbsp;</>}
      />
      {!isRestored || (entry.isPending && !isUnread) ? (
        <FormSkeleton heights={['h-11', 'h-20', 'h-0', 'h-48', 'h-0', 'h-0', 'h-0']} />
      ) : day === undefined ? (
        <LoadFailure
          title="We couldn't load this journal entry"
          error={entry.error}
          onRetry={() => void entry.refetch()}
          pending={entry.isFetching}
        />
      ) : (
        <JournalForm
          key={id}
          day={day}
          entry={opened ?? null}
          isUnread={isUnread}
          opened={waiting}
          questions={questions}
          submitLabel="Update Entry"
          cancel={
            <ButtonLink isReturn href={list} variant="secondary">
              Cancel
            </ButtonLink>
          }
          onDate={setDate}
          onSaved={() => leave(date)}
        />
      )}
    </>
  )
}
