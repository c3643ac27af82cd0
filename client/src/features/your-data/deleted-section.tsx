import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { DeletedRow } from '@shared/versions'
import { FailureLine } from '@/components/load-failure'
import { Notice } from '@/components/notice'
import { Section } from '@/components/section'
import { ShowAll } from '@/components/show-all'
import { Button } from '@/components/ui/button'
import { entryInPlace } from '@/lib/api/entry-in-place'
import { longDay } from '@/lib/dates/dates'
import { momentInWords } from '@/lib/dates/moment'
import { NotDeleted } from '@/lib/saving/undo-deletion'
import { askToRemove, focusMover } from '@/lib/screen/next-row'
import { deletedQueries, useDeleteForGood, useKeepBoth, useRestore } from './deleted-queries'

const shownAtFirst = 5

export function DeletedSection() {
  const deleted = useQuery(deletedQueries.list())
  const [showsAll, setShowsAll] = useState(false)
  const rows = deleted.data ?? []
  return (
    <Section
      title="Recently deleted"
      step=""
      text={
        deleted.data?.length === 0
          ? 'Nothing. An entry or a goal that you delete can be restored here for 30 days.'
          : 'Entries and goals can be restored for 30 days.'
      }
    >
      {deleted.isError && (
        <FailureLine
          title="We couldn't load what you deleted."
          error={deleted.error}
          onRetry={() => void deleted.refetch()}
          pending={deleted.isFetching}
        />
      )}
      {deleted.data && (
        // Focusable, for when the last one leaves it.
        <ul aria-label="Recently deleted" data-rows tabIndex={-1} className="divide-y divide-line">
          {rows.slice(0, showsAll ? undefined : shownAtFirst).map((row) => (
            <DeletedItem key={row.id} row={row} />
          ))}
        </ul>
      )}
      {rows.length > shownAtFirst && (
        <ShowAll count={rows.length} showsAll={showsAll} onChange={setShowsAll}>
          of them
        </ShowAll>
      )}
    </Section>
  )
}

function DeletedItem({ row }: { row: DeletedRow }) {
  const conflictId = useId()
  const restoring = useRestore(row)
  const deletion = useDeleteForGood(row)
  const joining = useKeepBoth(row)
  const isBusy = restoring.isPending || deletion.isPending || joining.isPending
  const name = row.kind === 'entry' ? longDay(row.label) : row.label
  const living = entryInPlace(restoring.error)

  /** The row leaves the list, and its buttons with it. */
  async function leave(button: HTMLElement, work: () => Promise<unknown>) {
    const moveFocus = focusMover(button, 'button')
    await work().then(
      () => moveFocus(),
      (error) => error instanceof NotDeleted && moveFocus(),
    )
  }

  return (
    <li data-row className="py-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <p className="basis-full wrap-anywhere">
          <bdi>{name}</bdi>
          <span className="block text-sm text-muted">
            Deleted <time dateTime={row.at}>{momentInWords(Date.parse(row.at))}</time>
          </span>
        </p>
        <span className="-mx-4 flex">
          <Button
            variant="ghost"
            aria-label={`Restore: ${name}`}
            className="text-sm"
            disabled={isBusy}
            pending={restoring.isPending}
            onClick={({ currentTarget }) => void leave(currentTarget, () => restoring.mutateAsync())}
          >
            Restore
          </Button>
          <Button
            variant="ghost"
            aria-label={`Delete for good: ${name}`}
            className="text-sm"
            disabled={isBusy}
            pending={deletion.isPending}
            onClick={({ currentTarget }) => void askToRemove(currentTarget, question, deletion, 'button')}
          >
            Delete for good
          </Button>
        </span>
      </div>
      {joining.isSuccess && (
        <p ref={takeFocus} tabIndex={-1} className="text-sm">
          Its words are in the entry of that day now.
        </p>
      )}
      {living && !joining.isSuccess && (
        <Notice
          tone="warn"
          title="This day has another entry by now."
          className="mt-2"
          actions={
            <Button
              variant="secondary"
              aria-describedby={conflictId}
              disabled={isBusy}
              pending={joining.isPending}
              onClick={() => joining.mutate(living)}
            >
              Keep both
            </Button>
          }
        >
          <p id={conflictId}>The deleted words of {name} are then added to it.</p>
        </Notice>
      )}
    </li>
  )
}

/** Of the button that has left. */
const takeFocus = (text: HTMLElement | null) => text?.focus({ preventScroll: true })

const question = 'Are you sure you want to delete this for good? Nobody can bring it back then.'
