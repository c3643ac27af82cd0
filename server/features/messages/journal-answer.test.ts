import { expect, test } from 'vitest'
import { entrySpokenOf } from './journal-answer'

const today = '2026-11-26'

test.each([
  ['You swam in March, on the 12th.', ['2025-05-12', '2024-03-12'], undefined],
  ['You wrote on 12 March 2021, and again on the 12th.', ['2024-03-12'], undefined],
  ['You swam about a year ago.', ['2026-01-05', '2025-11-26'], '2025-11-26'],
  ['You swam about a year ago.', ['2025-11-20'], '2025-11-20'],
  ['A month ago you swam, on 26 October.', ['2026-11-09', '2026-10-26'], '2026-10-26'],
  ['On 3/12/2024 you swam.', ['2024-12-03', '2024-03-12'], undefined],
  ['On 3/12/2024 you swam.', ['2025-12-03', '2024-03-12'], '2024-03-12'],
  ['Am 3.12.2024 bist du geschwommen.', ['2024-12-03', '2024-03-12'], '2024-12-03'],
  ['On 12 March you swam 2000 metres.', ['2024-03-12', '2023-01-01'], '2024-03-12'],
  ['You swam in May, in the rain.', ['2024-03-12'], undefined],
  ['Last Friday you swam.', ['2026-11-20', '2026-11-13'], undefined],
  ['Last Friday you swam.', ['2026-11-13'], '2026-11-13'],
  ['Yesterday you wrote about 2019.', ['2026-11-25', '2024-03-12'], '2026-11-25'],
  ['Hai vinto 3 set contro Luca.', ['2025-09-03', '2024-03-12'], undefined],
  ['Du hast um 12 Jan getroffen.', ['2025-01-12', '2024-03-12'], undefined],
  ['Nadaste a las 12, mar adentro, con Ana.', ['2025-03-12', '2024-03-01'], undefined],
  ['In 2021, on 12 March, you swam.', ['2024-03-12'], undefined],
  ['On 12 March you swam, back in 2024.', ['2025-03-12', '2024-03-12'], '2024-03-12'],
  ['Your journal does not say when you last saw Ana.', ['2024-03-12'], undefined],
  ['In deinem Tagebuch steht das leider nicht.', ['2024-03-12'], undefined],
  ['Je ne trouve rien sur Ana.', ['2024-03-12'], undefined],
  ['I am sorry to hear that.', ['2024-03-12'], undefined],
  ['You swam one day in March 2024.', ['2024-05-12'], undefined],
  ['You swam one day in March 2024.', ['2024-03-12'], '2024-03-12'],
  ['You may have swum with Ana.', ['2024-03-12'], '2024-03-12'],
  ['Hai nuotato con Marco.', ['2024-05-12'], '2024-05-12'],
  ['Tu as été à la mer.', ['2024-05-12'], '2024-05-12'],
  ['You did not sleep well.', ['2024-05-12'], '2024-05-12'],
  ['You swam last week.', ['2024-05-12'], undefined],
  ['You swam this spring.', ['2024-05-12'], undefined],
  ['You swam on the 12th.', ['2024-05-12'], '2024-05-12'],
])('"%s" with the entries of %j is linked to %s', (answer, days, day) => {
  const read = days.map((each) => ({ id: each, day: each, excerpt: '' }))
  expect(entrySpokenOf(answer, read, today)?.day).toBe(day)
})
