import { describe, expect, test } from 'vitest'
import { plainLine } from './plain-line'

describe('a line loses its marks', () => {
  test.each([
    ['# Our *bright* day', 'Our bright day'],
    ['- one', 'one'],
    ['* *one* two', 'one two'],
    ['> > A **quote**', 'A quote'],
    ['**bold**, __bold__, ***both*** and _calm_.', 'bold, bold, both and calm.'],
    ['a **b *c* d** e and *a **b** c*', 'a b c d e and a b c'],
    ['(*soft*) “_quoted_” – ~~no~~!', '(soft) “quoted” – no!'],
    ['`*x*` and `npm test`', '*x* and npm test'],
    [
      '[Lisa](https://lisa.test/a_b "A title"): ![](https://lisa.test/1.jpg)',
      'Lisa: https://lisa.test/1.jpg',
    ],
    [String.raw`It was fun\. 5\-6 people\! \*stars\*`, 'It was fun. 5-6 people! *stars*'],
    ['- [x] **done**', '[x] done'],
  ])('%j', (line, plain) => expect(plainLine(line)).toBe(plain))
})

describe('nothing of what was written goes', () => {
  test.each([
    '',
    '2 * 3 * 4 = 24, 5*3*2 = 30 and x*y*z',
    '#hashtag, #2 and -5 degrees',
    'snake_case and my_file_name',
    '_',
    '- 12 °C this morning',
    '+ 5 kg',
    '> 5 km run',
    '- $5 for tea',
    'https://x.test/_a_/b',
    'see /* note */ and /* more */',
    '-_- and -_- again',
    'a * _ **',
    '*',
    '- ',
    '---',
    '* * *',
    '```',
    '**half and a footnote* and another*',
    'rm *.txt and *.md',
    '>_< and >5 km',
    '^_^ yes ^_^ and *_* and -_- o_O',
    String.raw`¯\_(ツ)_/¯ and C:\_old`,
    '[no link](photos/1.jpg) [1] ![]',
    '1. Met Ana',
    'f*** this s***',
    'I`ll go and you`ll stay',
    '<b>x</b>',
  ])('%j', (line) => expect(plainLine(line)).toBe(line))
})

test('it takes time in proportion to the length of the line', () => {
  const slow: string[] = []
  const parts = [
    '*a ',
    '_a **b ',
    '[a](https://x "',
    '[a](https://x',
    '[',
    '`a ',
    '\\',
    '> ',
    '# ',
    '~~a ',
    '*',
    '***a ',
  ]
  for (const part of parts) {
    const begun = performance.now()
    plainLine(part.repeat(50_000 / part.length))
    if (performance.now() - begun > 1_000) slow.push(part)
  }
  expect(slow).toEqual([])
})
