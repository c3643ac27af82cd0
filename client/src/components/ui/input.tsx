import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'
import { controlStyle } from './control-styles'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={cn(controlStyle, 'min-h-touch', className)} />
}
