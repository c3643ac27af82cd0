import type { ReactNode } from 'react'

/** The buttons at the end of a long form: they stick above the bottom bar while the form scrolls behind them. */
export function StickyActions({ children }: { children: ReactNode }) {
  return <div className="sticky-actions *:grow">{children}</div>
}
