import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { goBackTo } from '@/lib/screen/navigation'
import { prefetchScreen } from '@/lib/screen/prefetch'
import { dismissToasts } from '@/lib/screen/toast'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  href: string
  replace?: boolean
  /** Passed to the screen as history.state. */
  state?: unknown
  /** Goes back where this screen was opened from there. */
  isReturn?: boolean
  children: ReactNode
}

/** A link to a screen of the app; hovering or focusing it prefetches the screen's code, following it closes the toast. */
export function AppLink({ isReturn, ...props }: Props) {
  const prefetch = () => prefetchScreen(props.href)
  function onClick(event: MouseEvent) {
    dismissToasts()
    if (isReturn && goBackTo(props.href)) event.preventDefault()
  }
  return <Link onPointerEnter={prefetch} onFocus={prefetch} onClick={onClick} {...props} />
}
