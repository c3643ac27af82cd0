import { useEffect, useEffectEvent } from 'react'
import { connection } from '@/lib/api/connection'

/** Calls `read` each time that the user comes back to the window, unless the server cannot be reached or is away. */
export function useReadOnReturn(read: () => void) {
  const onReturn = useEffectEvent(() => {
    if (!document.hidden && connection.now() === 'ok') read()
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Most browsers send both events on a return.
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(onReturn, 100)
    }
    const end = new AbortController()
    window.addEventListener('focus', wait, end)
    document.addEventListener('visibilitychange', wait, end)
    return () => {
      end.abort()
      clearTimeout(timer)
    }
  }, [])
}
