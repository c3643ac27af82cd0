import { useId, useState, type ReactNode } from 'react'
import type { ImportReport } from '@shared/import'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { changesOf, contentsOf, overlapOf, skippedTitle } from './import-words'

type PreviewProps = {
  report: ImportReport
  onConfirm: () => void
  onCancel: () => void
  /** Leads to another file, where nothing is to be imported. */
  children: ReactNode
}

export function ImportPreview({ report, onConfirm, onCancel, children }: PreviewProps) {
  const changes = changesOf(report)
  return (
    <>
      <Summary title={`${report.source}: ${contentsOf(report)}.`} lines={overlapOf(report, false)}>
        {!changes && 'There is nothing to import.'}
      </Summary>
      <Skipped report={report} />
      {changes ? (
        <div className="flex flex-wrap gap-2">
          <Button className="grow" onClick={onConfirm}>
            Import {changes}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      ) : (
        children
      )}
    </>
  )
}

/** `children` lead to another file. */
export function ImportDone({ report, children }: { report: ImportReport; children: ReactNode }) {
  const changes = changesOf(report)
  return (
    <>
      <Summary
        title={changes ? `${changes} imported from ${report.source}.` : 'Everything was here already.'}
        lines={overlapOf(report, true)}
      />
      <Skipped report={report} />
      <div className="flex flex-wrap gap-2 *:grow">
        <ButtonLink href="/journal" variant="secondary">
          Open your journal
        </ButtonLink>
        {children}
      </div>
    </>
  )
}

const Summary = ({ title, lines, children }: { title: string; lines: string[]; children?: ReactNode }) => (
  <div role="status" className="rounded-card bg-accent-soft p-4 text-sm wrap-anywhere">
    <p className="font-medium">{title}</p>
    {lines.map((line) => (
      <p key={line} className="mt-1">
        {line}
      </p>
    ))}
    {children && <p className="mt-1">{children}</p>}
  </div>
)

const shownAtFirst = 3

function Skipped({ report }: { report: ImportReport }) {
  const titleId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { skipped } = report
  if (!skipped.length) return null
  return (
    <div className="text-sm">
      <p id={titleId} className="font-medium">
        {skippedTitle(report)}
      </p>
      <ul aria-labelledby={titleId} className="divide-y divide-line">
        {skipped.slice(0, isOpen ? undefined : shownAtFirst).map(({ where, reason }) => (
          <li key={`${where} ${reason}`} className="py-2 wrap-anywhere">
            {where}
            <span className="block text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {skipped.length > shownAtFirst && (
        <Button
          variant="ghost"
          aria-expanded={isOpen}
          className="-mx-4 text-sm"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `Show all ${skipped.length.toLocaleString('en')}`}
        </Button>
      )}
    </div>
  )
}
