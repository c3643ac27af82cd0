import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { JournalEntryView } from '@shared/journal'
import { saveVersion } from '@/lib/saving/save'
import { emptyDevice, storeRow } from '@/test/device'
import { anEntry } from '@/test/entries'
import { answer, offline } from '@/test/fake-api'
import { nothing, openHome, todayPath } from '@/test/home'
import { create, freezeToday, today } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'

freezeToday()
emptyDevice()

const keepDraft = (values: object, { day = today, savedAt = Date.now() } = {}) =>
  localStorage.setItem(
    `lisa:draft:${ana.id}:journal:${day}:another-window`,
    JSON.stringify({ values, savedAt }),
  )

async function wait(values: object, base?: JournalEntryView) {
  const id = crypto.randomUUID()
  const save = { id, key: id, kind: 'journal', seen: [], savedAt: 1, userId: ana.id, base, values }
  await storeRow({
    key: [ana.id, `outbox:journal:${id}`],
    value: { ...save, version: saveVersion, subject: id },
  })
}

describe('what can be done today', () => {
  test('a day that is not written yet is begun with a mood or without one', async () => {
    const { card, api } = await openHome()
    expect(card.getByRole('link', { name: 'Write' })).toHaveAttribute('href', '/journal/new')
    const moods = within(card.getByRole('group', { name: 'How are you feeling?' })).getAllByRole('link')
    expect(moods.map((mood) => [mood.getAttribute('aria-label'), mood.getAttribute('href')])).toEqual([
      ['Very Sad', '/journal/new?mood=very-sad'],
      ['Sad', '/journal/new?mood=sad'],
      ['Neutral', '/journal/new?mood=neutral'],
      ['Happy', '/journal/new?mood=happy'],
      ['Very Happy', '/journal/new?mood=very-happy'],
    ])
    expect(api.callsOf(todayPath)).toMatchObject([{ query: { date: today } }])
  })

  test('an entry shows its mood and its first line, which leads to reading it', async () => {
    const entry = anEntry({ mood: 'happy', gratitude1: 'Tea', dailyEvents: '\n Snow all night.\nWe walked.' })
    const { card } = await openHome({ entry })
    expect(card.getByRole('img', { name: 'Happy' })).toBeVisible()
    const line = card.getByRole('link', { name: 'Snow all night.' })
    expect(line).toHaveAttribute('href', `/journal?day=${today}`)
    expect(screen.getByText('Snow all night.')).toHaveAttribute('dir', 'auto')
    expect(card.queryByRole('link', { name: 'Write' })).toBeNull()
    expect(card.queryByRole('group')).toBeNull()
  })

  test('without what happened, the first line is the first that was written', async () => {
    const { card } = await openHome({ entry: anEntry({ gratitude2: 'Tea', wins: 'Ran' }) })
    expect(card.getByRole('link', { name: 'Tea' })).toBeVisible()
  })

  test('an entry without a word is opened by its mood', async () => {
    const { card } = await openHome({ entry: anEntry({ mood: 'very-sad' }) })
    expect(card.getByRole('link', { name: 'Very Sad' })).toBeVisible()
  })

  test('a draft that this browser keeps goes on', async () => {
    keepDraft({ entryDate: today, mood: 'sad', dailyEvents: 'Half a sentence' })
    const { card } = await openHome()
    expect(card.getByRole('link', { name: 'Continue your draft' })).toHaveAttribute('href', '/journal/new')
    expect(card.getByRole('img', { name: 'Sad' })).toBeVisible()
    expect(card.getByText('Half a sentence')).toBeVisible()
    expect(card.queryByRole('group')).toBeNull()
  })

  test('a draft without a chosen mood shows none', async () => {
    keepDraft({ entryDate: today, dailyEvents: 'Half a sentence' })
    const { card } = await openHome()
    expect(card.getByText('Half a sentence')).toBeVisible()
    expect(card.queryByRole('img', { name: 'Neutral' })).toBeNull()
  })

  test('a mood that was tapped, and nothing more, is no draft', async () => {
    keepDraft({ entryDate: today, mood: 'sad', dailyEvents: ' ' })
    const { card } = await openHome()
    expect(card.queryByText('Continue your draft')).toBeNull()
    expect(card.getByRole('group', { name: 'How are you feeling?' })).toBeVisible()
  })

  test('nor is it one of the entry that was written elsewhere since', async () => {
    keepDraft({ entryDate: today, mood: 'sad' })
    const { card } = await openHome({ entry: anEntry({ wins: 'Ran' }) })
    expect(card.getByRole('link', { name: 'Ran' })).toBeVisible()
  })

  test('a goal that was linked, and nothing more, is a draft', async () => {
    keepDraft({ entryDate: today, goalIds: ['3f6f0a1e-0000-4000-8000-0000000000a1'] })
    const { card } = await openHome()
    expect(card.getByRole('link', { name: 'Continue your draft' })).toBeVisible()
  })

  test('a draft of a saved entry goes on in that entry', async () => {
    const entry = anEntry({ dailyEvents: 'Saved' })
    keepDraft({ ...entry, wins: 'And more' })
    const { card } = await openHome({ entry })
    expect(card.getByRole('link', { name: 'Continue your draft' })).toHaveAttribute(
      'href',
      `/journal/edit/${entry.id}`,
    )
  })

  test.each([
    // Of a page from before entries had goals, as the saved entry has one.
    ['equals the saved entry', { mood: 'sad', dailyEvents: 'Saved' }],
    ['holds nothing readable', { mood: 'furious', dailyEvents: 7 }],
  ])('a draft that %s is none', async (_, values) => {
    keepDraft(values)
    const dailyEvents = values.dailyEvents === 7 ? '' : 'Saved'
    const { card } = await openHome({
      entry: anEntry({ mood: 'sad', dailyEvents, goalIds: ['3f6f0a1e-0000-4000-8000-0000000000a1'] }),
    })
    expect(card.queryByText('Continue your draft')).toBeNull()
  })
})

