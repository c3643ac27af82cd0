import type { ReactNode } from 'react'
import { useFocusOnAdded } from '@/lib/screen/use-focus-on-added'
import { Button } from './ui/button'

type Props = {
  /** How many there are in all. */
  count: number
  showsAll: boolean
  onChange: (showsAll: boolean) => void
  /** What there is more of, where the list before it does not say so. */
  children?: ReactNode
}

/** Shows all items of the list before it, or only the first ones; for a list that is shown in part. */
export function ShowAll({ count, showsAll, onChange, children }: Props) {
  const focusAdded = useFocusOnAdded()
  return (
    <Button
      variant="ghost"
      aria-expanded={showsAll}
      className="-mx-4 -my-2 self-start text-sm -outline-offset-2"
      onClick={({ currentTarget }) => {
        if (!showsAll) focusAdded(currentTarget.parentElement)
        onChange(!showsAll)
      }}
    >
      {showsAll ? 'Show fewer' : `Show all ${count}`} {children}
    </Button>
  )
}
