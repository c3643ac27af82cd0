import { PencilIcon } from 'lucide-react'
import { defaultMood, entryRecord } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { DeleteButton } from '@/components/delete-button'
import { IconButtonLink } from '@/components/ui/button-link'
import { Card } from '@/components/ui/card'
import { WaitingToSend } from '@/components/waiting-to-send'
import { longDay } from '@/lib/dates/dates'
import { EntryGoals } from './entry-goals'
import { EntryTexts } from './entry-texts'
import { useDeleteEntry } from './deletion-queries'
import { hueOf, MoodStain } from './mood-stain'
import { ReadOn } from './read-on'
import { formOf, keyOf, readingOf, type ShownEntry } from './waiting-queries'

type Props = { entry: ShownEntry; /** Words to mark. */ q: string }

export function EntryCard({ entry, q }: Props) {
  const { id, waiting } = entry
  const date = longDay(entry.entryDate)
  const values = entryRecord.values(entry)
  const mood = values.mood || defaultMood
  return (
    <Card
      isRow
      level={3}
      className="entry-card [contain-intrinsic-block-size:auto_24rem] [content-visibility:auto]"
      style={hueOf(mood)}
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          <MoodStain mood={mood} className="-ml-1" />
          <AppLink
            href={readingOf(entry.entryDate)}
            className="-my-2 flex min-h-touch grow basis-[min-content] items-center rounded-control wrap-break-word hover:underline"
          >
            <time dateTime={entry.entryDate}>{date}</time>
          </AppLink>
        </span>
      }
      action={
        <>
          <IconButtonLink href={formOf(entry)} label={`Edit ${date}`}>
            <PencilIcon />
          </IconButtonLink>
          {id && <DeleteEntry id={id} entryDate={entry.entryDate} />}
        </>
      }
    >
      {waiting && <WaitingToSend savedAt={waiting.savedAt} className="-mt-2" />}
      {entryRecord.hasWords(values) && (
        <ReadOn entryId={keyOf(entry)} q={q}>
          <EntryTexts values={values} q={q} />
        </ReadOn>
      )}
      {values.goalIds.length > 0 && <EntryGoals day={entry.entryDate} ids={values.goalIds} q={q} />}
    </Card>
  )
}

function DeleteEntry(entry: { id: string; entryDate: string }) {
  return (
    <DeleteButton
      label={`Delete ${longDay(entry.entryDate)}`}
      question="Are you sure you want to delete this journal entry?"
      deletion={useDeleteEntry(entry)}
    />
  )
}
