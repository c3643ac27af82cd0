import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colors, toHex } from './colors'

test('the meta tags of the client have the colours of the paper', () => {
  const html = readFileSync('client/index.html', 'utf8')
  for (const { paper } of [colors.light, colors.dark]) expect(html).toContain(`content="${toHex(paper)}"`)
})

test.each([
  ['oklch(1 0 0)', '#ffffff'],
  ['oklch(0 0 0)', '#000000'],
  ['oklch(0.628 0.2577 29.23)', '#ff0000'],
  ['oklch(0.452 0.3132 264.05)', '#0000ff'],
])('%s is %s', (oklch, hex) => expect(toHex(oklch)).toBe(hex))
