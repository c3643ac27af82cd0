import { useQuery } from '@tanstack/react-query'
import { CheckIcon, InfoIcon } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FormField } from '@/components/form-field'
import { SignInAgain } from '@/components/sign-in-again'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { fieldErrorsOf, isUnauthorized, messageOf } from '@/lib/api/api'
import { needsRecentSignIn } from '@/lib/api/auth-errors'
import { reminderQueries, type useConfirmNumber } from './reminders-queries'

type Props = {
  /** Whether the number on the screen is the saved one. */
  isSaved: boolean
  /** How many codes were sent to the number since the page was opened. */
  codesSent: number
  confirmation: ReturnType<typeof useConfirmNumber>
  /** The button that sends it. */
  children: ReactNode
}

/** Whether the saved number is confirmed, and what confirms it. */
export function NumberConfirmation({ isSaved, codesSent, confirmation, children }: Props) {
  const { data } = useQuery(reminderQueries.phoneConfirmation())
  const isConfirmed = isSaved ? data?.confirmed : undefined
  const status = useRef<HTMLParagraphElement>(null)

  // The field disappears, so the focus moves to what replaces it.
  const confirm = (code: string) =>
    confirmation.mutate(code, { onSuccess: () => status.current?.focus({ preventScroll: true }) })

  return (
    <>
      <p ref={status} tabIndex={-1} role="status" className="flex gap-2 text-sm empty:hidden">
        {isConfirmed && (
          <>
            <CheckIcon className="mt-0.5 shrink-0 text-accent" />
            This number is confirmed.
          </>
        )}
        {isConfirmed === false && (
          <>
            <InfoIcon className="mt-0.5 shrink-0 text-accent" />
            Not confirmed yet. Reminders go to this number once you've entered the code.
          </>
        )}
      </p>
      {children}
      {isConfirmed === false && (
        <CodeField
          key={codesSent}
          hint={
            codesSent
              ? 'We sent you a code. It works for 15 minutes.'
              : 'Choose Send Test SMS to get a code. It works for 15 minutes.'
          }
          error={errorOf(confirmation.error)}
          pending={confirmation.isPending}
          onConfirm={confirm}
          onChange={confirmation.reset}
        />
      )}
      {needsRecentSignIn(confirmation.error) && (
        <SignInAgain>
          Texts from a confirmed number go into your journal, so you can only confirm one within 15 minutes of
          signing in.
        </SignInAgain>
      )}
    </>
  )
}

type CodeProps = {
  hint: string
  error?: string
  pending: boolean
  onConfirm: (code: string) => void
  onChange: () => void
}

function CodeField({ hint, error, pending, onConfirm, onChange }: CodeProps) {
  const [code, setCode] = useState('')

  /** The field stands in the form of the settings, which Enter would save. */
  function confirmOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (code && !pending) onConfirm(code)
  }

  return (
    <FormField label="Code from the text message" hint={error ? undefined : hint} error={error}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            className="min-w-24 flex-1 tabular-nums"
            {...control}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              onChange()
            }}
            onKeyDown={confirmOnEnter}
          />
          <Button variant="secondary" disabled={!code} pending={pending} onClick={() => onConfirm(code)}>
            Confirm number
          </Button>
        </div>
      )}
    </FormField>
  )
}

const errorOf = (error: Error | null) =>
  error && !isUnauthorized(error) && !needsRecentSignIn(error)
    ? (fieldErrorsOf(error)[0]?.message ?? messageOf(error))
    : undefined
