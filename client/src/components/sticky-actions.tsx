import type { ReactNode } from 'react'
import { useHeightProperty } from '@/lib/screen/use-height-property'

type Props = {
  /** What is wrong with the form as a whole, or with a field that it does not show. */
  errors?: string[]
  /** The result of the last save. */
  note?: ReactNode
  children: ReactNode
}

/** The buttons at the end of a long form: they stick above the bottom bar while the form scrolls behind them. */
export function StickyActions({ errors, note, children }: Props) {
  // In a narrow window or with large text the buttons wrap; what has the focus must scroll clear of all of them.
  const bar = useHeightProperty('--actions-height')
  return (
    <div ref={bar} className="sticky-actions *:grow">
      {Boolean(errors?.length) && (
        <div role="alert" className="basis-full text-sm wrap-anywhere text-danger">
          {errors?.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
      {/* There from the start, so that screen readers tell what comes into it. */}
      <div role="status" className={note ? 'basis-full' : 'sr-only'}>
        {note}
      </div>
      {children}
    </div>
  )
}
