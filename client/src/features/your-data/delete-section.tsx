import { useState, type FormEvent } from 'react'
import { deletionPhrase } from '@shared/deletion-phrase'
import { FormField } from '@/components/form-field'
import { Notice } from '@/components/notice'
import { SignInAgain } from '@/components/sign-in-again'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { useDeleteAccount } from '@/features/auth/auth-queries'
import { useUser } from '@/features/auth/use-user'
import { fieldErrorsOf, isUnauthorized, messageOf } from '@/lib/api/api'
import { needsRecentSignIn } from '@/lib/api/auth-errors'
import { Section } from '@/components/section'
import type { Exporting } from './use-export'

export function DeleteSection({ exporting }: { exporting: Exporting }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title="Delete account"
      step={isOpen ? 'open' : 'closed'}
      text="Your journal, goals, settings, texts and everything else of yours are deleted for good, and every browser and token is signed out. Backups of this server may hold copies until they are deleted in turn: its operator decides how long they're kept."
    >
      {isOpen ? (
        <DeletionForm exporting={exporting} onClose={() => setIsOpen(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          Delete account
        </Button>
      )}
    </Section>
  )
}

function DeletionForm({ exporting, onClose }: { exporting: Exporting; onClose: () => void }) {
  const { email } = useUser()
  const [typed, setTyped] = useState('')
  const deletion = useDeleteAccount()
  // Once it is done, the browser leaves the page.
  const isBusy = deletion.isPending || deletion.isSuccess
  const { error } = deletion
  const [fieldError] = fieldErrorsOf(error)

  function submit(event: FormEvent) {
    event.preventDefault()
    deletion.mutate(typed)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-danger-soft p-4 text-sm">
        <p className="min-w-0 grow basis-40">
          <span className="font-medium">Export first.</span> Nobody can bring your words back afterwards.
          {exporting.isPending && ' Your export is still loading.'}
          {exporting.done && !exporting.isPending && ` You have exported ${exporting.done.name}.`}
        </p>
        <Button
          variant="secondary"
          pending={exporting.isPending}
          disabled={isBusy}
          onClick={() => exporting.start('lisa')}
        >
          Export first
        </Button>
      </div>
      <FormField
        label={email ? 'Email' : `Type “${deletionPhrase}”`}
        hint={email && `To confirm, type ${email}`}
        error={fieldError?.message}
      >
        {(control) => (
          <Input
            {...(email ? { type: 'email', inputMode: 'email' } : {})}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            value={typed}
            disabled={isBusy}
            onChange={(event) => {
              setTyped(event.target.value)
              deletion.reset()
            }}
          />
        )}
      </FormField>
      {needsRecentSignIn(error) && (
        <SignInAgain>You can only delete your account within 15 minutes of signing in.</SignInAgain>
      )}
      {error && !fieldError && !needsRecentSignIn(error) && !isUnauthorized(error) && (
        <Notice tone="warn" title="Your account was not deleted">
          {messageOf(error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="danger"
          className="grow"
          disabled={!typed.trim() || exporting.isPending}
          pending={isBusy}
        >
          Delete account
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          Keep it
        </Button>
      </div>
    </form>
  )
}
