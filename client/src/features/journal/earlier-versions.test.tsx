import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import type { EntryVersion } from '@shared/versions'
import { draftOf } from '@/lib/saving/drafts'
import { anEntry } from '@/test/entries'
import { answer, offline } from '@/test/fake-api'
import { ana, renderApp } from '@/test/render-app'

const get = 'GET /api/journal-entries/:id'
const list = 'GET /api/journal-entries/:id/versions'
const restore = 'POST /api/versions/:id/restore'
const entry = anEntry({ entryDate: '2026-01-05', mood: 'happy', wins: 'ran', wentWell: 'all' })
const back = { ...entry, wins: 'swam', updatedAt: '2026-11-21T09:00:00.000Z' }
const versions: EntryVersion[] = [
  {
    id: 'v2',
    at: '2026-11-20T08:00:00.000Z',
    by: 'lisa',
    elsewhere: true,
    row: { ...entry, wins: 'swam', challenges: 'rain' },
  },
  { id: 'v1', at: '2026-11-19T08:00:00.000Z', by: 'import', row: entry },
]

const open = (routes = {}) =>
  renderApp(`/journal/edit/${entry.id}`, {
    [get]: entry,
    [list]: versions,
    'GET /api/journal-entries': [],
    ...routes,
  })
const disclosure = () => screen.findByRole('button', { name: 'Earlier versions (2)' })
const wins = () => screen.findByLabelText('What are your wins today?')
const bringBack = () => screen.getByRole('button', { name: 'Bring back' })

test('each says when and by what it was changed and what differs; one is brought back', async () => {
  const { actor, api } = open({ [restore]: back })
  await actor.click(await disclosure())
  const [second, first] = screen.getAllByRole('listitem').filter((item) => /Changed/.test(item.textContent))
  expect(second).toHaveTextContent(
    /^Changed Nov 20, 2026 at 8:00 AM by Lisa in another sign-in\s*What are your wins today\?, What was challenging\?/,
  )
  expect(first).toHaveTextContent(/by an import\s*The same as now$/)
  expect(within(first!).queryByRole('button')).toBeNull()
  await actor.click(screen.getByRole('button', { name: 'Show' }))
  expect(within(second!).getByText('swam')).toHaveAttribute('dir', 'auto')
  expect(bringBack()).toHaveAccessibleDescription(/by Lisa/)

  await actor.click(bringBack())
  expect(await screen.findByText('The earlier version is back')).toBeVisible()
  expect(await wins()).toHaveValue('swam')
  expect(api.callsOf(restore)).toMatchObject([{ params: { id: 'v2' } }])
  expect(api.callsOf(list)).toHaveLength(2)
  expect(await disclosure()).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('words in the form that are not saved stay there, and the form asks', async () => {
  const { actor } = open({ [restore]: back })
  await actor.type(await wins(), ' far')
  await actor.click(await disclosure())
  await actor.click(bringBack())
  expect(await screen.findByText('This entry has changed since you opened it')).toBeVisible()
  expect(await wins()).toHaveValue('ran far')
  await actor.click(screen.getByRole('button', { name: 'Use the saved version' }))
  expect(await wins()).toHaveValue('swam')
})

test('brought back after the form was left, one touches neither the draft nor what a form is filled from', async () => {
  let answerRestore: (row: typeof back) => void = () => {}
  const { actor, queryClient } = open({
    [restore]: () => new Promise((resolve) => (answerRestore = resolve)),
  })
  await actor.click(await disclosure())
  await actor.click(bringBack())
  const ofForm = { queryKey: ['journal-entries', 'entry'] }
  act(() => navigate('/journal'))
  await screen.findByRole('heading', { name: 'Journal', level: 1 })
  await waitFor(() => expect(queryClient.getQueryCache().findAll(ofForm)).toEqual([]))
  const draft = draftOf(ana.id, 'journal', entry.entryDate)
  draft.write({ ...entry, wins: 'later' }, entry.updatedAt)
  answerRestore(back)
  expect(await screen.findByText('The earlier version is back')).toBeVisible()
  expect(queryClient.getQueryCache().findAll(ofForm)).toEqual([])
  expect(draft.read()?.values).toMatchObject({ wins: 'later' })
})

test('where another entry has the date, a link leads to it', async () => {
  const { actor } = open({
    [restore]: answer(409, { message: 'An entry for this date already exists', id: 'e9' }),
  })
  await actor.click(await disclosure())
  await actor.click(bringBack())
  expect(await screen.findByRole('alert')).toHaveTextContent('Another entry has the date of this version')
  expect(screen.getByRole('button', { name: 'Open that entry' })).toHaveAttribute('href', '/journal/edit/e9')
  expect(await wins()).toHaveValue('ran')
})

test('bringing one back without a connection says so and changes nothing', async () => {
  const { actor } = open({ [restore]: offline })
  await actor.click(await disclosure())
  await actor.click(bringBack())
  expect(
    await screen.findByText(/^The earlier version is not back. We can't reach Lisa. Check your connection/),
  ).toBeVisible()
  expect(await wins()).toHaveValue('ran')
})

test('without a connection they are said to need one; what fails can be tried again', async () => {
  const { actor, api } = open({ [list]: answer(500, {}) })
  await actor.click(await screen.findByRole('button', { name: 'Retry' }))
  api.on(list, offline)
  await actor.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Earlier versions need a connection.')).toBeVisible()
})

test('where there is none, nothing is shown', async () => {
  const { api } = open({ [list]: [] })
  await waitFor(() => expect(api.callsOf(list)).toHaveLength(1))
  expect(screen.queryByText(/Earlier versions/)).toBeNull()
})
