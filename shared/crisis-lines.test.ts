import { expect, test } from 'vitest'
import { crisisHelpIn, crisisSentences } from './crisis-lines'
import { allTimezones } from './timezones'

test.each([
  ['America/New_York', '988', '911'],
  ['America/Toronto', '988', '911'],
  ['Europe/London', '116 123', '999'],
  ['Australia/Sydney', '13 11 14', '000'],
  ['Europe/Madrid', '024', '112'],
  ['America/Argentina/Cordoba', '0800 999 0091', '911'],
  ['America/Santiago', '*4141', '131'],
  ['Europe/Paris', '3114', '112'],
  ['Europe/Zurich', '143', '112'],
  ['Europe/Berlin', '116 123', '112'],
  ['Europe/Vienna', '142', '112'],
  ['Europe/Lisbon', '1411', '112'],
  ['America/Sao_Paulo', '188', '192'],
  ['Europe/Rome', '02 2327 2327', '112'],
])('in %s it is %s, in an emergency %s', (zone, number, emergency) =>
  expect(crisisHelpIn(zone)).toMatchObject({ number, emergency }),
)

test('a zone of no known country leaves it to the next one', () => {
  expect(crisisHelpIn('UTC')).toBeUndefined()
  expect(crisisHelpIn('Asia/Tokyo', undefined)).toBeUndefined()
  expect(crisisHelpIn('UTC', 'Europe/Rome')).toEqual(crisisHelpIn('Europe/Rome'))
})

test('it says that Lisa is an AI, and names the line and the emergency number', () => {
  const help = crisisHelpIn('Europe/Rome')
  for (const sentence of Object.values(crisisSentences))
    expect(sentence(help)).toMatch(/\b(?:AI|KI|IA)\b.*02 2327 2327.*112\.$/)
})

test('the sentence is one text in GSM-7, in each language and wherever one is', () => {
  for (const sentence of Object.values(crisisSentences))
    for (const zone of allTimezones())
      expect(sentence(crisisHelpIn(zone))).toMatch(/^[\w ,.:;()*'èéùìò]{1,160}$/)
})
