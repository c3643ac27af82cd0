import { useEffect, useState } from 'react'

/** The current time, updated on the hour and when the document becomes visible again. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const renew = () => setNow(new Date())
    const timer = setTimeout(renew, new Date(now).setMinutes(60, 0, 0) - now.getTime())
    document.addEventListener('visibilitychange', renew)
    window.addEventListener('pageshow', renew)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', renew)
      window.removeEventListener('pageshow', renew)
    }
  }, [now])
  return now
}
