import { expect, test } from 'vitest'
import { failureOf } from './voice-failures'

const failed = (code: string) => ({
  type: 'response.done',
  response: { status: 'failed', status_details: { type: 'failed', error: { type: 'some_error', code } } },
})
const incomplete = (reason: string) => ({
  type: 'response.done',
  response: { status: 'incomplete', status_details: { type: 'incomplete', reason } },
})
const error = (fields: object) => ({ type: 'error', event_id: 'e', error: fields })

test.each([
  [failed('insufficient_quota'), 'no credit left', true],
  [error({ type: 'insufficient_quota', code: null }), 'no credit left', true],
  [error({ type: 'invalid_request_error', code: 'session_expired' }), 'the longest time', true],
  [failed('rate_limit_exceeded'), 'Wait a moment', false],
  [error({ code: 'rate_limit_exceeded' }), 'Wait a moment', false],
  [failed('server_error'), 'had a problem', false],
  [error({ type: 'server_error' }), 'had a problem', false],
  [incomplete('content_filter'), 'refused to answer that', false],
  [incomplete('max_output_tokens'), 'ask her to go on', false],
  [failed('a_code_of_next_year'), 'Please say it again.', false],
  [incomplete('toString'), 'Please say it again.', false],
  [{ type: 'response.done', response: { status: 'failed', status_details: null } }, 'say it again', false],
])('%j is told in a sentence', (event, words, endsTalk) => {
  expect(failureOf(event)).toEqual({ text: expect.stringContaining(words), endsTalk })
})

test.each([
  { type: 'response.done', response: { status: 'completed' } },
  { type: 'response.done', response: { status: 'cancelled', status_details: { reason: 'turn_detected' } } },
  { type: 'response.done' },
  error({ type: 'invalid_request_error', code: 'response_cancel_not_active' }),
  { type: 'error' },
  { type: 'session.updated' },
])('%j is no failure', (event) => expect(failureOf(event)).toBeUndefined())
