import type { ReactNode } from 'react'

/** The buttons that end a long form: they stay in reach above the bottom bar while the form scrolls behind them. */
export function StickyActions({ children }: { children: ReactNode }) {
  return <div className="sticky-actions *:grow">{children}</div>
}
