import { expect, test } from 'vitest'
import { isYes, keywordOf } from './keywords'

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  'STOP!!!',
  'Stop all',
  'STOPALL',
  '“stop”',
  'S.T.O.P.',
  'ｓｔｏｐ',
  'stop 🛑',
  'Unsubscribe',
  'CANCEL\n',
  'end',
  'Quit',
  'revoke',
  'opt-out',
  'OPT OUT',
])('%j turns reminders off', (text) => expect(keywordOf(text, false)).toBe('stop'))

test.each(['START', 'start.', 'Unstop', 'un stop'])('%j turns them on', (text) =>
  expect(keywordOf(text, false)).toBe('start'),
)

test.each(['YES', 'yes!'])(
  '%j turns them on for a number that said STOP, and is an answer otherwise',
  (text) => expect([keywordOf(text, true), keywordOf(text, false)]).toEqual(['start', undefined]),
)

test.each(['help', 'HELP?', 'Info', ' info\r\n'])('%j explains', (text) =>
  expect(keywordOf(text, false)).toBe('help'),
)

test.each([
  'I want to stop smoking',
  'stop it',
  'The end',
  'I quit my job',
  'started',
  'helpful',
  'constructor',
  '',
  '…',
  'nonstop',
  '💛',
  'Yes, it was good',
])('%j is part of the conversation', (text) => expect(keywordOf(text, true)).toBeUndefined())

test.each([
  'yes',
  'Yes!',
  'OK.',
  'okay',
  'Yes, please',
  'Sí',
  'Oui !',
  "d'accord",
  'Ja, bitte',
  'sim',
  'Sì',
  'va bene',
])('%j says yes', (text) => expect([isYes(text), keywordOf(text, false)]).toEqual([true, undefined]))

test.each(['no', 'yes but later', 'not ok', 'yesterday', 'START', 'STOP', '', '👍', 'ok google'])(
  '%j does not',
  (text) => expect(isYes(text)).toBe(false),
)
