import { expect, test } from 'vitest'
import { weekTiles } from './week'

const monday = 16 // of November 2026
const days = [0, 1, 2, 3, 4, 5, 6]
const counts = [0, 1, 2, 3, 4, 5, 6, 7]
const at = (position: number, hour = 12) => new Date(2026, 10, monday + position, hour)

test('the tiles are M T W T F S S, Monday first', () => {
  const tiles = weekTiles(0, at(2))
  expect(tiles.map((tile) => tile.letter).join(' ')).toBe('M T W T F S S')
  expect(tiles.map((tile) => tile.position)).toEqual(days)
})

test.each(days)('on day %i of the week that tile alone is today, from midnight to midnight', (today) => {
  for (const hour of [0, 12, 23]) {
    expect(weekTiles(0, at(today, hour)).map((tile) => tile.isToday)).toEqual(
      days.map((day) => day === today),
    )
  }
})

test.each(days.flatMap((today) => counts.map((count) => [today, count] as const)))(
  'on day %i with %i entries the first days are completed, and none after today',
  (today, count) => {
    const completed = weekTiles(count, at(today)).filter((tile) => tile.isCompleted).length
    expect(completed).toBe(Math.min(count, today + 1))
    expect(weekTiles(count, at(today)).map((tile) => tile.isCompleted)).toEqual(
      days.map((day) => day < completed),
    )
  },
)
