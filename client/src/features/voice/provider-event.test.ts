import { expect, test } from 'vitest'
import { completeEvent } from './provider-event'

test.each([
  [
    { type: 'response.output_item.done', response_id: 'r', output_index: 0, item: { type: 'function_call' } },
    { event_id: '' },
  ],
  [
    { type: 'conversation.item.created', event_id: 'e', item: { id: 'a', role: 'user' } },
    { type: 'conversation.item.added' },
  ],
  [{ type: 'session.updated', event_id: 'e', session: {} }, {}],
])('%j is completed for the SDK', (event, completed) => {
  const message = new MessageEvent('message', { data: JSON.stringify(event) })
  completeEvent(message)
  expect(JSON.parse(message.data)).toEqual({ ...event, ...completed })
})
