import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { deviceNotEmptied } from './landing-notices'

/** After a sign-out that could not remove what this device keeps; the header Clear-Site-Data may have done it since. */
export function DeviceNotEmptied() {
  const [isAsked, setIsAsked] = useState(false)
  const removal = useQuery({
    queryKey: ['device emptied'],
    queryFn: emptyDevice,
    gcTime: 0,
  })

  function tryAgain() {
    setIsAsked(true)
    void removal.refetch()
  }

  if (removal.isPending) return null
  if (removal.data)
    return (
      isAsked && (
        // In place of the button that had the focus.
        <div ref={focus} tabIndex={-1} className="mb-5 outline-none">
          <Notice title="This device keeps nothing of yours now" />
        </div>
      )
    )
  return (
    <Notice
      tone="warn"
      title="This device may still keep your words"
      className="mb-5"
      actions={
        <Button variant="secondary" onClick={tryAgain} pending={removal.isFetching}>
          Try again
        </Button>
      }
    >
      You are signed out, but the browser didn't remove what Lisa stores on this device. Close all tabs of
      Lisa and try again, or delete this website's data in the browser's settings.
    </Notice>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

async function emptyDevice(): Promise<boolean> {
  const { forgetDevice } = await import('./sign-out')
  const isEmpty = await forgetDevice()
  if (isEmpty) deviceNotEmptied.forget()
  return isEmpty
}
