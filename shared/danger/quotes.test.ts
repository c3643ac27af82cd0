import { expect, test } from 'vitest'
import { shortened } from '../text'
import { cutAfterDanger } from './quotes'

const walk = 'I walked to the lake. '
const cut = (text: string, max = 200) => cutAfterDanger(text, max, shortened)

test('what fits, and what was not cut off, is left as it is', () => {
  expect(cut(`${walk}I want to die.`)).toBe(`${walk}I want to die.`)
  expect(cut(`I want to die. ${walk.repeat(40)}`)).toMatch(/^I want to die\. I walked/)
  expect(cut(walk.repeat(40))).toBe(shortened(walk.repeat(40), 200))
})

test('words of danger that would be cut off come first, with what stands before them', () => {
  expect(cut(`${walk.repeat(40)}I want to die. ${walk.repeat(40)}`)).toMatch(
    /^to the lake\. .*I want to die\nI walked to the lake\./s,
  )
})

test('of many the latest are kept, within the length', () => {
  const text = Array.from({ length: 9 }, (_, n) => `${walk.repeat(20)}I took ${n + 10} pills`).join('. ')
  for (const max of [60, 200, 500]) expect(cut(`${text}. I want to die`, max).length).toBeLessThanOrEqual(max)
  expect(cut(`${text}. I want to die`, 500)).toContain('I want to die\n')
})
