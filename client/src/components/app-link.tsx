import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import { prefetchScreen } from '@/lib/prefetch'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  href: string
  replace?: boolean
  /** Handed to the screen beside its address, see history.state. */
  state?: unknown
  children: ReactNode
}

/** A link to a screen of the app; the screen's code is fetched as soon as the link is pointed at or focused. */
export function AppLink(props: Props) {
  const prefetch = () => prefetchScreen(props.href)
  return <Link onPointerEnter={prefetch} onFocus={prefetch} {...props} />
}
