import { expect, test } from 'vitest'
import { dailyMessageInput } from './messages'

test.each(['inbound', 'outbound'])('a message may be %s', (messageDirection) => {
  const message = { phoneNumber: '+15551234567', messageContent: 'A day.', messageDirection }
  expect(dailyMessageInput.parse(message)).toEqual(message)
})

test.each(['sideways', '', null, undefined])('a message that is %j is refused', (messageDirection) => {
  const message = { phoneNumber: '+15551234567', messageContent: 'A day.', messageDirection }
  const { error } = dailyMessageInput.safeParse(message)
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Message direction must be inbound or outbound',
  ])
})
