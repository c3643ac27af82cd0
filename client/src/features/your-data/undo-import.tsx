import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { ConnectionError, isMissing, isUnauthorized, messageOf } from '@/lib/api/api'
import { undoneInWords } from './import-words'
import type { useUndoImport } from './use-undo-import'

type Props = ReturnType<typeof useUndoImport> & {
  /** The report of the import stands above it. */
  isReported: boolean
  onUndone: () => void
}

/** Undoes the last import on this device, for a day; then says what became of it. */
export function UndoImport({ last, undoing, isReported, onUndone }: Props) {
  const { data, variables, error } = undoing
  const isDoubtful = error instanceof ConnectionError
  return (
    <>
      {last && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <p className="min-w-0 grow basis-40 wrap-anywhere text-muted">
            {isReported ? 'You can undo it for 24 hours.' : `${last.told}.`}
          </p>
          <Button
            variant="secondary"
            pending={undoing.isPending}
            onClick={() => undoing.mutate(last, { onSuccess: onUndone })}
          >
            Undo this import
          </Button>
        </div>
      )}
      {error && !isUnauthorized(error) && (
        <Notice
          tone="warn"
          title={isDoubtful ? 'The import may be undone or not' : 'The import was not undone'}
        >
          {isDoubtful && "Lisa didn't answer. It's safe to undo it once more."}
          {isMissing(error) && 'It is undone already, or can no longer be undone.'}
          {!isDoubtful && !isMissing(error) && messageOf(error)}
        </Notice>
      )}
      <p role="status" className="text-sm wrap-anywhere empty:hidden">
        {data && variables && undoneInWords(data, variables.hasGoals)}
      </p>
    </>
  )
}
