import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'

type Props = {
  name: string
  /** From 0 to 1. */
  sent: number
  isImporting: boolean
  /** Not where it is too late. */
  onCancel?: () => void
}

export function SendingFile({ name, sent, isImporting, onCancel }: Props) {
  const isSent = sent === 1
  const percent = Math.floor(sent * 100)
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="flex min-h-touch items-center justify-between gap-3">
        <p role="status" className="min-w-0 wrap-anywhere">
          {isImporting ? 'Importing' : 'Reading'} {name}…
        </p>
        {onCancel && (
          <Button variant="ghost" className="-mr-4 shrink-0 text-sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <Progress label="Sent" value={percent} valueText={isSent ? 'All of it' : `${percent}%`} />
    </div>
  )
}
