import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { provideVoice } from '../voice-provider'
import { type Cassette, conversationOf } from './cassette'
import type { LogEntry, WireEvent } from './event-log'
import { type Log, type Place, talkOnScreen, until } from './talk-on-screen'

type Provider = Awaited<ReturnType<typeof provideVoice>>

/** Longer gaps are shortened to this. */
const gapMs = 100
/** How much longer than in the recording the page may take. */
const pageLimitMs = 10_000
/** What the provider has waited for, by its kind. */
const answered = ['session.update', 'function_call_output', 'response.create', 'response.cancel']

/** Holds a recorded talk again: the provider says what it has said then, and the page does what it does now. */
export async function replayCassette(cassette: Cassette, place: Place): Promise<LogEntry[]> {
  let provider: Provider | undefined
  return talkOnScreen(conversationOf(cassette), place, {
    clock: new Date(cassette.begun),
    async prepare(page) {
      // The answer to an update shows what the page has sent now, without which there is no talk.
      provider = await provideVoice(page, { intercept: ({ type }) => type !== 'session.update' })
    },
    hold: (_page: Page, log) => play(cassette, log, provider),
    isHungUp: () => provider && provider.ended.length > 0,
  })
}

async function play({ log: recording }: Cassette, log: Log, provider?: Provider) {
  const session = await provider?.session
  if (!session) return
  const expected: WireEvent[] = []
  const missing = () => answered.find((kind) => countOf(provider?.received, kind) < countOf(expected, kind))
  let last = recording[0]?.at ?? 0

  for (const { at, source, event } of recording) {
    // What was found at the end is found anew.
    if (event.type === 'screen.numbers' || event.type === 'talk.failed') break
    if (source === 'page') {
      expected.push(event)
      continue
    }
    const began = log.now()
    await setTimeout(Math.min(at - last, gapMs))
    await until(() => !missing(), at - last + pageLimitMs, 5)
    if (missing()) throw new Error(`The page has sent no ${missing()} before ${event.type}, as it had then`)
    // The rules judge times as they were.
    log.skip(at - last - (log.now() - began))
    last = at
    if (source === 'runner') log.add({ source, event })
    else {
      const isHeard = () => log.entries.some((heard) => idOf(heard) === event.event_id)
      session.send(event.type as never, event as never)
      await until(isHeard, pageLimitMs, 2)
      if (!isHeard()) throw new Error(`The page has not heard ${event.type}, as it had then`)
    }
  }
  await until(() => !missing(), pageLimitMs)
}

const idOf = ({ source, event }: LogEntry) => (source === 'provider' ? event.event_id : undefined)

const countOf = (events: WireEvent[] = [], kind: string) =>
  events.filter(
    ({ type, item }) =>
      (type === 'conversation.item.create' ? (item as { type: string }).type : type) === kind,
  ).length
