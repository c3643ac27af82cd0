import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gsm7Length } from '../../senders/gsm7'
import { reminderSms } from './reminder-text'

const appUrl = 'https://lisa.example.org'

test.each([
  [
    'Ana',
    3,
    false,
    "Hi Ana, it's time for your journal. Your streak: 3 days in a row. https://lisa.example.org/api/write Reply STOP to opt out.",
  ],
  [
    'Ana',
    1,
    true,
    "Hi Ana, you've written today. Well done! Your streak: 1 day. https://lisa.example.org/api/write Reply STOP to opt out.",
  ],
  [
    'José',
    0,
    false,
    "Hi José, it's time for your journal. https://lisa.example.org/api/write Reply STOP to opt out.",
  ],
  [
    'Łukasz',
    0,
    false,
    "Hi Lukasz, it's time for your journal. https://lisa.example.org/api/write Reply STOP to opt out.",
  ],
  [
    'Zoë',
    0,
    false,
    "Hi Zoe, it's time for your journal. https://lisa.example.org/api/write Reply STOP to opt out.",
  ],
  [
    '愛',
    0,
    false,
    "Hi, it's time for your journal. https://lisa.example.org/api/write Reply STOP to opt out.",
  ],
  [
    null,
    0,
    false,
    "Hi, it's time for your journal. https://lisa.example.org/api/write Reply STOP to opt out.",
  ],
])('a text for %s after %i days', (firstName, streak, hasWritten, expected) =>
  expect(reminderSms({ firstName, streak, hasWritten, appUrl })).toBe(expected),
)

test('on the day of a review it is named for the evening; streak and name go first where there is no room', () => {
  const content = { streak: 3, hasWritten: false, review: 'week', appUrl } as const
  const end = 'Look back at your week tonight. https://lisa.example.org/api/write Reply STOP to opt out.'
  expect(reminderSms({ ...content, firstName: 'Ana' })).toBe(
    `Hi Ana, it's time for your journal. Your streak: 3 days in a row. ${end}`,
  )
  expect(reminderSms({ ...content, firstName: 'Maximiliane' })).toBe(
    `Hi Maximiliane, it's time for your journal. ${end}`,
  )
  const longest = `${appUrl}/${'a'.repeat(28)}`
  expect(reminderSms({ ...content, firstName: 'Maximiliane', appUrl: longest })).toBe(
    `Hi, it's time for your journal. ${end.replace(appUrl, longest)}`,
  )
})

test('whatever the name and the address, it is one text in GSM-7 and says how to opt out', () => {
  fc.assert(
    fc.property(
      fc.option(fc.string({ unit: 'binary', maxLength: 60 })),
      fc.nat(10_000),
      fc.boolean(),
      fc.constantFrom(undefined, 'week', 'month', 'year'),
      fc.integer({ min: 1, max: 200 }),
      (firstName, streak, hasWritten, review, length) => {
        const text = reminderSms({
          firstName,
          streak,
          hasWritten,
          review,
          appUrl: `https://${'a'.repeat(length)}.example`,
        })
        expect(gsm7Length(text)).toBeLessThanOrEqual(160)
        expect(text).toMatch(/Reply STOP to opt out\.$/)
      },
    ),
  )
}, 60_000)
