import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type Scope, scopes, scopeWords } from '@shared/scopes'
import { CheckField } from '@/components/check-field'
import { FormField } from '@/components/form-field'
import { SignInAgain } from '@/components/sign-in-again'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { fieldErrorsOf } from '@/lib/api/api'
import { needsRecentSignIn } from '@/lib/api/auth-errors'
import { type TokenDraft, useMakeToken } from './tokens-queries'

const ends = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'A year'],
] as const

type Props = {
  draft: TokenDraft
  takesFocus: boolean
  onChange: (draft: TokenDraft) => void
  /** Is to keep what is typed for after a sign-in. */
  onKeep: (draft: TokenDraft) => void
  onMade: (made: { name: string; token: string }) => void
  onCancel: () => void
}

export function TokenForm({ draft, takesFocus, onChange, onKeep, onMade, onCancel }: Props) {
  const { name, scopes: chosen, expiresInDays } = draft
  const making = useMakeToken()
  const [isTried, setIsTried] = useState(false)
  const faultId = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [takesFocus])
  const hasToSignIn = needsRecentSignIn(making.error)
  useEffect(() => {
    if (hasToSignIn) onKeep(draft)
  }, [hasToSignIn, draft, onKeep])

  const refused = fieldErrorsOf(making.error)
  const refusalOf = (field: keyof TokenDraft) => refused.find(({ path }) => path.startsWith(field))?.message
  const nameFault = isTried && !name.trim() ? 'Name is required' : refusalOf('name')
  const scopesFault = isTried && !chosen.length ? 'Choose what the token may do' : refusalOf('scopes')

  function make(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    const missing = !name.trim() ? 'input' : !chosen.length ? '[type=checkbox]' : undefined
    if (missing) return form.current?.querySelector<HTMLElement>(missing)?.focus()
    making.mutate({ ...draft, name: name.trim() }, { onSuccess: onMade })
  }

  const choose = (scope: Scope, isChosen: boolean) =>
    onChange({
      ...draft,
      scopes: scopes.filter((other) => (other === scope ? isChosen : chosen.includes(other))),
    })

  return (
    <form ref={form} noValidate aria-label="New token" onSubmit={make} className="flex flex-col gap-4">
      <fieldset disabled={making.isPending} className="contents">
        <FormField label="Name" hint="Such as the program that uses it" error={nameFault}>
          {(control) => (
            <Input
              {...control}
              maxLength={60}
              autoComplete="off"
              value={name}
              onChange={(event) => onChange({ ...draft, name: event.target.value })}
            />
          )}
        </FormField>
        <fieldset data-field className="min-w-0" aria-describedby={scopesFault && faultId}>
          <legend className="text-sm font-medium">What it may do</legend>
          {scopes.map((scope) => (
            <CheckField
              key={scope}
              label={scopeWords[scope]}
              checked={chosen.includes(scope)}
              onChange={(isChosen) => choose(scope, isChosen)}
            />
          ))}
          {scopesFault && (
            <p id={faultId} className="text-sm text-danger">
              {scopesFault}
            </p>
          )}
        </fieldset>
        <FormField label="Ends" error={refusalOf('expiresInDays')}>
          {(control) => (
            <Select
              {...control}
              value={expiresInDays}
              onChange={(event) => onChange({ ...draft, expiresInDays: Number(event.target.value) })}
            >
              {ends.map(([days, label]) => (
                <option key={days} value={days}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={making.isPending}>
            Make token
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </fieldset>
      {hasToSignIn && (
        <SignInAgain>
          A token lets a program into your journal, so you can only make one within 15 minutes of signing in.
          What you typed is kept.
        </SignInAgain>
      )}
    </form>
  )
}
