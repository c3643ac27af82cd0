import { ChevronDownIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/screen/cn'
import { controlStyle } from './control-styles'

/** With its own arrow: the browser's stands elsewhere than the icons of the other controls, and moves the text. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select
        {...props}
        className={cn(controlStyle, 'min-h-touch cursor-pointer appearance-none truncate pr-10', className)}
      />
      <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted" />
    </span>
  )
}
