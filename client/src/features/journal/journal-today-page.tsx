import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { entryRecord, proseFields } from '@shared/journal'
import { FormSkeleton } from '@/components/form-skeleton'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { useUser } from '@/features/auth/use-user'
import { useGoalsAtOnce } from '@/features/goals/known-goal-queries'
import { isOutOfReach } from '@/lib/api/api'
import { isDay, today } from '@/lib/dates/days'
import { useRestored, useUnread } from '@/lib/saving/use-restored'
import { askedEntry } from './asked-entry'
import { DayInWords } from './day-in-words'
import { EntryDateField } from './entry-date-field'
import { JournalForm, type Questions } from './journal-form'
import { journalQueries } from './journal-queries'
import { knownEntry } from './known-entry'
import { entrySender } from './saves-queries'
import { useReturn } from './use-return'
import { useWaitingEntries } from './waiting-queries'

const questions: Questions = {
  mood: 'How are you feeling?',
  texts: proseFields.map((field) => [field, entryRecord.questionOf(field)]),
}

export function JournalTodayPage() {
  useGoalsAtOnce()
  const [, navigate] = useLocation()
  // An entry that was begun on Home leads to the journal, where it stands first; one that was begun in a review leads back.
  const { list, leave } = useReturn((address) => /^\/((journal|progress)(\?|$)|\?review=)/.test(address))
  const search = useSearch()
  const [{ day, mood }, setAsked] = useState(() => askedEntry(search))
  const [typedDate, setTypedDate] = useState(day)
  const dateInput = useRef<HTMLInputElement>(null)
  const entry = useQuery(journalQueries.byDate(day))
  const isRestored = useRestored(useUser().id, entrySender)
  const waiting = useWaitingEntries().find(({ values }) => values.entryDate === day)
  const client = useQueryClient()
  const isNotLoaded = entry.data === undefined
  const isShownUnread = useUnread(day, isNotLoaded && (waiting !== undefined || isOutOfReach(entry.error)))

  function chooseDate(text: string) {
    setTypedDate(text)
    if (isDay(text) && text !== day) setAsked({ day: text })
  }

  // A reload, or Back, opens the same day; the mood, too, until the form and its draft have it.
  const isWaiting = Boolean(mood) && entry.data === undefined
  useEffect(() => {
    if (isWaiting) return
    navigate(day === today() ? '/journal/new' : `/journal/new?date=${day}`, { replace: true })
  }, [day, isWaiting, navigate])

  function check() {
    if (!isDay(typedDate)) dateInput.current?.focus()
    return isDay(typedDate)
  }

  // If the server cannot be reached, the entry from the cache. A newer version on the server is found as a conflict on saving.
  const isUnread = isNotLoaded && isShownUnread
  const opened = isUnread ? knownEntry(client, ({ entryDate }) => entryDate === day) : entry.data
  const isEdit = Boolean(opened ?? waiting?.base)

  return (
    <>
      <PageHeader
        title={isEdit ? 'Edit Entry' : "Today's Journal"}
        subtitle={<DayInWords day={day} />}
        close={list}
      />
      <div className="mb-6">
        <EntryDateField
          ref={dateInput}
          value={typedDate}
          onChange={(event) => chooseDate(event.target.value)}
          error={isDay(typedDate) ? undefined : 'Date must be in YYYY-MM-DD format'}
        />
      </div>
      {!isRestored || (entry.isPending && !isUnread) ? (
        <FormSkeleton heights={['h-20', 'h-0', 'h-48', 'h-0', 'h-0', 'h-0']} />
      ) : opened === undefined ? (
        <LoadFailure
          title="We couldn't load this day's entry"
          error={entry.error}
          onRetry={() => void entry.refetch()}
          pending={entry.isFetching}
        />
      ) : (
        <JournalForm
          key={day}
          day={day}
          entry={opened}
          isUnread={isUnread}
          opened={waiting}
          mood={mood}
          questions={questions}
          submitLabel={isEdit ? 'Update Entry' : 'Save Entry'}
          check={check}
          onSaved={() => leave(day)}
        />
      )}
    </>
  )
}
