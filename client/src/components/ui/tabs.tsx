import * as Radix from '@radix-ui/react-tabs'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/screen/cn'

export const Tabs = Radix.Root

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return <Radix.List {...props} className={cn('flex border-b border-line', className)} />
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      {...props}
      // Radix sets the focus itself, which looks like the keyboard's to the browser and shows the ring.
      onMouseDown={({ button, ctrlKey, currentTarget }) => {
        if (button === 0 && !ctrlKey) currentTarget.focus({ focusVisible: false })
      }}
      className={cn(
        'min-h-touch grow cursor-pointer border-b-2 border-transparent px-0.5 text-sm font-medium text-muted transition-colors duration-150 hover:text-ink focus-visible:rounded-control focus-visible:-outline-offset-4 data-[state=active]:border-accent data-[state=active]:text-ink min-[240px]:px-[min(0.75rem,2vw)] forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-[Highlight]',
        className,
      )}
    />
  )
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...props} className={cn('pt-5', className)} />
}
