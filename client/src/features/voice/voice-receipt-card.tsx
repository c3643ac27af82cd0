import { useQueryClient } from '@tanstack/react-query'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { useUser } from '@/features/auth/use-user'
import { putIntoTodaysDraft } from '@/features/journal/draft-queries'
import { readingOf } from '@/features/journal/waiting-queries'
import { AppLink } from '@/components/app-link'
import { Notice } from '@/components/notice'
import { PutIntoDraft } from '@/components/put-into-draft'
import { ShowAll } from '@/components/show-all'
import { Button } from '@/components/ui/button'
import { buttonStyle } from '@/components/ui/button-styles'
import { Card } from '@/components/ui/card'
import { longDay } from '@/lib/dates/dates'
import { focusMover } from '@/lib/screen/next-row'
import { turnsOf, type Said } from './said-turns'
import { TurnWords } from './turn-words'
import { isClaimUnfounded, ownWords, type Receipt } from './voice-receipt'
import type { Write } from './voice-writes'

type Decisions = {
  save: (write: Write) => Promise<void>
  dismiss: (write: Write) => void
  undo: (write: Write) => Promise<void>
}

type Props = Decisions & {
  receipt: Receipt
  /** Somebody talks: then the live progress shows what is said and what becomes of a save. */
  isLive: boolean
}

/** The notices about Lisa's last words, and during a talk the proposals that wait for a tap. */
export function VoiceClaims({
  receipt,
  isUnproven,
  isLive,
  ...decisions
}: Props & {
  /** Nothing that Lisa has read holds her last words. */
  isUnproven?: boolean
}) {
  const { writes } = receipt
  return (
    <>
      {isClaimUnfounded(receipt) && <UnfoundedClaim writes={writes} />}
      {isUnproven && (
        <Notice tone="warn" title="Lisa spoke of a day that she has not read" className="mt-5">
          What she said of it may be made up. Your journal has the true words.
        </Notice>
      )}
      {isLive &&
        writes
          .filter(({ state, awaitsWords }) => state === 'proposed' && !awaitsWords)
          .map((write) => (
            <div key={write.id} data-row className="mt-4">
              <Notice title={proposalOf(write)} actions={<Decide write={write} {...decisions} />} />
            </div>
          ))}
    </>
  )
}

/** What a talk leaves behind, however it has ended; while it goes on, what was saved and read so far. */
export function VoiceReceipt({ receipt, isLive, ...decisions }: Props) {
  const { read } = receipt
  const said = isLive ? [] : receipt.said
  const writes = receipt.writes.filter(({ state }) => !isLive || state === 'saved' || state === 'undone')
  const words = isLive ? '' : ownWords(receipt)
  if (said.length + writes.length + read.length === 0) return null
  return (
    <Card
      title="Your talk"
      description={isLive ? undefined : 'Kept on this device for a day, or until your next talk.'}
      className="mt-5"
    >
      {(writes.length > 0 || !isLive) && (
        <Part title="Saved">
          {writes.length === 0 && <p className="text-sm text-muted">Nothing was saved.</p>}
          <ul data-rows tabIndex={-1} className="divide-y divide-line">
            {writes.map((write) => (
              <WriteRow
                key={write.id}
                write={isNewest(write, writes) ? write : { ...write, undo: undefined }}
                {...decisions}
              />
            ))}
          </ul>
        </Part>
      )}
      {read.length > 0 && <DaysRead days={read} />}
      {said.length > 0 && <Words said={said} />}
      {!words && said.some(({ isUnwritten }) => isUnwritten) && (
        <p className="border-t border-line pt-4 text-sm text-muted">
          What you said could not be written down, so there are no words of yours to keep.
        </p>
      )}
      {words && <IntoEntry key={words} words={words} />}
    </Card>
  )
}

