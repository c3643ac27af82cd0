import { useEffect, useState, type ComponentType } from 'react'
import { whenIdle } from '@/lib/screen/when-idle'

/** A component whose code is loaded when the browser is idle, or as soon as it `isNeeded`. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>) {
  return function Late({ isNeeded, props }: { isNeeded: boolean; props: P }) {
    const [Component, setComponent] = useState<ComponentType<P>>()

    useEffect(() => {
      const start = () =>
        load().then(
          (loaded) => setComponent(() => loaded),
          () => {}, // no connection: loaded when it is needed next
        )
      if (!isNeeded) return whenIdle(start)
      void start()
    }, [isNeeded])

    return Component && <Component {...props} />
  }
}
