import { useEffect, useState, type ComponentType } from 'react'
import { useToasts } from '@/lib/toast'
import { whenIdle } from '@/lib/when-idle'

/** The toaster comes when the page is at rest, or with the first toast. */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>()
  const isNeeded = useToasts().length > 0

  useEffect(() => {
    const load = () =>
      import('@/components/ui/toaster').then(
        (chunk) => setToaster(() => chunk.Toaster),
        () => {}, // without a connection; the next toast tries again
      )
    if (!isNeeded) return whenIdle(load)
    void load()
  }, [isNeeded])

  return Toaster && <Toaster />
}
