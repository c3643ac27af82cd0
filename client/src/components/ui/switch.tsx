import * as Radix from '@radix-ui/react-switch'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/screen/cn'

/** Its touch target is taller than it looks. */
export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      {...props}
      className={cn(
        'group relative inline-flex h-7 w-12 shrink-0 cursor-pointer items-center rounded-full border border-control bg-paper transition-colors duration-150 after:absolute after:-inset-x-1 after:-inset-y-2.5 disabled:cursor-default disabled:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-accent forced-colors:data-[state=checked]:bg-[Highlight]',
        className,
      )}
    >
      <Radix.Thumb className="size-5 translate-x-[3px] rounded-full bg-control transition-transform duration-150 data-[state=checked]:translate-x-[23px] data-[state=checked]:bg-accent-ink forced-colors:bg-[ButtonText] forced-colors:data-[state=checked]:bg-[HighlightText]" />
    </Radix.Root>
  )
}
