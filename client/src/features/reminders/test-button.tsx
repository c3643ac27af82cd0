import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { messageOf } from '@/lib/api'
import { isUnauthorized, toastFailure } from '@/lib/auth-errors'
import { toast } from '@/lib/toast'

type Props = {
  label: string
  test: UseMutationResult<void, Error, void>
  sent: { title: string; description: string }
  failure: string
  isUnsaved: boolean
  saveChanges: () => Promise<boolean>
}

/** Sends a test message by the settings that one sees: changes are saved first, and it says so. */
export function TestButton({ label, test, sent, failure, isUnsaved, saveChanges }: Props) {
  const [pending, setPending] = useState(false)

  async function send() {
    if (!(await saveChanges())) return
    try {
      await test.mutateAsync()
      toast(sent)
    } catch (error) {
      toastFailure(failure)(error)
    }
  }

  return (
    <div className="flex flex-col gap-1.5">
      <Button
        variant="secondary"
        pending={pending}
        onClick={() => {
          setPending(true)
          void send().finally(() => setPending(false))
        }}
      >
        {label}
      </Button>
      {isUnsaved && <p className="text-sm text-muted">Your changes are saved first.</p>}
      {test.error && !isUnauthorized(test.error) && (
        <p role="alert" className="text-sm text-danger">
          {messageOf(test.error)}
        </p>
      )}
    </div>
  )
}
