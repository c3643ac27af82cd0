import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { deviceNotEmptied } from './landing-notices'

/** After a sign-out that could not remove what this device keeps; the header Clear-Site-Data may have done it since. */
export function DeviceNotEmptied() {
  const [isAsked, setIsAsked] = useState(false)
  const removal = useQuery({ queryKey: ['device emptied'], queryFn: emptyDevice, gcTime: 0 })

  function tryAgain() {
    setIsAsked(true)
    void removal.refetch()
  }

  if (removal.isPending) return null
  if (removal.data)
    return isAsked && <Notice title="This device keeps nothing of yours now" className="mb-5" />
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
      You are signed out, but the browser didn't remove what Lisa stores on this device. Close Lisa's other
      tabs and try again, or delete this website's data in the browser's settings.
    </Notice>
  )
}

async function emptyDevice(): Promise<boolean> {
  const { forgetDevice } = await import('./sign-out')
  const isEmpty = await forgetDevice()
  if (isEmpty) deviceNotEmptied.forget()
  return isEmpty
}
