import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { entryRecord, proseFields } from '@shared/journal'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { create, field, freezeToday, openEmpty, today } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'

freezeToday()

const gratitude = 'What are you grateful for today?'
const first = 'What happened today?'
const wins = 'What are your wins today?'

/** The questions that are one line, by the plus sign in it. */
const quiet = () =>
  [...document.querySelectorAll('form label, form [role=group] > p')]
    .filter((question) => question.querySelector('svg'))
    .map((question) => question.textContent)

const openEdit = async (entry = anEntry()) => {
  const app = renderApp(`/journal/edit/${entry.id}`, { 'GET /api/journal-entries/:id': entry })
  await screen.findByRole('button', { name: 'Update Entry' })
  return app
}

describe('a question', () => {
  test('is a quiet line in the form of a day, all but the first one', async () => {
    await openEmpty()
    const questions = proseFields.map((name) => entryRecord.questionOf(name))
    expect(questions[0]).toBe(first)
    expect(quiet()).toEqual([gratitude, ...questions.slice(1)])
  })

  test('is one in the form of an entry too, which begins with the wins', async () => {
    await openEdit()
    expect(quiet()).toHaveLength(8)
    expect(quiet()).not.toContain(wins)
    expect(quiet()).toContain(first)
  })

  test('opens on a tap, and stays open without a text', async () => {
    const { actor } = await openEmpty()
    await actor.click(field('What went well?'))
    expect(quiet()).not.toContain('What went well?')
    await actor.click(field('Gratitude 1'))
    expect(quiet()).not.toContain(gratitude)
    expect(quiet()).not.toContain('What went well?')
    expect(quiet()).toContain('What was hard today?')
  })

  test('opens when the Tab key comes to it', async () => {
    const { actor } = await openEmpty()
    field(first).focus()
    await actor.tab()
    expect(field(wins)).toHaveFocus()
    expect(quiet()).not.toContain(wins)
  })

  test('that has a text is open from the start, also as a draft', async () => {
    await openEdit(anEntry({ gratitude3: 'Tea', challenges: 'The hill' }))
    expect(quiet()).not.toContain(gratitude)
    expect(quiet()).not.toContain('What was challenging?')
    expect(quiet()).toContain('What was hard today?')
  })

  test('is open for a draft, and quiet again once that is discarded', async () => {
    localStorage.setItem(
      `lisa:draft:${ana.id}:journal:${today}:another-window`,
      JSON.stringify({ values: { wentWell: 'The walk' }, savedAt: Date.now() }),
    )
    const { actor } = await openEmpty()
    expect(field('What went well?')).toHaveValue('The walk')
    expect(quiet()).not.toContain('What went well?')
    await actor.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(quiet()).toContain('What went well?')
  })

  test('opens for an error of the server, and has the focus', async () => {
    const errors = [{ path: 'challenges', message: 'Not this' }]
    const { actor } = await openEmpty({ [create]: answer(400, { message: 'Not this', errors }) })
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    await waitFor(() => expect(field('What was challenging?')).toHaveFocus())
    expect(field('What was challenging?')).toHaveAccessibleDescription('Not this')
    expect(quiet()).not.toContain('What was challenging?')
    expect(quiet()).toContain('What was hard today?')
  })

  test('opens for a conflict that is about it', async () => {
    const current = anEntry({ entryDate: today, dailyEvents: 'Slept', relationships: 'Called Marta' })
    const { actor } = await openEmpty({
      [create]: answer(409, { message: 'An entry for this date already exists', id: current.id }),
      'GET /api/journal-entries/:id': current,
    })
    await actor.type(field(first), 'Ran')
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    await screen.findByText('You already have an entry for this day')
    expect(quiet()).not.toContain('How did you feel about family/relationships?')
    expect(quiet()).toContain(wins)
  })
})

test('a gratitude may take more than one line', async () => {
  await openEmpty()
  for (const number of [1, 2, 3]) expect(field(`Gratitude ${number}`)).toBeInstanceOf(HTMLTextAreaElement)
})

test('the bar counts the texts that have words', async () => {
  const { actor } = await openEmpty()
  expect(screen.getByText('0 of 11')).toBeVisible()
  await actor.type(field('Gratitude 2'), 'Tea')
  await actor.type(field(first), 'Ran')
  await actor.type(field(wins), '  ')
  expect(screen.getByText('2 of 11')).toBeVisible()
})

test.each([first, wins, 'Gratitude 1'])('near the limit the characters are counted: %s', async (label) => {
  await openEmpty()
  const type = (length: number) => fireEvent.change(field(label), { target: { value: 'a'.repeat(length) } })
  type(44_999)
  expect(screen.queryByText(/characters$/)).toBeNull()
  type(45_000)
  expect(field(label)).toHaveAccessibleDescription('45,000 of 50,000 characters')
  type(50_001)
  expect(screen.getByText('50,001 of 50,000 characters')).toBeVisible()
})
