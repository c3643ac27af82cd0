import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { renderApp } from '@/test/render-app'

const get = 'GET /api/journal-entries/:id'
const update = 'PUT /api/journal-entries/:id'
const list = 'GET /api/journal-entries'
const entry = anEntry({ entryDate: '2026-01-05', mood: 'happy', wins: 'ran' })
const path = `/journal/edit/${entry.id}`

test('asks for every field, filled from the entry', async () => {
  renderApp(path, { [get]: entry })
  expect(screen.getByRole('status')).toHaveTextContent('Loading')
  expect(await screen.findByRole('button', { name: 'Update Entry' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Journal Entry')
  const labels = () =>
    [...document.querySelectorAll('label:not(.choice), legend, [role=group] > p')].map(
      (label) => label.textContent,
    )
  // Until it is known that there are none, the goals are among them.
  await waitFor(() =>
    expect(labels()).toEqual([
      'Date',
      'How are you feeling today?',
      'What are you grateful for today?',
      'Gratitude 1',
      'Gratitude 2',
      'Gratitude 3',
      'What are your wins today?',
      'What went well?',
      'What was hard today?',
      'How did you progress toward your goals?',
      'What happened today?',
      'What was challenging?',
      'How were your relationships today?',
      'Overall reflection',
    ]),
  )
  expect(screen.getByLabelText('Date')).toHaveValue('2026-01-05')
  expect(screen.getByRole('radio', { name: 'Happy' })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveAttribute('href', '/journal')
})

test('updates, says so and goes to the journal', async () => {
  const { actor, api } = renderApp(path, { [get]: entry, [update]: entry, [list]: [] })
  await actor.type(await screen.findByLabelText('What went well?'), 'all')
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-01-06' } })
  await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
  expect(await screen.findByText('Journal entry updated successfully')).toBeVisible()
  expect(screen.getByText('Success')).toBeVisible()
  expect(window.location.pathname).toBe('/journal')
  expect(api.callsOf(update)).toMatchObject([
    {
      params: { id: entry.id },
      body: { entryDate: '2026-01-06', wins: 'ran', wentWell: 'all', mood: 'happy' },
    },
  ])
})

test('a date that has another entry stands beside the field, and the form keeps its words', async () => {
  const taken = answer(409, { message: 'An entry for this date already exists', id: anEntry().id })
  const { actor } = renderApp(path, { [get]: entry, [update]: taken })
  await actor.type(await screen.findByLabelText('What went well?'), 'all')
  await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
  expect(await screen.findByText('An entry for this date already exists')).toBeVisible()
  expect(await screen.findByText('Failed to update journal entry')).toBeVisible()
  expect(screen.getByLabelText('What went well?')).toHaveValue('all')
})

test('an entry that was changed meanwhile is said to have changed, not to be unknown', async () => {
  const current = { ...entry, wins: 'swam', updatedAt: '2026-11-21T09:00:00.000Z' }
  const changed = answer(409, { message: 'This entry was changed elsewhere', current })
  const { actor } = renderApp(path, { [get]: entry, [update]: changed })
  await actor.click(await screen.findByRole('button', { name: 'Update Entry' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This entry has changed since you opened it')
})

test('so is one whose draft was written over an older version', async () => {
  const first = renderApp(path, { [get]: entry })
  await first.actor.type(await screen.findByLabelText('What went well?'), 'all')
  first.unmount()
  renderApp(path, { [get]: { ...entry, updatedAt: '2026-11-21T09:00:00.000Z' } })
  expect(await screen.findByRole('alert')).toHaveTextContent('This entry has changed since you opened it')
})

test("an entry that is not there, or not one's own, is not found", async () => {
  renderApp(path, { [get]: answer(404, { message: 'Journal entry not found' }) })
  expect(await screen.findByRole('heading', { name: 'Journal Entry Not Found' })).toBeVisible()
  expect(
    screen.getByText(
      "The journal entry you're looking for doesn't exist or you don't have permission to edit it.",
    ),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Back to Journal' })).toHaveAttribute('href', '/journal')
})

test('a failed load can be tried again', async () => {
  const { actor, api } = renderApp(path, { [get]: answer(500, {}) })
  expect(await screen.findByText("We couldn't load this journal entry")).toBeVisible()
  api.on(get, entry)
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Update Entry' })).toBeVisible()
})