function UnfoundedClaim({ writes }: Pick<Receipt, 'writes'>) {
  const last = writes.findLast(({ state }) => state === 'saved')
  const waits = writes.some(({ state }) => state === 'waiting')
  const isUnknown = writes.some(({ state }) => state === 'unknown')
  const [title, but] = waits
    ? ['This is not saved yet', ', but it still waits to be sent.']
    : isUnknown
      ? ['This may not be saved', ', but the answer never came.']
      : ['This was not saved', '.']
  return (
    <Notice tone="warn" title={title} className="mt-5">
      Lisa said that something is saved{but}{' '}
      {last
        ? `The last thing saved was: ${last.text}.`
        : !waits && !isUnknown && 'Nothing has been saved in this talk.'}
    </Notice>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line pt-4">
    <h3 className="mb-1 font-medium">{title}</h3>
    {children}
  </section>
)

/** Whether no save of the same row comes after it: until that is undone, this one cannot be. */
const isNewest = ({ undo }: Write, writes: Write[]) =>
  !writes.some((other) => undo && other.undo?.id === undo.id && other.undo.updatedAt > undo.updatedAt)

const proposalOf = ({ title }: Write) => (
  <>
    Lisa would like to save: <span dir="auto">{title}</span>
  </>
)

/** The buttons of a proposal. */
function Decide({ write, save, dismiss }: Decisions & { write: Write }) {
  const act =
    (decide: Decisions['save'] | Decisions['dismiss']) => async (event: MouseEvent<HTMLElement>) => {
      const moveFocus = focusMover(event.currentTarget, 'button')
      await decide(write)
      moveFocus({ preventScroll: true })
    }
  return (
    <>
      <Button aria-description={write.title} onClick={act(save)}>
        Save
      </Button>
      <Button variant="secondary" aria-description={write.title} onClick={act(dismiss)}>
        Dismiss
      </Button>
    </>
  )
}

function WriteRow({ write, ...decisions }: Decisions & { write: Write }) {
  const { state, text, reason } = write
  const isPending = state === 'pending'
  if (state === 'proposed')
    return (
      <li data-row className="py-3">
        <p className="wrap-anywhere">{proposalOf(write)}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Decide write={write} {...decisions} />
        </div>
      </li>
    )
  if (state === 'saved') return <SavedRow write={write} undo={decisions.undo} />
  if (state === 'undone')
    return (
      <li data-row className="flex min-h-touch items-center py-2 wrap-anywhere text-muted">
        <p>
          Undone: <span dir="auto">{text}</span>
        </p>
      </li>
    )
  return (
    <li className="flex flex-col items-start gap-2 py-3">
      <p className="wrap-anywhere">
        <span dir="auto" className="block">
          {text}
        </span>
        <span className={state === 'failed' ? 'block text-sm text-danger' : 'block text-sm text-muted'}>
          {state === 'failed' ? `This was not saved. ${reason ?? ''}` : explanations[state]}
        </span>
      </p>
      {state !== 'waiting' && (
        <Button variant="secondary" pending={isPending} onClick={() => void decisions.save(write)}>
          {state === 'unknown' ? 'Make sure it is saved' : 'Save it now'}
        </Button>
      )}
    </li>
  )
}

function SavedRow({ write, undo }: Pick<Decisions, 'undo'> & { write: Write }) {
  const { text, href, reason } = write
  const [isUndoing, setIsUndoing] = useState(false)
  async function onUndo({ currentTarget }: MouseEvent<HTMLElement>) {
    const moveFocus = focusMover(currentTarget, 'button, a')
    setIsUndoing(true)
    await undo(write).catch(() => {})
    setIsUndoing(false)
    moveFocus({ preventScroll: true })
  }
  return (
    <li data-row className="py-2">
      <p dir="auto" className="font-medium wrap-anywhere">
        ✓ {text}
      </p>
      {reason && <p className="text-sm text-muted">{reason}</p>}
      <div className="-mx-4 flex">
        {href && (
          <AppLink href={href} aria-label={`Change: ${text}`} className={buttonStyle('ghost', 'text-sm')}>
            Change
          </AppLink>
        )}
        {write.undo && (
          <Button
            variant="ghost"
            className="text-sm"
            aria-label={`Undo: ${text}`}
            pending={isUndoing}
            onClick={(event) => void onUndo(event)}
          >
            Undo
          </Button>
        )}
      </div>
    </li>
  )
}

const explanations = {
  pending: 'Saving…',
  waiting: 'Waiting to send. It is on this device, and is sent as soon as Lisa can be reached.',
  unknown: 'The answer never came, so this may or may not be saved. It will not be saved twice.',
}

const shownAtFirst = 10

/** Links to the days that Lisa has read. */
function DaysRead({ days }: { days: string[] }) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <Part title="Read">
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {days.slice(0, showsAll ? undefined : shownAtFirst).map((day) => (
          <li key={day}>
            <AppLink
              href={readingOf(day)}
              className="flex min-h-touch items-center rounded-control text-accent hover:underline"
            >
              From {longDay(day)}
            </AppLink>
          </li>
        ))}
      </ul>
      {days.length > shownAtFirst && (
        <ShowAll count={days.length} showsAll={showsAll} onChange={setShowsAll} />
      )}
    </Part>
  )
}

function Words({ said }: { said: Said[] }) {
  // The talk is over: parts that were cut off are complete now.
  const turns = turnsOf(said.map((part) => ({ ...part, isDone: true })))
  return (
    <Part title="Said">
      <div
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Said"
        className="max-h-80 overflow-y-auto rounded-control"
      >
        <ol className="flex flex-col gap-3">
          {turns.map((turn) => (
            <li key={turn.id}>
              <TurnWords {...turn} />
            </li>
          ))}
        </ol>
      </div>
    </Part>
  )
}

function IntoEntry({ words }: { words: string }) {
  const client = useQueryClient()
  const { id } = useUser()
  return (
    <div className="border-t border-line pt-4">
      <PutIntoDraft
        label="Put my words into today's entry"
        put={() => putIntoTodaysDraft(client, id, [words])}
        elsewhere="Copy your words from above."
      >
        <AppLink href="/journal/new" className={buttonStyle('secondary', 'mt-3 w-full')}>
          Open the draft
        </AppLink>
      </PutIntoDraft>
    </div>
  )
}
