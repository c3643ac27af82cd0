import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { apiPasswordFault } from '@shared/api-password'
import { FormField } from '@/components/form-field'
import { Notice } from '@/components/notice'
import { SignInAgain } from '@/components/sign-in-again'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { fieldErrorsOf } from '@/lib/api/api'
import { needsRecentSignIn } from '@/lib/api/auth-errors'
import { toast } from '@/lib/screen/toast'
import { useAddPassword, useRemovePassword } from './auth-queries'
import { useUser } from './use-user'

const endpoints = [
  'POST /api/auth/login',
  'GET /api/jwt/user',
  'GET and POST /api/jwt/goals',
  'GET and POST /api/jwt/journal-entries',
]

/** `children` stand below. */
export function ApiPasswordCard({ children }: { children: ReactNode }) {
  const user = useUser()
  const content = useRef<HTMLDivElement>(null)
  const hadPassword = useRef(user.password)
  // The form and what replaces it take each other's focus away.
  useEffect(() => {
    if (hadPassword.current !== user.password && document.activeElement === document.body)
      content.current?.focus({ preventScroll: true })
    hadPassword.current = user.password
  }, [user.password])
  return (
    <Card title="API Access" description="For your own scripts and apps">
      <div ref={content} tabIndex={-1} className="flex flex-col gap-4">
        {user.password ? <Enabled email={user.email} /> : <PasswordForm />}
      </div>
      <a
        href="/api/docs"
        className="-my-2 inline-flex min-h-touch items-center self-start text-sm font-medium text-accent hover:underline"
      >
        API documentation
      </a>
      {children}
    </Card>
  )
}

function Enabled({ email }: { email: string | null }) {
  const removal = useRemovePassword()
  const question = 'Remove the API password? All tokens created with it will stop working.'
  return (
    <>
      <Notice title="API access is enabled">
        Get a token with {email && `${email} and `}your API password.
      </Notice>
      <ul className="divide-y divide-line font-mono text-xs">
        {endpoints.map((endpoint) => (
          <li key={endpoint} className="py-2 wrap-anywhere">
            {endpoint}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Send the token with each request in the header{' '}
        <code className="font-mono text-xs text-ink">{'Authorization: Bearer {token}'}</code>
      </p>
      <Button
        variant="secondary"
        onClick={() => window.confirm(question) && removal.mutate()}
        pending={removal.isPending}
      >
        Remove password
      </Button>
    </>
  )
}

function PasswordForm() {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const addition = useAddPassword()

  function add(event: FormEvent) {
    event.preventDefault()
    const message = apiPasswordFault(password)
    if (message) return refuse(message)
    setFault(undefined)
    addition.mutate(password, {
      // The server knows more passwords that are not good enough.
      onError: (error) => fieldErrorsOf(error).forEach(({ message }) => refuse(message)),
    })
  }

  function refuse(message: string) {
    setFault(message)
    toast({ title: 'Invalid Password', description: message, variant: 'destructive' })
  }

  return (
    <form noValidate onSubmit={add} className="flex flex-col gap-4">
      <FormField label="API Password" hint="At least 6 characters" error={fault}>
        {(control) => (
          <Input
            type="password"
            autoComplete="new-password"
            {...control}
            value={password}
            disabled={addition.isPending}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </FormField>
      <Button type="submit" disabled={password === ''} pending={addition.isPending}>
        Add Password
      </Button>
      {needsRecentSignIn(addition.error) && (
        <SignInAgain>
          A password gives programs access to your journal, so you can only add one within 15 minutes of
          signing in.
        </SignInAgain>
      )}
    </form>
  )
}
