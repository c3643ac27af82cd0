import { expect, test } from 'vitest'
import type { Conversation } from './conversations'
import type { LoggedEvent } from './event-log'
import type { Expected } from './rule-case'
import { casesOfSaving } from './rule-cases-of-saving'
import { casesOfTalking } from './rule-cases-of-talking'
import { rules } from './rules'
import { danger, end, goal, lisa, numbers, permission, stored, yes } from './sample-logs'
import { isFailed, type Score, scoreOf, tableOf } from './table'
import { talkOf } from './talk-of-log'

const cases = [...casesOfSaving, ...casesOfTalking]
const conversation: Conversation = { name: 'test', steps: [] }
const logOf = (events: LoggedEvent[][]) =>
  events.flat().map((event, second) => ({ at: second * 1_000, ...event }))

test.each(cases)('%s: %s when %s', (name, expected, _what, events, more) => {
  const rule = rules.find((rule) => rule.name === name)
  const faults = rule?.faults(talkOf(logOf(events)), { ...conversation, ...more })
  expect(faults ? (faults.length ? 'failed' : 'passed') : 'does not apply').toBe(expected)
})

test('each rule has been seen to pass and to fail', () => {
  const seen = (expected: Expected) =>
    new Set(cases.filter(([, found]) => found === expected).map(([name]) => name))
  const names = new Set(rules.map(({ name }) => name))
  expect(seen('failed')).toEqual(names)
  expect(seen('passed')).toEqual(names)
})

test('what only a model can break does not apply to the stand-in', () => {
  const log = logOf([danger, lisa('I see.'), numbers('988', '911'), stored(), end()])
  const faultsOf = (isStandIn: boolean) =>
    scoreOf(log, conversation, isStandIn).results.find(({ rule }) => rule === 'help said')?.faults
  expect(faultsOf(true)).toBeUndefined()
  expect(faultsOf(false)).toEqual(['answered: I see.'])
})

test('the table shows how often each conversation kept each rule, and below it what broke one', () => {
  const said = scoreOf(logOf([lisa('Hello.'), stored(), end()]), conversation, true)
  const [good, bad] = [permission, []].map((words) =>
    scoreOf(logOf([words, yes, goal(), stored({ goals: ['Run'] }), end()]), conversation, true),
  ) as [Score, Score]
  expect([said, good, bad].map(isFailed)).toEqual([false, false, true])
  const lines = tableOf([{ ...said, conversation: 'other' }, said, good, bad, bad]).split('\n')
  expect(lines[0]).toMatch(
    /^\| conversation \| runs \| turns \| asks first \| one question \| .* \| ends clean \| seconds \|$/,
  )
  expect(lines[2]).toMatch(/^\| other +\| 1 +\| 1 +\| – +\| ✓ .* ✓ +\| 2 +\|$/)
  expect(lines[3]).toMatch(/^\| test +\| 4 +\| 1 +\| 1\/3 +\| ✓ /)
  expect(lines.at(-1)).toBe('2× test, asks first: create_goal without a yes')
})
