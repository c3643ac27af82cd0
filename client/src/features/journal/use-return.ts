import { useState } from 'react'
import { useLocation } from 'wouter'
import { pageUser } from '@/lib/api/page-user'
import { goBackTo, openedFrom } from '@/lib/screen/navigation'

/** Where Save and Cancel of an entry's form lead: back to the list that it was opened from, else to the journal. */
export function useReturn(isList: (address: string) => boolean) {
  const [, navigate] = useLocation()
  const [list] = useState(() => {
    const from = openedFrom()
    return from !== undefined && isList(from) ? from : '/journal'
  })
  return {
    list,
    leave() {
      if (!pageUser.isOver && !goBackTo(list)) navigate(list, { replace: true })
    },
  }
}
