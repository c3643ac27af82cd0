import { expect, test } from 'vitest'
import { turnsOf, type Said } from './said-turns'

const said = (speaker: Said['speaker'], text: string, more: Partial<Said> = {}): Said => ({
  id: text,
  speaker,
  text,
  isDone: true,
  ...more,
})
const turns = (...parts: Said[]) =>
  turnsOf(parts).map(({ speaker, parts: shown }) => [speaker, ...shown.map(({ text }) => text)])

test('everything that one speaker says until the other one speaks is one turn', () => {
  expect(
    turns(said('Lisa', 'Hello.'), said('Lisa', 'Ready?'), said('You', 'Well'), said('You', 'yes.')),
  ).toEqual([
    ['Lisa', 'Hello.', 'Ready?'],
    ['You', 'Well', 'yes.'],
  ])
})

test('two talks do not share a turn', () => {
  expect(turns(said('Lisa', 'Goodbye.', { talk: '1' }), said('Lisa', 'Hello.', { talk: '2' }))).toHaveLength(
    2,
  )
})

test('words that have not arrived yet still separate two turns', () => {
  expect(turns(said('Lisa', 'Ready?'), said('You', ' '), said('Lisa', 'Good.'))).toEqual([
    ['Lisa', 'Ready?'],
    ['Lisa', 'Good.'],
  ])
})

test('speech that could not be transcribed is a turn', () => {
  expect(turns(said('You', '', { isUnwritten: true }))).toEqual([['You', '']])
})
