import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { JournalEntryView } from '@shared/journal'
import type { ProposalView } from '@shared/proposals'
import { DisclosureButton } from '@/components/disclosure-button'
import { type FieldText, FieldTexts } from '@/components/field-texts'
import { ShowAll } from '@/components/show-all'
import { Button } from '@/components/ui/button'
import { useUser } from '@/features/auth/use-user'
import { useKnownGoals } from '@/features/goals/known-goal-queries'
import { isMissing } from '@/lib/api/api'
import { momentInWords } from '@/lib/dates/moment'
import { focusMover } from '@/lib/screen/next-row'
import { toast } from '@/lib/screen/toast'
import { entryDayOf, goalsIn, inWords, putIntoForm } from './proposed'
import { useAccept, useDismiss } from './proposals-queries'
import { writtenQueries } from './written-queries'

const shownAtFirst = 3

/** What programs would like to write, oldest first. Stays mounted when the list is empty, to move the focus. */
export function Proposals({ proposals }: { proposals: ProposalView[] }) {
  const titleId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const { length } = proposals
  const shown = proposals.slice(0, showsAll ? undefined : shownAtFirst)
  const days = [...new Set(shown.flatMap((proposal) => entryDayOf(proposal) ?? []))]
  const written = useQuery(writtenQueries.of(days))
  useEffect(() => {
    if (!length && document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true })
  }, [length])
  if (!length) return null
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 border-t border-line pt-4">
      <div>
        <h3 id={titleId} className="font-medium">
          Waiting for your yes ({length})
        </h3>
        <p className="text-sm text-muted">
          None of it is saved yet. Save adds it and leaves what you have written as it is.
        </p>
      </div>
      <ul data-rows className="divide-y divide-line">
        {shown.map((proposal) => (
          <Proposal
            key={proposal.id}
            proposal={proposal}
            written={written.data?.get(entryDayOf(proposal) ?? '')}
          />
        ))}
      </ul>
      {length > shownAtFirst && <ShowAll count={length} showsAll={showsAll} onChange={setShowsAll} />}
    </section>
  )
}

/** `written` is the entry of its day. */
function Proposal({ proposal, written }: { proposal: ProposalView; written?: JournalEntryView | null }) {
  const { reason, tokenName, createdAt } = proposal
  const whatId = useId()
  const { what, texts } = inWords(proposal, useKnownGoals(goalsIn(proposal)), written)
  const acceptance = useAccept(proposal, what)
  const dismissal = useDismiss(proposal)
  const [isOpening, setIsOpening] = useState(false)
  const isBusy = acceptance.isPending || dismissal.isPending || isOpening
  const client = useQueryClient()
  const user = useUser()
  const [, navigate] = useLocation()

  /**
   * Moves the focus to the next row's heading, since this row leaves with its buttons. Not to its `Save`: the user has not
   * read it yet.
   */
  async function leave(button: HTMLElement, decision: { mutateAsync: () => Promise<unknown> }) {
    const moveFocus = focusMover(button, 'h4')
    await decision.mutateAsync().then(
      () => moveFocus(),
      (error) => isMissing(error) && moveFocus(),
    )
    void client.invalidateQueries({ queryKey: writtenQueries.all })
  }
  async function change() {
    setIsOpening(true)
    const form = await putIntoForm(client, user.id, proposal)
    setIsOpening(false)
    if (form) return navigate(form.address, { state: form.state })
    toast({
      title: 'Error',
      description: "This browser can't keep drafts, so this cannot be changed here.",
      variant: 'destructive',
    })
  }

  return (
    <li data-row className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div>
        <h4 id={whatId} dir="auto" tabIndex={-1} className="font-medium wrap-anywhere">
          {what}
        </h4>
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{tokenName}</bdi>, <time dateTime={createdAt}>{momentInWords(Date.parse(createdAt))}</time>
        </p>
      </div>
      <Folded
        texts={[...(reason ? [{ label: `Why, says ${tokenName}`, text: `“${reason}”` }] : []), ...texts]}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          aria-describedby={whatId}
          disabled={isBusy}
          pending={acceptance.isPending}
          onClick={({ currentTarget }) => void leave(currentTarget, acceptance)}
        >
          Save
        </Button>
        <Button
          variant="secondary"
          aria-describedby={whatId}
          disabled={isBusy}
          pending={isOpening}
          onClick={() => void change()}
        >
          Change
        </Button>
        <Button
          variant="ghost"
          aria-describedby={whatId}
          disabled={isBusy}
          pending={dismissal.isPending}
          onClick={({ currentTarget }) => void leave(currentTarget, dismissal)}
        >
          Dismiss
        </Button>
      </div>
    </li>
  )
}

const mostLetters = 200
const mostLines = 4

/** A text can be long: a part of it, until all is asked for. */
function Folded({ texts }: { texts: FieldText[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const folded = texts.map(({ label, text }) => ({ label, text: beginningOf(String(text)) }))
  const isLong = folded.some(({ text }, place) => text !== texts[place]?.text)
  return (
    <div>
      <FieldTexts texts={isOpen ? texts : folded} />
      {isLong && (
        <DisclosureButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all of it'}
        </DisclosureButton>
      )}
    </div>
  )
}

function beginningOf(text: string): string {
  const beginning = text.split('\n').slice(0, mostLines).join('\n').slice(0, mostLetters)
  return beginning === text ? text : `${beginning.trim()}…`
}
