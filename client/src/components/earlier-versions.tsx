import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ChangedBy } from '@shared/versions'
import { api, isOutOfReach, messageOf } from '@/lib/api/api'
import { entryInPlace } from '@/lib/api/entry-in-place'
import { momentInWords } from '@/lib/dates/moment'
import { DisclosureButton } from './disclosure-button'
import { type FieldText, FieldTexts } from './field-texts'
import { FailureLine } from './load-failure'
import { Notice } from './notice'
import { ShowAll } from './show-all'
import { Button } from './ui/button'
import { ButtonLink } from './ui/button-link'

type Version<Row> = { id: string; at: string; by: ChangedBy; elsewhere?: true; row: Row }

type Props<Row> = {
  /** Of the entry or the goal. */
  id: string
  read: () => Promise<Version<Row>[]>
  /** What an earlier row says, where it is not as the row is now. */
  textsOf: (row: Row) => FieldText[]
  /** Refreshes what shows the row, also when the form was left meanwhile. */
  afterSave: (row: Row) => Promise<unknown>
  /** Shows the row that was brought back in the form. */
  onBroughtBack: (row: Row) => void
}

const shownAtFirst = 5

const byWhat: Record<ChangedBy, string> = {
  form: 'in the form',
  lisa: 'by Lisa',
  text: 'by a text',
  mail: 'by an email',
  import: 'by an import',
  token: 'by a program',
  undo: 'by an undo',
}

/** The versions of an entry or a goal that a change has replaced, each to be brought back. Loaded after the form. */
export function EarlierVersions<Row>({ id, read, ...props }: Props<Row>) {
  const versions = useQuery({ queryKey: ['versions', id], queryFn: read, gcTime: 0 })
  const restoring = useMutation({
    meta: {
      done: 'The earlier version is back',
      failed: (error) => (entryInPlace(error) ? '' : `The earlier version is not back. ${messageOf(error)}`),
    },
    mutationFn: (version: string) => api('POST /api/versions/:id/restore', { id: version }) as Promise<Row>,
    onSuccess: (row) => void props.afterSave(row),
  })
  const [isOpen, setIsOpen] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  // It opens at the end of the screen, below the fold.
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  function bringBack(version: string) {
    restoring.mutate(version, {
      // Only while the form is there: it would remove the draft of the next one.
      onSuccess(row) {
        // The list is another one now; the focus must not be lost with its buttons.
        setIsOpen(false)
        toggle.current?.focus({ preventScroll: true })
        props.onBroughtBack(row)
        void versions.refetch()
      },
    })
  }

  if (versions.isPending) return null
  if (!versions.data)
    return isOutOfReach(versions.error) ? (
      <p className="text-sm text-muted">Earlier versions need a connection.</p>
    ) : (
      <FailureLine
        title="We couldn't load the earlier versions."
        error={versions.error}
        onRetry={() => void versions.refetch()}
        pending={versions.isFetching}
      />
    )

  const { length } = versions.data
  if (!length) return null
  return (
    <div className="flex flex-col">
      <DisclosureButton ref={toggle} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
        Earlier versions ({length})
      </DisclosureButton>
      {isOpen && (
        <ul ref={list} className="divide-y divide-line">
          {versions.data.slice(0, showsAll ? undefined : shownAtFirst).map((version) => (
            <VersionItem
              key={version.id}
              version={version}
              texts={props.textsOf(version.row)}
              restoring={restoring}
              onBringBack={() => bringBack(version.id)}
            />
          ))}
        </ul>
      )}
      {isOpen && length > shownAtFirst && (
        <ShowAll count={length} showsAll={showsAll} onChange={setShowsAll}>
          earlier versions
        </ShowAll>
      )}
    </div>
  )
}

type ItemProps<Row> = {
  version: Version<Row>
  texts: FieldText[]
  restoring: UseMutationResult<Row, Error, string>
  onBringBack: () => void
}

function VersionItem<Row>({
  version: { id, at, by, elsewhere },
  texts,
  restoring,
  onBringBack,
}: ItemProps<Row>) {
  const lineId = useId()
  const [isShown, setIsShown] = useState(false)
  const isThis = restoring.variables === id
  const otherEntry = isThis && entryInPlace(restoring.error)

  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <p id={lineId} className="min-w-0 grow basis-40 text-sm">
          Changed <time dateTime={at}>{momentInWords(Date.parse(at))}</time> {byWhat[by]}
          {elsewhere && ' in another sign-in'}
          <span className="block text-muted">
            {texts.map(({ label }) => label).join(', ') || 'The same as now'}
          </span>
        </p>
        {texts.length > 0 && (
          <span className="-mr-4 flex">
            <Button
              variant="ghost"
              aria-expanded={isShown}
              aria-describedby={lineId}
              className="text-sm"
              onClick={() => setIsShown(!isShown)}
            >
              Show
            </Button>
            <Button
              variant="ghost"
              aria-describedby={lineId}
              className="text-sm"
              disabled={restoring.isPending}
              pending={isThis && restoring.isPending}
              onClick={onBringBack}
            >
              Bring back
            </Button>
          </span>
        )}
      </div>
      {isShown && <FieldTexts texts={texts} />}
      {otherEntry && (
        <Notice
          tone="warn"
          title="Another entry has the date of this version"
          className="mt-3"
          actions={
            <ButtonLink href={`/journal/edit/${otherEntry}`} variant="secondary">
              Open that entry
            </ButtonLink>
          }
        />
      )}
    </li>
  )
}
