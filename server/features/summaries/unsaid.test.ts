import { expect, test } from 'vitest'
import { unsaidIn } from './unsaid'
import cases from './unsaid-cases.json' with { type: 'json' }

test.each([
  ['They ran 5 km.', 'I ran five km', undefined],
  ['They ran six km.', 'I ran 5 km', 'six'],
  ['They met Anna.', "anna's party", undefined],
  ['They met Ana.', 'anna came', 'Ana'],
  ['Peter came.', 'he came', 'Peter'],
  ['They told Lisa that they slept.', 'I slept', undefined],
  ['Le vio el lunes.', 'lo vi el martes', 'lunes'],
  ['Ela vai na terça-feira.', 'vou na terça', undefined],
  ['They may march on.', 'on we go', undefined],
  ['They march in May.', 'on we go', 'May'],
  ['Er sprach mit dem neuen Nachbarn.', 'ich hab mit ihm geredet', undefined],
  ['Er sprach mit Jonas.', 'ich hab mit ihm geredet', 'Jonas'],
  ['The user said: I am Peter.', 'on we go', 'Peter'],
  ['They paid 1,200.', 'it was 1200', undefined],
])('of "%s" after "%s", %s was not said', (summary, said, word) => {
  expect(unsaidIn(summary, said)).toBe(word)
})

/** Written by somebody who did not know the rule; those that are held back were never looked at for it. */
test.each([
  { heldBack: false, found: 45, refused: 35 },
  { heldBack: true, found: 40, refused: 23 },
])('$found of 45 inventions are found, held back: $heldBack', ({ heldBack, found, refused }) => {
  const given = cases.filter((each) => Boolean(each.heldBack) === heldBack)
  const unsaid = given.filter(({ summary, said }) => unsaidIn(summary, said.join('\n')))
  expect(unsaid.filter(({ invented }) => invented).length).toBeGreaterThanOrEqual(found)
  expect(unsaid.filter(({ invented }) => !invented).length).toBeLessThanOrEqual(refused)
})
