import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Conversation, Step } from './conversations'
import type { LogEntry } from './event-log'
import { answerOf, inPlaceOf } from './next-step'
import { speak } from './page-script'
import type { ProviderRelay } from './provider-relay'
import { speechOf } from './speech'
import { isLisaQuiet } from './talk-of-log'
import { type Log, type Place, talkOnScreen, until } from './talk-on-screen'

type Provider = { relay: ProviderRelay; isStandIn: boolean }

const pauseMs = 2_500
/** How long Lisa has spoken when the user interrupts her. */
const interruptsAfterMs = 800
/** How long to wait for an answer. Lisa may rightly say nothing, for example after a noise. */
const answerLimitMs = 20_000
const longestAnswerMs = 60_000

/** Holds a conversation on the voice screen. */
export function holdConversation(
  conversation: Conversation,
  place: Place,
  { relay, isStandIn }: Provider,
): Promise<LogEntry[]> {
  return talkOnScreen(conversation, place, { hold, isHungUp: relay.isHungUp })

  async function hold(page: Page, log: Log) {
    const say = (step: Step) => perform(page, step, log, isStandIn)

    async function answerQuestions(step?: Step) {
      await untilAnswered(log)
      // The stand-in understands no answer.
      const next = () => (isStandIn ? undefined : answerOf(log.talk(), conversation, step))
      for (let answer = next(); answer; answer = next()) {
        await say(answer)
        await untilAnswered(log)
      }
    }

    for (const step of conversation.steps) {
      if (step.interrupts) await untilSpeaking(log)
      else await answerQuestions(step)
      if (step.untilSaved && isAllSaved(log, conversation)) continue
      await say(isStandIn ? step : inPlaceOf(step, log.talk(), conversation))
    }
    if (!conversation.endsByItself) await answerQuestions()
  }
}

const isAllSaved = (log: Log, { saves = {}, goals = [] }: Conversation) =>
  log.talk().writes.filter(({ isSaved }) => isSaved).length >=
  (saves.goals ?? 0) - goals.length + (saves.entry ? 1 : 0)

async function perform(page: Page, step: Step, log: Log, isStandIn: boolean) {
  const parts = await speechOf(step)
  log.add({ source: 'runner', event: { type: 'user.started', ...step } })
  for (const [index, { wav, text }] of parts.entries()) {
    if (index > 0) await setTimeout(pauseMs)
    await speak(page, { wav, transcript: isStandIn ? text : undefined })
  }
  log.add({ source: 'runner', event: { type: 'user.stopped' } })
}

async function untilSpeaking(log: Log) {
  await until(() => log.talk().sounds.some(({ to }) => to === Infinity), answerLimitMs)
  await setTimeout(interruptsAfterMs)
}

/** Waits until Lisa has answered the user and has finished. */
async function untilAnswered(log: Log) {
  const since = log.talk().utterances.at(-1)?.to ?? 0
  await until(() => log.talk().sounds.some(({ from }) => from > since), answerLimitMs)
  await until(() => isLisaQuiet(log.talk(), log.now()), longestAnswerMs)
}
