import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import type { JournalEntryInput } from '@shared/journal-input'
import { FormSkeleton } from '@/components/form-skeleton'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { ButtonLink } from '@/components/ui/button-link'
import { isDay } from '@/lib/days'
import { pageUser } from '@/lib/page-user'
import { DayInWords } from './day-in-words'
import { JournalForm, type Questions } from './journal-form'
import { journalQueries, useUpdateEntry, type Loaded } from './journal-queries'

const questions: Questions = {
  date: true,
  mood: 'How are you feeling today?',
  texts: [
    ['wins', 'What are your wins today?'],
    ['wentWell', 'What went well?'],
    ['whatWasHard', 'What was hard today?'],
    ['goalProgress', 'How did you progress toward your goals?'],
    ['dailyEvents', 'What happened today?'],
    ['challenges', 'What was challenging?'],
    ['relationships', 'How were your relationships today?'],
    ['overallReflection', 'Overall reflection'],
  ],
}

export function JournalEditPage() {
  const { id = '' } = useParams()
  const [, navigate] = useLocation()
  const [date, setDate] = useState('')
  const entry = useQuery(journalQueries.entry(id))
  const update = useUpdateEntry()

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

  async function save(values: JournalEntryInput, loaded: Loaded | undefined) {
    await update.mutateAsync({ loaded, values })
    // Back leads to where the form was opened from, such as what a search has found.
    if (!pageUser.isOver) navigate('/journal', { replace: true })
  }

  return (
    <>
      <PageHeader
        title="Edit Journal Entry"
        subtitle={isDay(date) ? <DayInWords day={date} /> : <>&nbsp;</>}
      />
      {entry.isPending ? (
        <FormSkeleton heights={['h-11', 'h-20', 'h-36', 'h-11', 'h-11', 'h-11']} />
      ) : entry.data === undefined ? (
        <LoadFailure
          title="We couldn't load this journal entry"
          error={entry.error}
          onRetry={() => void entry.refetch()}
          pending={entry.isFetching}
        />
      ) : (
        <JournalForm
          key={id}
          day={entry.data.entryDate}
          entry={entry.data}
          questions={questions}
          submitLabel="Update Entry"
          cancel={
            <ButtonLink href="/journal" variant="secondary">
              Cancel
            </ButtonLink>
          }
          onDate={setDate}
          onSave={save}
        />
      )}
    </>
  )
}
