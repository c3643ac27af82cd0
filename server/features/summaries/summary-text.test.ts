import { expect, test, vi } from 'vitest'
import { readAnswer, summaryRequest } from './summary-text'

test.each([
  ['alone', '{"summary": "Ana walked.", "topics": []}'],
  ['in prose', 'Here it is: {"summary": "Ana walked.", "topics": []} Anything else?'],
  ['in a code fence', '```json\n{"summary": "Ana walked.",\n"topics": []}\n```'],
  ['with braces in its words', '{"summary": "Ana walked.", "more": "}{"}'],
])('a summary is read out of an answer with JSON %s', (_, text) => {
  expect(readAnswer(text)).toEqual({ summary: 'Ana walked.', topics: [] })
})

test('what cannot be stored of an answer is left out', () => {
  const answer = '{"summary": "Ana\\u0000 walked \\ud800.", "topics": ["a\\udc00"]}'
  expect(readAnswer(answer)).toEqual({ summary: 'Ana walked \ufffd.', topics: ['a\ufffd'] })
})

test.each(['', 'Ana walked.', '{', '}', '}{', '{}', '} {"summary": "Ana walked."', '{"summary": " "}'])(
  'no summary is read out of the answer "%s"',
  (text) => expect(readAnswer(text)).toBeUndefined(),
)

test('no pattern, which can take quadratic time, is matched against an answer', () => {
  const answer = '{'.repeat(20_000)
  const exec = vi.spyOn(RegExp.prototype, 'exec')
  expect(readAnswer(answer)).toBeUndefined()
  const matched = exec.mock.calls.map(([text]) => text)
  exec.mockRestore()
  expect(matched).not.toContain(answer)
})

test('the model gets no line of Lisa with a link to an entry', () => {
  const messageContent = 'You swam.\nFrom 12 March 2024: https://lisa.test/journal/edit/1b9d6bcd'
  const [, asked] = summaryRequest([{ messageDirection: 'outbound', messageContent }])
  expect(asked?.content).toBe('Lisa: You swam.')
})