type Call = { query: Record<string, string> }

describe('drafts of other days', () => {
  const yesterday = '2026-11-20'
  const links = async () => {
    await screen.findByRole('link', { name: 'Write' })
    return screen.queryAllByRole('link', { name: /^Continue your draft/ })
  }

  test('go on with their date, the one typed last first, the newest three', async () => {
    const days = ['2026-11-16', '2026-11-17', '2026-11-18', yesterday]
    for (const [savedAt, day] of days.entries()) keepDraft({ wins: `Day ${day}` }, { day, savedAt })
    const { card } = await openHome()
    expect(await card.findByText('Day 2026-11-20')).toBeVisible()
    const found = await card.findAllByRole('link', { name: /^Continue your draft/ })
    expect(found.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Continue your draft of November 20, 2026', '/journal/new?date=2026-11-20'],
      ['Continue your draft of November 18, 2026', '/journal/new?date=2026-11-18'],
      ['Continue your draft of November 17, 2026', '/journal/new?date=2026-11-17'],
    ])
  })

  test('go on in the entry that was saved of the day', async () => {
    keepDraft({ wins: 'Ran, and slept' }, { day: yesterday })
    const entry = anEntry({ entryDate: yesterday, wins: 'Ran' })
    renderApp('/', {
      [todayPath]: ({ query }: Call) => (query.date === yesterday ? { ...nothing, entry } : nothing),
    })
    const link = await screen.findByRole('link', { name: 'Continue your draft of November 20, 2026' })
    expect(link).toHaveAttribute('href', `/journal/edit/${entry.id}`)
  })

  test('are there without a connection too, and so is that of the day', async () => {
    keepDraft({ wins: 'Ran' }, { day: yesterday, savedAt: 1 })
    keepDraft({ wins: 'Slept' }, { savedAt: 2 })
    renderApp('/', { [todayPath]: offline })
    await screen.findByText("We couldn't load your day.", { exact: false })
    const found = await screen.findAllByRole('link', { name: /^Continue your draft/ })
    expect(found.map((link) => link.getAttribute('href'))).toEqual([
      `/journal/new?date=${today}`,
      `/journal/new?date=${yesterday}`,
    ])
    expect(screen.getByText('Slept')).toBeVisible()
  })

  test('are none once they are saved, and one of a mood alone is none', async () => {
    keepDraft({ wins: 'Ran' }, { day: yesterday })
    keepDraft({ mood: 'sad' }, { day: '2026-11-19' })
    keepDraft({ wins: 'Elsewhere' }, { day: 'no day' })
    const entry = anEntry({ entryDate: yesterday, wins: 'Ran' })
    const { api } = renderApp('/', {
      [todayPath]: ({ query }: Call) => (query.date === yesterday ? { ...nothing, entry } : nothing),
    })
    await waitFor(() => expect(api.callsOf(todayPath)).toHaveLength(2))
    expect(await links()).toEqual([])
  })
})

