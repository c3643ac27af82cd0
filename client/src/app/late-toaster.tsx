import { useEffect, useState, type ComponentType } from 'react'
import { useToasts } from '@/lib/toast'
import { whenIdle } from '@/lib/when-idle'

/** Loads the toaster when the browser is idle, or with the first toast. */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>()
  const isNeeded = useToasts().length > 0

  useEffect(() => {
    const load = () =>
      import('@/components/ui/toaster').then(
        (chunk) => setToaster(() => chunk.Toaster),
        () => {}, // no connection: the next toast tries again
      )
    if (!isNeeded) return whenIdle(load)
    void load()
  }, [isNeeded])

  return Toaster && <Toaster />
}
