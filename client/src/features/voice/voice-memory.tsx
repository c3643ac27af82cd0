import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { placeOf } from '@shared/ai-place'
import type { RememberedTalk } from '@shared/talks'
import { LoadFailure } from '@/components/load-failure'
import { SwitchField } from '@/components/switch-field'
import { Button } from '@/components/ui/button'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { aiQueries, isAiOn } from '@/features/ai/ai-queries'
import { api } from '@/lib/api/api'
import { longDay } from '@/lib/dates/dates'
import { cn } from '@/lib/screen/cn'
import { focusMover } from '@/lib/screen/next-row'
import { useFocusOnAdded } from '@/lib/screen/use-focus-on-added'
import { Intentions } from './voice-intentions'
import { talkQueries, useChangeTalk, useForgetTalk, useSetMemory } from './voice-queries'
import { ReadsJournal } from './voice-reads-journal'

const shownAtFirst = 5
/** The server lists so many talks at once. */
const atOnce = 100

/** Whether Lisa remembers talks, and what. */
export function VoiceMemory() {
  // The screen has asked for it already.
  const memory = useQuery({ ...talkQueries.memory(), refetchOnMount: false })
  const talks = useQuery(talkQueries.remembered())
  const ai = useQuery(aiQueries.settings()).data
  const voiceHost = ai && isAiOn(ai) ? ai.voiceHost : undefined
  const setting = useSetMemory()
  const failed = memory.data ? talks : memory
  const isOn = (setting.isPending ? setting.variables.remember : undefined) ?? memory.data?.remember
  return (
    <>
      {isOn === undefined ? (
        !memory.isError && (
          <Loading>
            <Skeleton className="h-11" />
          </Loading>
        )
      ) : (
        <SwitchField
          label="Let Lisa remember our talks"
          hint={
            isOn
              ? `${memory.data?.isSummarised ? 'A short summary of each talk is kept' : 'Your own words of each talk are kept, shortened'}, and what you say you will do on a day. Lisa reads the latest ones before the next. They end after 90 days unless you keep them.`
              : 'Lisa keeps nothing you say beyond this device, except what you ask her to save.'
          }
          checked={isOn}
          disabled={setting.isPending}
          onCheckedChange={(remember) => setting.mutate({ remember })}
        />
      )}
      {memory.data && <ReadsJournal memory={memory.data} />}
      {voiceHost && (
        <p className="mt-4 text-sm text-muted">
          Lisa runs {placeOf(voiceHost)}. What you say in a talk goes there.
        </p>
      )}
      {failed.isLoadingError ? (
        <LoadFailure
          title="We couldn't load what Lisa remembers"
          error={failed.error}
          onRetry={() => void Promise.all([memory.refetch(), talks.refetch()])}
          pending={memory.isFetching || talks.isFetching}
        />
      ) : (
        talks.data && isOn !== undefined && <Remembered talks={talks.data} isOn={isOn} />
      )}
    </>
  )
}

function Remembered({ talks, isOn }: { talks: RememberedTalk[]; isOn: boolean }) {
  const titleId = useId()
  const list = useRef<HTMLUListElement>(null)
  const focusAdded = useFocusOnAdded()
  const [isOpen, setIsOpen] = useState(false)
  // Counted once: each that is forgotten makes the list shorter.
  const [isLong] = useState(talks.length >= atOnce)
  const client = useQueryClient()
  const earlier = useMutation({
    meta: { failed: 'Failed to load earlier talks' },
    mutationFn: (before?: string) => api('GET /api/talks', { query: { before } }),
    onSuccess: (more) =>
      client.setQueryData(talkQueries.remembered().queryKey, (known = []) => [...known, ...more]),
  })
  const { data: more, variables: last } = earlier
  // A list that was read again ends at its first hundred.
  const isWhole =
    more &&
    more.length < atOnce &&
    talks.some(({ id }) => (more.length ? more.some((each) => each.id === id) : id === last))
  const hasEarlier = isLong && !isWhole
  if (!talks.length && !isOn) return null
  return (
    <section className="border-t border-line pt-4">
      <h2 id={titleId} className="font-medium">
        What Lisa remembers
      </h2>
      {talks.length === 0 && (
        <p className="mt-1 text-sm text-muted">Nothing yet. Your next talk appears here.</p>
      )}
      {talks.length > 0 && !isOn && (
        <p className="mt-1 text-sm text-muted">
          Lisa does not read these while the switch is off. They stay until you forget them or they end.
        </p>
      )}
      {/* Focusable, for when the last talk is forgotten. */}
      <ul ref={list} aria-labelledby={titleId} data-rows tabIndex={-1} className="divide-y divide-line">
        {talks.slice(0, isOpen ? undefined : shownAtFirst).map((talk) => (
          <Talk key={talk.id} talk={talk} />
        ))}
      </ul>
      {talks.length > shownAtFirst && (
        <Button
          variant="ghost"
          aria-expanded={isOpen}
          className="-mx-4 text-sm"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `Show ${hasEarlier ? 'the newest' : 'all'} ${talks.length}`}
        </Button>
      )}
      {isOpen && hasEarlier && (
        <Button
          variant="ghost"
          className="-mr-4 text-sm"
          pending={earlier.isPending}
          onClick={() => {
            focusAdded(list.current)
            earlier.mutate(talks.at(-1)?.id)
          }}
        >
          Show earlier talks
        </Button>
      )}
    </section>
  )
}

function Talk({ talk: { id, date, summary, kept, intentions } }: { talk: RememberedTalk }) {
  const forgetting = useForgetTalk(id)
  const change = useChangeTalk(id)
  const dayId = useId()
  async function forget(button: HTMLElement) {
    const moveFocus = focusMover(button, 'button:not([aria-pressed])')
    await forgetting.mutateAsync().then(
      () => moveFocus(),
      () => {},
    )
  }
  return (
    <li data-row className="py-3">
      <div className="flex items-center justify-between gap-3">
        <p id={dayId} className="text-sm text-muted">
          <time dateTime={date}>{longDay(date)}</time>
          {kept && ' · Kept'}
        </p>
        <div className="-my-2 -mr-4 flex">
          <Button
            variant="ghost"
            className={cn('text-sm', kept && 'text-accent! forced-colors:underline')}
            aria-pressed={kept}
            aria-describedby={dayId}
            pending={change.isPending}
            onClick={() => change.mutate({ kept: !kept })}
          >
            Keep
          </Button>
          <Button
            variant="ghost"
            className="text-sm"
            aria-describedby={dayId}
            pending={forgetting.isPending}
            onClick={({ currentTarget }) => void forget(currentTarget)}
          >
            Forget
          </Button>
        </div>
      </div>
      <p dir="auto" className="mt-0.5 font-serif wrap-anywhere whitespace-pre-line">
        {summary}
      </p>
      <Intentions talkId={id} intentions={intentions} />
    </li>
  )
}
