import type { ComponentProps } from 'react'
import { cn } from '@/lib/screen/cn'
import { controlStyle } from './control-styles'

/** Words run in the direction of their script; an address, a number or a date does not. */
export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      dir={type === 'text' ? 'auto' : undefined}
      {...props}
      className={cn(controlStyle, 'min-h-touch', className)}
    />
  )
}
