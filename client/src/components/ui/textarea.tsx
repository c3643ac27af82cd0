import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'
import { controlStyle } from './control-styles'

/** Grows with its text where the browser supports `field-sizing`; elsewhere it can be resized. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      {...props}
      className={cn(
        controlStyle,
        'field-sizing-content min-h-24 resize-y supports-[field-sizing:content]:resize-none',
        className,
      )}
    />
  )
}
