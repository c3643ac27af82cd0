import { useState } from 'react'
import { useLocation } from 'wouter'
import { pageUser } from '@/lib/api/page-user'
import { goBackTo, openedFrom } from '@/lib/screen/navigation'
import { readingOf } from './waiting-queries'

/** Where Save and Cancel of an entry's form lead: back to the list that it was opened from, else to the journal. */
export function useReturn(isList: (address: string) => boolean) {
  const [, navigate] = useLocation()
  const [list] = useState(() => {
    const from = openedFrom()
    return from !== undefined && isList(from) ? from : '/journal'
  })
  return {
    list,
    /** `day` is that of the saved entry: where it was read on another one, it is read on this one now. */
    leave(day?: string) {
      if (pageUser.isOver) return
      const isMoved = day && list.startsWith(readingOf('')) && list !== readingOf(day)
      const lead = () => navigate(isMoved ? readingOf(day) : list, { replace: true })
      if (isMoved) window.addEventListener('popstate', lead, { once: true })
      if (goBackTo(list)) return
      window.removeEventListener('popstate', lead)
      lead()
    },
  }
}
