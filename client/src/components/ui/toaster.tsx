import * as Radix from '@radix-ui/react-toast'
import { XIcon } from 'lucide-react'
import { useEffect } from 'react'
import { cn } from '@/lib/screen/cn'
import { dismissToast, toasterMounted, useToasts, type Toast } from '@/lib/screen/toast'
import { Button } from './button'
import { IconButton } from './icon-button'

const duration = 5000
const swipeThreshold = 50

/** Shows the toasts of lib/screen/toast.ts. In its own chunk, see late-toaster.tsx. */
export function Toaster() {
  useEffect(toasterMounted, [])
  return (
    <Radix.Provider duration={duration} swipeDirection="right" swipeThreshold={swipeThreshold}>
      {useToasts().map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        className="fixed inset-x-0 bottom-(--bars) z-40 mx-auto w-full max-w-column p-2 outline-none"
      />
    </Radix.Provider>
  )
}

function ToastCard({ id, open, title, description, variant, action }: Toast) {
  const isDestructive = variant === 'destructive'
  return (
    <Radix.Root
      open={open}
      onOpenChange={(open) => open || dismissToast(id)}
      className={cn(
        'toast flex touch-pan-y items-start gap-2 rounded-card border py-3 pr-1 pl-4 select-none',
        isDestructive ? 'border-danger bg-danger text-danger-ink' : 'border-control bg-card text-ink',
      )}
    >
      <div className="min-w-0 grow py-0.5">
        <Radix.Title className="text-sm font-semibold">{title}</Radix.Title>
        {description && (
          <Radix.Description className="text-sm wrap-anywhere">{description}</Radix.Description>
        )}
      </div>
      {action && (
        <Radix.Action asChild altText={action.instead}>
          <Button
            variant="ghost"
            className="-my-0.5 text-sm text-current! underline underline-offset-2"
            onClick={action.act}
          >
            {action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton label="Close" className="-my-1.5 text-current!">
          <XIcon size={18} />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  )
}
