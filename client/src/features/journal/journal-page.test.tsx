import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '@shared/dates'
import { entryRecord } from '@shared/journal'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { ana, renderApp } from '@/test/render-app'

const list = 'GET /api/journal-entries'
const remove = 'DELETE /api/journal-entries/:id'

beforeEach(() => vi.stubGlobal('IntersectionObserver', SeesNothing))

class SeesNothing {
  observe() {}
  disconnect() {}
}

test('an empty journal invites to begin', async () => {
  const { api } = renderApp('/journal', { [list]: [] })
  expect(await screen.findByText('Start Your Journey')).toBeVisible()
  expect(screen.getByText('Begin reflecting on your daily experiences and emotions')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Write Your First Entry' })).toHaveAttribute(
    'href',
    '/journal/new',
  )
  expect(screen.getByRole('button', { name: 'New Entry' })).toHaveAttribute('href', '/journal/new')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Journal')
  expect(api.callsOf(list)).toMatchObject([{ query: { limit: '30' } }])
})

test('a card shows date, mood and the sections that are filled, as text', async () => {
  const entry = anEntry({
    entryDate: '2026-01-05',
    mood: 'very-happy',
    gratitude1: 'sun',
    gratitude3: 'tea',
    wins: '<b>ran</b>\n5 km',
    dailyEvents: 'Tea with Ben.',
    overallReflection: 'good',
    challenges: '   ',
  })
  renderApp('/journal', { [list]: [entry] })
  const card = within(await screen.findByRole('region', { name: /January 5, 2026/ }))
  expect(card.getByRole('img', { name: 'Very Happy' })).toBeVisible()
  expect(card.getAllByRole('heading', { level: 4 }).map((heading) => heading.textContent)).toEqual([
    'Gratitude',
    'Wins',
    'Overall Reflection',
  ])
  expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['sun', 'tea'])
  expect(card.getByText(/<b>ran<\/b>/)).toBeVisible()
  expect(card.getByRole('button', { name: /^Edit/ })).toHaveAttribute('href', `/journal/edit/${entry.id}`)
})

test('what happened is the first paragraph of a card, also when nothing else was written', async () => {
  const entries = [
    anEntry({ entryDate: '2026-01-05', dailyEvents: 'Tea with Ben.', gratitude1: 'tea' }),
    anEntry({ entryDate: '2026-01-04', dailyEvents: 'Nothing else.' }),
  ]
  renderApp('/journal', { [list]: entries })
  const card = (name: string) => screen.getByRole('region', { name: new RegExp(name) })
  expect(await screen.findByText('Nothing else.')).toBeVisible()
  expect(within(card('January 5, 2026')).getByText('Tea with Ben.').nextElementSibling).toHaveTextContent(
    'Gratitude',
  )
  expect(within(card('January 4, 2026')).queryByRole('heading', { level: 4 })).toBeNull()
})

test('Markdown is shown as what it means, with headings beneath that of the card, but not in what a search has found', async () => {
  const entry = anEntry({
    dailyEvents: '# Our *bright* day\n- one',
    gratitude1: '**tea**',
    wins: '# Ran\n5 km',
  })
  const { actor } = renderApp('/journal', { [list]: [entry] })
  expect(await screen.findByRole('heading', { level: 4, name: 'Our bright day' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 5, name: 'Ran' })).toBeVisible()
  expect(screen.getByText('bright').tagName).toBe('EM')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'tea'])
  await actor.type(screen.getByRole('searchbox'), 'day')
  expect(await screen.findByText('day', { selector: 'mark' })).toBeVisible()
  expect(screen.getByText(/# Our \*bright\*/)).toBeVisible()
})

test('every text runs in its own direction', async () => {
  const texts = Object.fromEntries(entryRecord.texts.map((field) => [field, `שלום ${field}`]))
  renderApp('/journal', { [list]: [anEntry(texts)] })
  for (const text of Object.values(texts))
    expect(await screen.findByText(text)).toHaveAttribute('dir', 'auto')
})

test.each([
  ['missing', { ...anEntry(), mood: null, moodChosen: undefined }],
  ['one that nobody chose', anEntry()],
])('the mood of a card is neutral where it is %s', async (_, entry) => {
  renderApp('/journal', { [list]: [entry] })
  expect(await screen.findByRole('img', { name: 'Neutral' })).toBeVisible()
})

