import type { ReactNode } from 'react'

type Props = {
  /** What is wrong with the form as a whole, or with a field that it does not show. */
  errors?: string[]
  children: ReactNode
}

/** The buttons at the end of a long form: they stick above the bottom bar while the form scrolls behind them. */
export function StickyActions({ errors, children }: Props) {
  return (
    <div className="sticky-actions *:grow">
      {Boolean(errors?.length) && (
        <p role="alert" className="basis-full text-sm wrap-anywhere text-danger">
          {errors?.join(' ')}
        </p>
      )}
      {children}
    </div>
  )
}
