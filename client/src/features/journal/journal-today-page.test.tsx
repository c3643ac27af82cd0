import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { anEntry } from '@/test/entries'
import { answer, offline } from '@/test/fake-api'
import {
  byDate,
  create,
  drafts,
  emptyList,
  field,
  freezeToday,
  openEmpty,
  today,
  update,
} from '@/test/journal-today'
import { renderApp } from '@/test/render-app'

freezeToday()

describe('a day without an entry', () => {
  test('asks for every field in order', async () => {
    const { api } = await openEmpty()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("Today's Journal")
    expect(api.callsOf(byDate)).toMatchObject([{ params: { date: today } }])
    expect(field('Date')).toHaveValue(today)
    expect(screen.getByRole('radio', { name: 'Neutral' })).toBeChecked()
    const labels = () =>
      [...document.querySelectorAll('label:not(.choice), legend, [role=group] > p')].map(
        (label) => label.textContent,
      )
    // Until it is known that there are none, the goals are among them.
    await waitFor(() =>
      expect(labels()).toEqual([
        'Date',
        'How are you feeling?',
        'What are you grateful for today?',
        'Gratitude 1',
        'Gratitude 2',
        'Gratitude 3',
        'What happened today?',
        'What are your wins today?',
        'What went well?',
        'What was challenging?',
        'What was hard today?',
        'What goals did you make progress on?',
        'How did you feel about family/relationships?',
        'Overall reflection',
      ]),
    )
    expect(screen.getByRole('button', { name: 'Close' })).toHaveAttribute('href', '/journal')
  })

  test('saves what was typed, says so, goes to the journal and keeps no draft', async () => {
    const { actor, api } = await openEmpty({
      [create]: (call: { body: object }) => answer(201, anEntry(call.body)),
    })
    for (const mood of ['Very Sad', 'Sad', 'Neutral', 'Happy', 'Very Happy'])
      expect(screen.getByRole('radio', { name: mood })).toBeInTheDocument()
    await actor.click(screen.getByRole('radio', { name: 'Happy' }))
    await actor.type(field('Gratitude 2'), 'tea')
    await actor.type(field('What are your wins today?'), 'ran')
    expect(drafts()).toHaveLength(1)
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))

    expect(await screen.findByText('Journal entry saved successfully')).toBeVisible()
    expect(screen.getByText('Success')).toBeVisible()
    expect(window.location.pathname).toBe('/journal')
    expect(api.callsOf(create)).toMatchObject([
      { body: { entryDate: today, mood: 'happy', gratitude2: 'tea', wins: 'ran', challenges: '' } },
    ])
    expect(drafts()).toEqual([])
  })

  test('the button is disabled with a spinner while saving', async () => {
    const { actor } = await openEmpty({ [create]: () => new Promise(() => {}) })
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    const button = screen.getByRole('button', { name: 'Save Entry' })
    expect(button).toBeDisabled()
    expect(button).toHaveAttribute('aria-busy', 'true')
    expect(field('What went well?')).toBeDisabled()
  })

  test.each([
    ['a failing server', answer(500, { message: 'Internal Server Error' }), 'Failed to save journal entry'],
    ['a lost connection', offline, "We can't reach Lisa. Check your connection and try again."],
  ])('%s says so and loses nothing', async (_, failure, told) => {
    const { actor } = await openEmpty({ [create]: failure })
    await actor.type(field('What are your wins today?'), 'ran')
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    expect(await screen.findByText(told)).toBeVisible()
    expect(field('What are your wins today?')).toHaveValue('ran')
    expect(screen.getByRole('button', { name: 'Save Entry' })).toBeEnabled()
    expect(window.location.pathname).toBe('/journal/new')
    expect(drafts()).toHaveLength(1)
  })

  test('a lost session says so, goes to sign in after half a second and keeps the words', async () => {
    const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    const { actor } = await openEmpty({ [create]: answer(401, { message: 'Unauthorized' }) })
    await actor.type(field('What are your wins today?'), 'ran')
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
    expect(screen.queryByText('Failed to save journal entry')).toBeNull()
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
    expect(drafts()).toHaveLength(1)
  })

  test('what the server finds wrong stands beside its field', async () => {
    const errors = [{ path: 'wins', message: 'Must be at most 50,000 characters' }]
    const { actor } = await openEmpty({ [create]: answer(400, { message: 'wins: too long', errors }) })
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    expect(await screen.findByText('Must be at most 50,000 characters')).toBeVisible()
    expect(field('What are your wins today?')).toHaveAttribute('aria-invalid', 'true')
  })

  test('several of these stand in lines of their own, with the names of their fields', async () => {
    const errors = [
      { path: 'entryDate', message: 'Must be a real date' },
      { path: '', message: 'Bad entry' },
    ]
    const { actor } = await openEmpty({ [create]: answer(400, { message: 'x', errors }) })
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    expect(await screen.findByText('Date: Must be a real date')).toBeVisible()
    expect(screen.getByText('Bad entry')).toBeVisible()
  })

  test('what it finds wrong with the mood stands beneath the moods, and the chosen one has the focus', async () => {
    const errors = [{ path: 'mood', message: 'Not this mood' }]
    const { actor } = await openEmpty({ [create]: answer(400, { message: 'Not this mood', errors }) })
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    expect(await screen.findByText('Not this mood')).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Neutral' })).toHaveAccessibleDescription('Not this mood')
    expect(screen.getByRole('radio', { name: 'Neutral' })).toHaveFocus()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each(['entryDate', ''])('what it finds wrong with %j stands above the button', async (path) => {
    const errors = [{ path, message: 'Not like this' }]
    const { actor } = await openEmpty({ [create]: answer(400, { message: 'Not like this', errors }) })
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Not like this')
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Not like this')
  })
})

describe('a day with an entry', () => {
  const entry = anEntry({ entryDate: today, mood: 'sad', wins: 'ran', gratitude1: 'sun' })

  test('fills the form and updates it, replacing what was loaded', async () => {
    const { actor, api } = renderApp('/journal/new', { [byDate]: entry, ...emptyList, [update]: entry })
    expect(await screen.findByRole('heading', { name: 'Edit Entry' })).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Sad' })).toBeChecked()
    expect(field('Gratitude 1')).toHaveValue('sun')
    await actor.type(field('What are your wins today?'), ' far')
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    expect(await screen.findByText('Journal entry updated successfully')).toBeVisible()
    expect(api.callsOf(update)).toMatchObject([
      { params: { id: entry.id }, body: { wins: 'ran far', gratitude1: 'sun', updatedAt: entry.updatedAt } },
    ])
  })

  test('a failed update says so', async () => {
    const { actor } = renderApp('/journal/new', {
      [byDate]: entry,
      [update]: answer(503, { message: 'Not ready' }),
    })
    await actor.click(await screen.findByRole('button', { name: 'Update Entry' }))
    expect(await screen.findByText('Failed to update journal entry')).toBeVisible()
  })

  test('that cannot be loaded cannot be saved over; it can be loaded again', async () => {
    const { actor, api } = renderApp('/journal/new', { [byDate]: answer(500, {}) })
    expect(await screen.findByText("We couldn't load this day's entry")).toBeVisible()
    expect(screen.queryByRole('button', { name: /Entry$/ })).toBeNull()
    api.on(byDate, entry)
    await actor.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Update Entry' })).toBeVisible()
  })
})