describe('older entries', () => {
  const entries = Array.from({ length: 45 }, (_, i) => anEntry({ entryDate: addDays('2026-11-21', -i) }))
  const page = ({ query }: { query: Record<string, string> }) =>
    entries.filter((entry) => !query.before || entry.entryDate < query.before).slice(0, Number(query.limit))

  test('come thirty at a time', async () => {
    const { actor, api } = renderApp('/journal', { [list]: page })
    const more = await screen.findByRole('button', { name: 'Show older entries' })
    expect(screen.getAllByRole('time')).toHaveLength(30)
    await actor.click(more)
    await waitFor(() => expect(screen.getAllByRole('time')).toHaveLength(45))
    expect(api.callsOf(list).map(({ query }) => query)).toEqual([
      { limit: '30' },
      { limit: '30', before: entries[29]!.entryDate },
    ])
    expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
  })

  test('that fail to load can be tried again, and what is shown stays', async () => {
    const { actor, api } = renderApp('/journal', { [list]: page })
    const more = await screen.findByRole('button', { name: 'Show older entries' })
    api.on(list, answer(500, { message: 'Internal Server Error' }))
    await actor.click(more)
    expect(await screen.findByText("We couldn't load older entries.")).toBeVisible()
    expect(screen.getAllByRole('time')).toHaveLength(30)
    api.on(list, page)
    await actor.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getAllByRole('time')).toHaveLength(45))
  })
})

test('a failed load says so and can be tried again', async () => {
  const { actor, api } = renderApp('/journal', { [list]: answer(500, { message: 'Internal Server Error' }) })
  expect(await screen.findByText("We couldn't load your journal")).toBeVisible()
  expect(api.callsOf(list)).toHaveLength(1)
  api.on(list, [])
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Start Your Journey')).toBeVisible()
})

describe('delete', () => {
  const entry = anEntry({ entryDate: '2026-01-05' })
  const answerConfirm = (confirmed: boolean) => {
    const confirm = vi.fn<() => boolean>(() => confirmed)
    vi.stubGlobal('confirm', confirm)
    return confirm
  }

  test('after the confirmation it deletes, says so and reads the list again', async () => {
    const confirm = answerConfirm(true)
    const { actor, api } = renderApp('/journal', { [list]: [entry], [remove]: answer(204) })
    await screen.findByRole('region', { name: /January 5, 2026/ })
    api.on(list, [])
    await actor.click(screen.getByRole('button', { name: 'Delete January 5, 2026' }))
    expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this journal entry?')
    expect(await screen.findByText('Journal entry deleted successfully')).toBeVisible()
    expect(screen.getByText('Success')).toBeVisible()
    expect(await screen.findByText('Start Your Journey')).toBeVisible()
    expect(api.callsOf(remove)).toMatchObject([{ params: { id: entry.id } }])
    expect(api.callsOf(list)).toHaveLength(2)
  })

  test('removes what this browser keeps of the entry, and nothing else that was typed, until it is undone', async () => {
    answerConfirm(true)
    const keep = (name: string, base?: string) =>
      localStorage.setItem(
        `lisa:draft:${ana.id}:journal:${name}`,
        JSON.stringify({ values: { wins: 'Ran' }, savedAt: 1, base }),
      )
    keep('2026-01-05:a-window', entry.updatedAt)
    keep('2026-01-05:before-a-change', '2026-01-05T00:00:00.000Z')
    keep('2026-01-05:typed-without-an-entry')
    keep('2026-01-06:a-window', entry.updatedAt)
    const kept = () =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('lisa:draft:'))
        .sort()
    const before = kept()
    const { actor } = renderApp('/journal', {
      [list]: [entry],
      [remove]: answer(204),
      'GET /api/deleted': [{ id: 'v1', kind: 'entry', rowId: entry.id }],
      'POST /api/versions/:id/restore': entry,
    })
    await actor.click(await screen.findByRole('button', { name: 'Delete January 5, 2026' }))
    await screen.findByText('Journal entry deleted successfully')
    expect(kept().map(([key]) => key.split(':').slice(4).join(':'))).toEqual([
      '2026-01-05:typed-without-an-entry',
      '2026-01-06:a-window',
    ])
    await actor.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Journal entry restored successfully')
    expect(kept()).toEqual(before)
  })

  test('without it nothing happens', async () => {
    answerConfirm(false)
    const { actor, api } = renderApp('/journal', { [list]: [entry] })
    await actor.click(await screen.findByRole('button', { name: 'Delete January 5, 2026' }))
    expect(api.callsOf(remove)).toEqual([])
  })

  test('a failure says so and the entry stays', async () => {
    answerConfirm(true)
    const { actor } = renderApp('/journal', { [list]: [entry], [remove]: answer(500, {}) })
    await actor.click(await screen.findByRole('button', { name: 'Delete January 5, 2026' }))
    expect(await screen.findByText('Failed to delete journal entry')).toBeVisible()
    expect(screen.getByRole('region', { name: /January 5, 2026/ })).toBeVisible()
  })
})
