import { expect, test } from 'vitest'
import { type Conversation, conversations, type Step } from './conversations'
import type { LoggedEvent } from './event-log'
import { answerOf, inPlaceOf } from './next-step'
import { lisa, user } from './sample-logs'
import { talkOf } from './talk-of-log'

const talkIn = (...events: LoggedEvent[][]) => talkOf(events.flat().map((event, at) => ({ at, ...event })))
const conversation: Conversation = {
  name: 'test',
  steps: [],
  answers: [{ to: /\bwhich goal\b/i, says: 'The running goal.' }],
  wish: 'I want to run. Please save that.',
}
const yes: Step = { says: 'Yes, please.', agrees: true }
const more: Step = { says: 'My sister was here.' }

test.each<[string, string | undefined, Step | undefined, LoggedEvent[][]]>([
  ['a general answer', 'For this month.', more, [lisa('Good. Is that for this month, or this year?')]],
  ['an answer of the conversation', 'The running goal.', yes, [lisa('Which goal do you mean?')]],
  ['no answer twice', undefined, yes, [user('For today.'), lisa('For which day?')]],
  ['nothing to what is no question', undefined, more, [lisa('Tell me which goal you mean.')]],
  ['nothing once somebody has spoken', undefined, more, [lisa('For which day?'), user('Well.')]],
  ['nothing before a yes', undefined, yes, [lisa('Shall I save it as a monthly goal, for this year?')]],
  ['nothing while the script has more to tell', undefined, more, [lisa('Is there anything else?')]],
  ['no before a yes that is not due', 'No, that is all.', yes, [lisa('Is there anything else?')]],
  ['no at the end', 'No, that is all.', undefined, [lisa('Is there anything else?')]],
])('before the next step the user says %s', (_what, says, step, events) => {
  expect(answerOf(talkIn(...events), conversation, step)?.says).toBe(says)
})

test.each([
  ['Run this month. Shall I save it?', yes],
  ['Would you like me to note that for your goal?', yes],
  ['Is it right that I mark it as achieved? Save it?', yes],
  ['What should I write down?', { says: conversation.wish }],
  ['How are you?', { says: conversation.wish }],
  ['I could save that.', { says: conversation.wish }],
])('a yes only answers whether to save: %s', (words, step) => {
  expect(inPlaceOf(yes, talkIn(lisa(words)), conversation)).toEqual(step)
})

test('a script that agrees has words for what should be saved', () => {
  const agreeing = conversations.filter(({ steps }) => steps.some(({ agrees }) => agrees))
  expect(agreeing.filter(({ wish }) => !wish)).toEqual([])
})
