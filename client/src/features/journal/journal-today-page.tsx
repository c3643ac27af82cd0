import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { JournalEntryInput } from '@shared/journal-input'
import { dailyQuestions } from '@shared/journal-questions'
import { FormSkeleton } from '@/components/form-skeleton'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { isDay, today } from '@/lib/days'
import { pageUser } from '@/lib/page-user'
import { askedEntry } from './asked-entry'
import { DayInWords } from './day-in-words'
import { EntryDateField } from './entry-date-field'
import { JournalForm, type Questions } from './journal-form'
import { journalQueries, useCreateEntry, useUpdateEntry, type Loaded } from './journal-queries'

const questions: Questions = { mood: 'How are you feeling?', texts: dailyQuestions }

export function JournalTodayPage() {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [{ day, mood }, setAsked] = useState(() => askedEntry(search))
  const [typedDate, setTypedDate] = useState(day)
  const dateInput = useRef<HTMLInputElement>(null)
  const entry = useQuery(journalQueries.byDate(day))
  const creation = useCreateEntry()
  const update = useUpdateEntry()

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

  async function save(typed: JournalEntryInput, loaded: Loaded | undefined) {
    if (!isDay(typedDate)) {
      dateInput.current?.focus()
      throw new Error('No date is chosen')
    }
    // The entry may have been moved in another window since it was loaded.
    const values = { ...typed, entryDate: day }
    await (entry.data ? update.mutateAsync({ loaded, values }) : creation.mutateAsync(values))
    if (!pageUser.isOver) navigate('/journal', { replace: true })
  }

  return (
    <>
      <PageHeader
        title={entry.data ? 'Edit Entry' : "Today's Journal"}
        subtitle={<DayInWords day={day} />}
        close="/journal"
      />
      <div className="mb-6">
        <EntryDateField
          ref={dateInput}
          value={typedDate}
          onChange={(event) => chooseDate(event.target.value)}
          error={isDay(typedDate) ? undefined : 'Date must be in YYYY-MM-DD format'}
        />
      </div>
      {entry.isPending ? (
        <FormSkeleton heights={['h-20', 'h-36', 'h-11', 'h-11', 'h-11']} />
      ) : entry.data === undefined ? (
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
          entry={entry.data}
          mood={mood}
          questions={questions}
          submitLabel={entry.data ? 'Update Entry' : 'Save Entry'}
          onSave={save}
        />
      )}
    </>
  )
}
