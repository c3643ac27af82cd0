import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { passwordTokenName, scopeWords } from '@shared/scopes'
import type { TokenView } from '@shared/tokens'
import { CopyField } from '@/components/copy-field'
import { NotLoaded } from '@/components/load-failure'
import { Section } from '@/components/section'
import { Button } from '@/components/ui/button'
import { useUser } from '@/features/auth/use-user'
import { longDay } from '@/lib/dates/dates'
import { dayOf } from '@/lib/dates/days'
import { useDraft } from '@/lib/saving/use-draft'
import { askToRemove } from '@/lib/screen/next-row'
import { TokenForm } from './token-form'
import { type TokenDraft, tokenQueries, useWithdrawToken } from './tokens-queries'

const blank: TokenDraft = { name: '', scopes: [], expiresInDays: 90 }

/** The tokens of programs and of assistants that were let in, and the form for a new one. */
export function YourTokens() {
  const user = useUser()
  const tokens = useQuery(tokenQueries.list())
  // What was typed is there again after a sign-in on the way.
  const keeper = useDraft<TokenDraft>(user.id, 'token', 'new')
  const [draft, setDraft] = useState(keeper.draft?.values)
  const [isAskedFor, setIsAskedFor] = useState(false)
  const [made, setMade] = useState<{ name: string; token: string }>()
  const isOff = tokens.data?.isOff
  if (isOff && !tokens.data?.tokens.length) return null

  function close() {
    setDraft(undefined)
    keeper.forget()
  }

  return (
    <Section
      title="Your tokens"
      text={
        isOff
          ? 'Tokens are switched off on this server. These work again once they are on, unless you withdraw them.'
          : 'A key for each program or assistant that uses Lisa for you. You choose what it may do, and until when.'
      }
      step={made ? 'made' : draft ? 'form' : ''}
    >
      {tokens.data ? (
        <Tokens tokens={tokens.data.tokens} hasPassword={user.password} />
      ) : (
        <NotLoaded
          title="We couldn't load your tokens."
          isLoading={tokens.isPending}
          error={tokens.error}
          onRetry={() => void tokens.refetch()}
          pending={tokens.isFetching}
        />
      )}
      {made ? (
        <CopyField label={`Token for ${made.name}`} value={made.token} onDone={() => setMade(undefined)} />
      ) : isOff ? null : draft ? (
        <TokenForm
          draft={draft}
          takesFocus={isAskedFor}
          onChange={setDraft}
          onKeep={keeper.keep}
          onCancel={close}
          onMade={(token) => {
            close()
            setMade(token)
          }}
        />
      ) : (
        tokens.data && (
          <Button
            variant="secondary"
            onClick={() => {
              setIsAskedFor(true)
              setDraft(blank)
            }}
          >
            New token
          </Button>
        )
      )}
    </Section>
  )
}

function Tokens({ tokens, hasPassword }: { tokens: TokenView[]; hasPassword: boolean }) {
  return (
    // Focusable, for when the last one leaves it.
    <ul data-rows tabIndex={-1} aria-label="Your tokens" className="-my-2 divide-y divide-line text-sm">
      {tokens.map((token) => (
        <Token key={token.id} {...token} />
      ))}
      {!tokens.length && !hasPassword && <li className="py-2 text-muted">You have no tokens yet.</li>}
      {hasPassword && (
        <li className="py-2">
          {passwordTokenName}
          <span className="block text-muted">
            Anybody with your API password can do everything. Each of its tokens ends after 7 days. “Remove
            password” above ends them all.
          </span>
        </li>
      )}
    </ul>
  )
}

function Token({ id, name, scopes, createdAt, expiresAt, lastUsedAt, lastUsedHere }: TokenView) {
  const withdrawal = useWithdrawToken(id)
  const dayIn = (instant: string) => longDay(dayOf(new Date(instant)))
  const question = `Withdraw ${name}? What uses it loses access to Lisa.`
  return (
    <li data-row className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <bdi className="block font-medium">{name}</bdi>
        <span className="block text-muted">{scopes.map((scope) => scopeWords[scope]).join(' · ')}</span>
        <span className="block text-muted">
          Made {dayIn(createdAt)}, ends {dayIn(expiresAt)}
        </span>
        <span className="block text-muted">
          {lastUsedAt ? `Last used on ${dayIn(lastUsedAt)}` : 'Never used'}
          {lastUsedHere !== null &&
            `, from ${lastUsedHere ? 'the network you are in now' : 'another network'}`}
        </span>
      </span>
      <Button
        variant="ghost"
        aria-label={`Withdraw: ${name}`}
        className="-mx-4 shrink-0 text-sm"
        onClick={({ currentTarget }) => void askToRemove(currentTarget, question, withdrawal, 'button')}
        pending={withdrawal.isPending}
      >
        Withdraw
      </Button>
    </li>
  )
}
