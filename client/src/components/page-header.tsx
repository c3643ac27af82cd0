import { ArrowLeftIcon, XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'
import { screenHeading } from '@/lib/screen/navigation'
import { usePageTitle } from '@/lib/screen/use-page-title'
import { IconButtonLink } from './ui/button-link'

type Props = {
  title: string
  subtitle?: ReactNode
  /** The target of a 'Back' button before the title. */
  back?: string
  /** The target of a 'Close' button after the title. */
  close?: string
  action?: ReactNode
}

/** The header of every screen: sets the document's title, and takes the focus after a navigation. */
export function PageHeader({ title, subtitle, back, close, action }: Props) {
  usePageTitle(title)
  return (
    <header className="mb-5 flex flex-wrap items-start gap-1">
      {back && (
        <IconButtonLink href={back} label="Back" className="-mt-1 -ml-3">
          <ArrowLeftIcon />
        </IconButtonLink>
      )}
      <div className="grow basis-24">
        <h1
          ref={screenHeading}
          tabIndex={-1}
          // A date fits in one line beside two buttons.
          className={cn(
            'font-serif font-medium text-balance wrap-break-word',
            action && close ? 'mt-1 text-xl' : 'text-2xl',
          )}
        >
          {title}
        </h1>
        {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
      </div>
      <div className="-mt-1 flex shrink-0 items-center">
        {action}
        {close && (
          <IconButtonLink isReturn href={close} label="Close" className="-mr-3">
            <XIcon />
          </IconButtonLink>
        )}
      </div>
    </header>
  )
}
