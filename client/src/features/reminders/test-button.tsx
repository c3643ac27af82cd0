import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { isUnauthorized, messageOf } from '@/lib/api/api'

type Props = {
  label: string
  test: UseMutationResult<unknown, Error, void>
  isUnsaved?: boolean
  /** Left out where the test does not depend on the form. */
  saveChanges?: () => Promise<boolean>
}

/** Sends a test message with the settings on the screen: what is not saved yet is saved first. */
export function TestButton({ label, test, isUnsaved, saveChanges }: Props) {
  const sending = useMutation({
    mutationFn: async () => {
      if (!saveChanges || (await saveChanges())) await test.mutateAsync()
    },
  })
  return (
    <div className="flex flex-col gap-1.5">
      <Button variant="secondary" pending={sending.isPending} onClick={() => sending.mutate()}>
        {label}
      </Button>
      {isUnsaved && <p className="text-sm text-muted">Your changes will be saved first.</p>}
      {test.error && !isUnauthorized(test.error) && (
        <p role="alert" className="text-sm text-danger">
          {messageOf(test.error)}
        </p>
      )}
    </div>
  )
}
