import { expect, test } from 'vitest'
import { keywordOf } from './keywords'

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
])('%j turns reminders off', (text) => expect(keywordOf(text, true)).toBe('stop'))

test.each(['START', 'start.', 'Unstop', 'un stop', 'YES', 'yes!'])('%j turns them on', (text) =>
  expect(keywordOf(text, false)).toBe('start'),
)

test.each(['help', 'HELP?', 'Info', ' info\r\n'])('%j explains', (text) =>
  expect(keywordOf(text, true)).toBe('help'),
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

test('YES is an answer like any other for somebody who gets reminders', () =>
  expect(keywordOf('Yes.', true)).toBeUndefined())
