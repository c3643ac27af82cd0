import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import { prefetchScreen } from '@/lib/screen/prefetch'
import { dismissToasts } from '@/lib/screen/toast'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  href: string
  replace?: boolean
  /** Passed to the screen as history.state. */
  state?: unknown
  children: ReactNode
}

/** A link to a screen of the app; hovering or focusing it prefetches the screen's code, following it closes the toast. */
export function AppLink(props: Props) {
  const prefetch = () => prefetchScreen(props.href)
  return <Link onPointerEnter={prefetch} onFocus={prefetch} onClick={dismissToasts} {...props} />
}
