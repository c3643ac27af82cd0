import { expect, test } from 'vitest'
import { voiceToolNames } from '@shared/voice-tools'
import { anEntry } from '@/test/entries'
import { answer, type Routes } from '@/test/fake-api'
import { setUpVoiceTools } from '@/test/set-up-voice-tools'
import { asData } from './prompt-lines'

const list = 'GET /api/journal-entries'
const ofDay = 'GET /api/journal-entries/by-date/:date'
const setUp = (routes: Routes = {}) => setUpVoiceTools(routes, { readsJournal: true })
/** A text that names Nina once at the beginning and once at the end. */
const long = `Nina ${'x'.repeat(200)}${'y'.repeat(200)} NÍNA.`

test('the tools for the whole journal are in the session only where the user has switched that on', () => {
  const namesOf = ({ tools }: ReturnType<typeof setUp>) => tools.map(({ name }) => name)
  const without = namesOf(setUpVoiceTools({}))
  expect(namesOf(setUp()).filter((name) => !without.includes(name))).toEqual(['search_journal', 'read_day'])
  expect(namesOf(setUp()).sort()).toEqual([...voiceToolNames].sort())
})

test('a search gives day, mood and what stands around each hit, of all texts', async () => {
  const entry = anEntry({ entryDate: '2024-03-12', mood: 'sad', challenges: long, wins: 'Ran' })
  const { api, lines, read, run } = setUp({ [list]: [entry] })
  const output = await run('search_journal', { words: ' nina ', from: '2024-01-01', to: '' })
  const text = `2024-03-12, mood sad\nchallenges: Nina ${'x'.repeat(149)}… …${'y'.repeat(149)} NÍNA.`
  expect(output).toBe(asData(text))
  expect(read).toEqual([{ date: '2024-03-12', id: entry.id, text }])
  expect(api.calls.map(({ query }) => query)).toEqual([{ q: 'nina', from: '2024-01-01', limit: '21' }])
  expect(lines).toEqual(['Searching the journal…', '✓ Found 1 journal entry'])
})

test('without words it gives the entries of the days, each text from its beginning', async () => {
  const entry = anEntry({ entryDate: '2024-03-12', mood: 'sad', wins: 'w'.repeat(400) })
  const { api, run } = setUp({ [list]: [entry] })
  expect(await run('search_journal', { from: '2024-03-01', to: '2024-03-31' })).toBe(
    asData(`2024-03-12, mood sad\nwins: ${'w'.repeat(300)}…`),
  )
  expect(api.calls[0]?.query).toEqual({ from: '2024-03-01', to: '2024-03-31', limit: '21' })
})

test('of more than 20 entries the newest are given, each with its share, and it is said', async () => {
  const days = Array.from({ length: 21 }, (_, i) => `2024-03-${50 - i - 20}`)
  const entries = days.map((entryDate) => anEntry({ entryDate, wins: '日a'.repeat(20_000) }))
  const { read, run } = setUp({ [list]: entries })
  const output = await run('search_journal', { words: 'a' })
  expect(output).toMatch(/^There are more: these are the newest\. <data>/)
  expect(read.map(({ date }) => date)).toEqual(days.slice(0, 20))
  for (const { text } of read) expect(output).toContain(text)
  expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThan(25 * 1024)
})

test('a day is read whole, and one without an entry is told as that', async () => {
  const entry = anEntry({ entryDate: '2024-03-12', mood: 'sad', overallReflection: long })
  const { api, lines, read, run } = setUp({ [ofDay]: entry })
  const text = `2024-03-12, mood sad\noverallReflection: ${long}`
  expect(await run('read_day', { date: '2024-03-12' })).toBe(asData(text))
  api.on(ofDay, answer(404, { message: 'Not found' }))
  expect(await run('read_day', { date: '2024-03-13' })).toBe('Nothing is written on 2024-03-13: say so.')
  expect(read).toEqual([{ date: '2024-03-12', id: entry.id, text }])
  expect(lines.filter((line) => line.startsWith('✓'))).toEqual([
    '✓ Read March 12, 2024',
    '✓ Nothing written on March 13, 2024',
  ])
})

test('Lisa is told that a day is longer than what she gets of it', async () => {
  const { run } = setUp({ [ofDay]: anEntry({ entryDate: '2024-03-12', dailyEvents: 'a'.repeat(30_000) }) })
  expect(await run('read_day', { date: '2024-03-12' })).toMatch(
    /^It is longer: this is its beginning\. <data>/,
  )
})

test('a search that finds nothing says so', async () => {
  const { read, lines, run } = setUp({ [list]: [] })
  expect(await run('search_journal', { words: 'Nina' })).toBe('Nothing was found: say so.')
  expect([lines.at(-1), read]).toEqual(['✓ No journal entries found', []])
})

test.each([
  ['search_journal', null, /^Failed to search the journal: words: Give words to search for, or days$/],
  ['search_journal', { words: ' ', from: null, to: '' }, /words: Give words to search for, or days$/],
  ['search_journal', { words: 'a', to: 'March' }, /to: Date must be in YYYY-MM-DD format$/],
  ['read_day', { date: '2024-02-30' }, /^Failed to read the day: date: Date must be in YYYY-MM-DD format$/],
  ['read_day', {}, /^Failed to read the day: date: /],
])('%s with %o says what is wrong, and asks nobody', async (tool, input, said) => {
  const { api, run } = setUp()
  expect(await run(tool, input)).toMatch(said)
  expect(api.calls).toEqual([])
})