describe('the days', () => {
  test('the last seven are named, those without an entry too', async () => {
    const { card } = await openHome({
      days: [
        { date: '2026-11-15', mood: 'very-sad', id: anEntry().id },
        { date: '2026-11-20', mood: 'happy', id: anEntry().id },
      ],
    })
    const days = within(card.getByRole('list', { name: 'Last seven days' })).getAllByRole('listitem')
    const words = days.map((item) => [
      item.querySelector('.sr-only')?.textContent,
      within(item).getByRole('img').getAttribute('aria-label'),
    ])
    expect(words).toEqual([
      ['Sunday: ', 'Very Sad'],
      ['Monday: ', 'No entry'],
      ['Tuesday: ', 'No entry'],
      ['Wednesday: ', 'No entry'],
      ['Thursday: ', 'No entry'],
      ['Friday: ', 'Happy'],
      ['Saturday: ', 'No entry'],
    ])
    expect(days.at(-1)).toHaveAttribute('aria-current', 'date')
  })

  test('a written one leads to reading it, and one that was missed to writing it', async () => {
    const { card } = await openHome({ days: [{ date: '2026-11-20', mood: 'happy', id: anEntry().id }] })
    const days = within(card.getByRole('list', { name: 'Last seven days' })).getAllByRole('link')
    expect(days.slice(4).map((day) => [day.textContent, day.getAttribute('href')])).toEqual([
      ['Thursday: T', '/journal/new?date=2026-11-19'],
      ['Friday: F', '/journal?day=2026-11-20'],
      ['Saturday: S', `/journal/new?date=${today}`],
    ])
  })

  test('one that waits to be sent is as it will be', async () => {
    const [made, moved] = [
      anEntry({ entryDate: '2026-11-15', mood: 'sad' }),
      anEntry({ entryDate: '2026-11-16', mood: 'sad' }),
    ]
    const chosen = anEntry({ entryDate: '2026-11-20', mood: 'sad' })
    await wait({ entryDate: today, wins: 'Ran' })
    await wait({ mood: 'happy' }, chosen)
    await wait({ entryDate: '2026-11-17' }, moved)
    const days = [made, moved, chosen].map(({ entryDate: date, mood, id }) => ({ date, mood, id }))
    await openHome({ days }, { [create]: offline, 'PUT /api/journal-entries/:id': offline })
    const links = () =>
      within(screen.getByRole('list', { name: 'Last seven days' }))
        .getAllByRole('link')
        .map((day) => [day.textContent, within(day).getByRole('img').title, day.getAttribute('href')])
    await waitFor(() =>
      expect(links()).toEqual([
        ['Sunday: S', 'Sad', '/journal?day=2026-11-15'],
        ['Monday: M', 'No entry', '/journal/new?date=2026-11-16'],
        ['Tuesday: T', 'Sad', '/journal?day=2026-11-17'],
        ['Wednesday: W', 'No entry', '/journal/new?date=2026-11-18'],
        ['Thursday: T', 'No entry', '/journal/new?date=2026-11-19'],
        ['Friday: F', 'Happy', '/journal?day=2026-11-20'],
        ['Saturday: S', 'Written', `/journal?day=${today}`],
      ]),
    )
  })

  test('a missed day is written with one tap, and Back leads to its dot', async () => {
    const { actor, api } = await openHome()
    api.on('GET /api/journal-entries/by-date/:date', answer(404, { message: 'Journal entry not found' }))
    await actor.click(screen.getByRole('link', { name: 'Friday: No entry' }))
    expect(await screen.findByLabelText('Date')).toHaveValue('2026-11-20')
    act(() => window.history.back())
    await waitFor(() => expect(screen.getByRole('link', { name: 'Friday: No entry' })).toHaveFocus())
  })

  test('the same day of earlier years shows its mood and first line, the newest three', async () => {
    const onThisDay = [2025, 2023, 2020, 2019].map((year) =>
      anEntry({ entryDate: `${year}-11-21`, mood: 'very-happy', wins: `# *Chapter* ${year}` }),
    )
    await openHome({ onThisDay })
    const headings = screen.getAllByRole('heading', { name: /^On this day/ })
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'On this day, 2025',
      'On this day, 2023',
      'On this day, 2020',
    ])
    expect(screen.getByRole('link', { name: 'Chapter 2025' })).toHaveAttribute(
      'href',
      '/journal?day=2025-11-21',
    )
    expect(screen.getAllByRole('img', { name: 'Very Happy' })).toHaveLength(3)
  })

  test('a first year has no same day', async () => {
    await openHome()
    expect(screen.queryByText(/^On this day/)).toBeNull()
  })
})
