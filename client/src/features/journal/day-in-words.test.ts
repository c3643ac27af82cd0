import { expect, test } from 'vitest'
import { dayInWords } from './day-in-words'

const now = new Date('2026-11-21T23:30:00')

test.each([
  ['2026-11-21', 'Saturday, November 21', 'Today'],
  ['2026-11-20', 'Friday, November 20', 'Yesterday'],
  ['2026-11-19', 'Thursday, November 19', '2 days ago'],
  ['2026-11-10', 'Tuesday, November 10', '11 days ago'],
  ['2026-10-22', 'Thursday, October 22', '30 days ago'],
  ['2026-10-21', 'Wednesday, October 21', '1 month ago'],
  ['2025-11-22', 'Saturday, November 22, 2025', '11 months ago'],
  ['2025-11-21', 'Friday, November 21, 2025', '1 year ago'],
  ['2016-11-22', 'Tuesday, November 22, 2016', '9 years ago'],
  ['2026-11-22', 'Sunday, November 22', 'That day is still to come.'],
  ['2027-01-01', 'Friday, January 1, 2027', 'That day is still to come.'],
])('%s is %s, %s', (day, date, distance) => {
  expect(dayInWords(day, now)).toEqual({ date, distance })
})
