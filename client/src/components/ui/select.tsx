import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'
import { controlStyle } from './control-styles'

export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select {...props} className={cn(controlStyle, 'min-h-touch', className)} />
}
