import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { apiPasswordFault } from '@shared/api-password'
import { FormField } from '@/components/form-field'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { api } from '@/lib/api'
import { toast } from '@/lib/toast'
import { currentUser, useUser } from './use-user'

const endpoints = [
  'POST /api/auth/login',
  'GET /api/jwt/user',
  'GET and POST /api/jwt/goals',
  'GET and POST /api/jwt/journal-entries',
]

export function ApiPasswordCard() {
  const user = useUser()
  return (
    <Card title="API Access" description="For scripts and apps of your own">
      {user.password ? <Enabled email={user.email} /> : <PasswordForm />}
      <a
        href="/api/docs"
        className="-my-2 inline-flex min-h-touch items-center self-start text-sm font-medium text-accent hover:underline"
      >
        All calls, fields and answers
      </a>
    </Card>
  )
}

function Enabled({ email }: { email: string | null }) {
  return (
    <>
      <Notice title="API access is enabled">
        Log in with your password{email && ` and ${email}`} to get a token.
      </Notice>
      <ul className="divide-y divide-line font-mono text-xs">
        {endpoints.map((endpoint) => (
          <li key={endpoint} className="py-2 wrap-anywhere">
            {endpoint}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Send the token with each call as the header{' '}
        <code className="font-mono text-xs text-ink">{'Authorization: Bearer {token}'}</code>
      </p>
    </>
  )
}

function PasswordForm() {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const addition = useMutation({
    meta: {
      done: { title: 'Password Added', description: 'You can now use JWT authentication for API access' },
      failed: 'Failed to add password. You may already have one set.',
    },
    mutationFn: () => api('POST /api/auth/add-password', { body: { password } }),
    // After a failure too: another window may have set a password.
    onSettled: () => client.invalidateQueries({ queryKey: currentUser.queryKey }),
  })

  function add(event: FormEvent) {
    event.preventDefault()
    const message = apiPasswordFault(password)
    setFault(message)
    if (!message) return addition.mutate()
    toast({ title: 'Invalid Password', description: message, variant: 'destructive' })
  }

  return (
    <form noValidate onSubmit={add} className="flex flex-col gap-4">
      <FormField label="API Password" hint="At least 6 characters. It cannot be changed later." error={fault}>
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
    </form>
  )
}
