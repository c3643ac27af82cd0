import { expect, test } from 'vitest'
import { entryRecord } from '@shared/journal'
import type { ReviewPeriod } from '@shared/review-period'
import { goalWith } from '@/test/review'
import { reviewDraft } from './review-draft'

const week: ReviewPeriod = { name: 'week', from: '2026-12-28', to: '2027-01-03' }
const year: ReviewPeriod = { name: 'year', from: '2026-01-01', to: '2026-12-31' }
const questions = ['What moved?\n', 'What stood in the way?\n', 'What is next?\n']

test('has the dates, the days of the goals in their order with the own first line as a quote, and three questions', () => {
  const goals = [
    goalWith('Run', { '2027-01-02': 'Ten kilometres.', '2026-12-29': '' }),
    goalWith('Read', { '2026-12-28': 'Snow.', '2027-01-02': 'Ten kilometres.' }),
  ]
  expect(reviewDraft(week, { goals })).toEqual([
    'My week: December 28, 2026 to January 3, 2027',
    'Mon, Dec 28: Read\n> Snow.',
    'Tue, Dec 29: Run',
    'Sat, Jan 2: Run, Read\n> Ten kilometres.',
    ...questions,
  ])
})

test('of the days without a goal it quotes the first line, each day once, after those of the goals', () => {
  const goals = [goalWith('Run', { '2026-12-30': 'Ten kilometres.' })]
  const entries = [
    { entryDate: '2027-01-03', wins: 'A walk\nto the sea', challenges: 'Wind' },
    { entryDate: '2027-01-01', mood: 'happy' },
    { entryDate: '2026-12-30', dailyEvents: 'Ten kilometres.' },
    { entryDate: '2026-12-29', overallReflection: 'Calm.', gratitude2: ' Tea ' },
    { entryDate: '2026-12-28', wins: 'word '.repeat(60) },
  ] as const
  expect(reviewDraft(week, { goals }, entries)).toEqual([
    'My week: December 28, 2026 to January 3, 2027',
    'Wed, Dec 30: Run\n> Ten kilometres.',
    `Mon, Dec 28\n> ${'word '.repeat(39)}word…`,
    'Tue, Dec 29\n> Tea',
    'Sun, Jan 3\n> A walk',
    ...questions,
  ])
})

test('without a goal or words it has the dates and the questions', () => {
  const month: ReviewPeriod = { name: 'month', from: '2028-02-01', to: '2028-02-29' }
  expect(reviewDraft(month, { goals: [] })).toEqual(['My month: February 2028', ...questions])
})

test('of a year with many days it takes 31, from its beginning to its end, and never more than a text can hold', () => {
  const dayOfYear = (n: number) => new Date(Date.UTC(2026, 0, n + 1)).toISOString().slice(0, 10)
  for (const length of [1, 31, 32, 61, 62, 100, 364, 365]) {
    const days = Object.fromEntries(Array.from({ length }, (_, n) => [dayOfYear(n), 'x'.repeat(200)]))
    const paragraphs = reviewDraft(year, { goals: [goalWith('Run', days)] })
    const quoted = paragraphs.slice(1, -questions.length)
    expect(quoted).toHaveLength(Math.min(length, 31))
    expect(quoted[0]).toMatch(/^Thu, Jan 1: Run\n> x/)
    if (length === 365) expect(quoted.at(-1)).toMatch(/^[A-Z][a-z]+, Dec /)
    expect(paragraphs.join('\n\n').length).toBeLessThan(10_000)
  }
})

test('of many goals on a day it names three and counts the others, so that the longest review can be saved', () => {
  const days = Object.fromEntries(
    Array.from({ length: 31 }, (_, n) => [`2026-12-${String(n + 1).padStart(2, '0')}`, 'x'.repeat(200)]),
  )
  const goals = Array.from({ length: 50 }, (_, n) => goalWith(`${n} `.padEnd(200, 'y'), days))
  const text = reviewDraft(year, { goals }).join('\n\n')
  expect(text).toMatch(/Thu, Dec 31: 0 y+, 1 y+, 2 y+ and 47 more\n> x/)
  expect(text.length).toBeLessThan(entryRecord.textField('overallReflection').limit)
})
