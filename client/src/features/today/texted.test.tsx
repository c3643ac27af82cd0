import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { UserView } from '@shared/auth'
import type { JournalEntryView } from '@shared/journal'
import { connection } from '@/lib/api/connection'
import { draftOf } from '@/lib/saving/drafts'
import { anEntry } from '@/test/entries'
import { answer, offline } from '@/test/fake-api'
import { nothing, openHome, todayPath } from '@/test/home'
import { byDate, create, freezeToday, missing, today } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'
import { placeBrowserIn } from '@/test/settings'

freezeToday()

const put = { name: "Put them into today's entry" }
const draft = () => draftOf<Partial<JournalEntryView>>(ana.id, 'journal', today).read()?.values
const inDraft = "Your words are in the draft of today's entry. They are not saved until you save it."

test('texts of today become a draft of its entry, and nothing is saved', async () => {
  const texts = ['Snow all night.', 'We walked\nto the lake.']
  const { actor, api, card } = await openHome({ texts })
  expect(card.getByText('You texted 2 messages today')).toBeVisible()
  api.on(byDate, missing)
  await actor.click(card.getByRole('button', put))
  expect(await card.findByText(inDraft)).toBeVisible()
  expect(draft()).toMatchObject({
    entryDate: today,
    overallReflection: 'Snow all night.\n\nWe walked\nto the lake.',
  })
  expect(card.getByRole('link', { name: 'Continue your draft' })).toBeVisible()
  expect(card.getByText('Snow all night.')).toBeVisible()
  expect(api.calls.every(({ method }) => method === 'GET')).toBe(true)
  expect(api.callsOf(create)).toEqual([])
})

test('a text that came later goes beside the others, of which none is doubled', async () => {
  const { actor, api, card, queryClient } = await openHome({ texts: ['One'] })
  expect(card.getByText('You texted 1 message today')).toBeVisible()
  api.on(byDate, missing)
  await actor.click(card.getByRole('button', put))
  await card.findByText(inDraft)
  api.on(todayPath, { ...nothing, texts: ['One', 'Two'] })
  await queryClient.refetchQueries({ queryKey: ['today'] })
  await actor.click(await card.findByRole('button', put))
  await waitFor(() => expect(draft()).toMatchObject({ overallReflection: 'One\n\nTwo' }))
})

test('a text that came while one was away is told on the return, for which the day is read once', async () => {
  const { api, card } = await openHome()
  const comeBack = () =>
    act(async () => {
      document.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new Event('focus'))
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
  api.on(todayPath, { ...nothing, texts: ['One'] })
  vi.setSystemTime(`${today}T12:01:00`)
  await comeBack()
  expect(await card.findByText('You texted 1 message today')).toBeVisible()
  expect(api.callsOf(todayPath)).toHaveLength(2)
  vi.setSystemTime(`${today}T12:02:00`)
  connection.found('offline')
  await comeBack()
  expect(api.callsOf(todayPath)).toHaveLength(2)
})

test('what the entry has already, in whatever field, is not put there again', async () => {
  const entry = anEntry({
    entryDate: today,
    wins: 'Ran far',
    gratitude1: 'tea / rain',
    overallReflection: 'Cold.\nBut dry',
  })
  const { actor, api, card } = await openHome({ entry, texts: ['Ran', 'Ran far', 'rain', 'Cold.\nBut dry'] })
  expect(card.getByText('You texted 4 messages today')).toBeVisible()
  api.on(byDate, entry)
  await actor.click(card.getByRole('button', put))
  await card.findByText(inDraft)
  expect(draft()).toMatchObject({ wins: 'Ran far', overallReflection: 'Cold.\nBut dry\n\nRan' })
})

test.each([
  ['no text came', undefined],
  ['the entry has them all', ['Ran far', 'tea']],
])('nothing is said where %s', async (_, texts) => {
  const { card } = await openHome({ entry: anEntry({ wins: 'Ran far', gratitude2: 'tea' }), texts })
  expect(card.queryByText(/^You texted/)).toBeNull()
  expect(card.queryByRole('button', put)).toBeNull()
})

describe('in another timezone than that of the browser', () => {
  const asPerson = (person: UserView, today: unknown) => {
    renderApp('/', { [todayPath]: today }, person)
    return screen.findByRole('list', { name: 'Last seven days' })
  }
  const said = () => screen.findByText('You texted 1 message today')

  test('texts are told where the day is the same', async () => {
    placeBrowserIn('America/Los_Angeles')
    const { api, card } = await openHome({ texts: ['A long day'] })
    expect(card.getByText('You texted 1 message today')).toBeVisible()
    expect(api.callsOf(todayPath)).toHaveLength(1)
  })

  test.each([
    ['2026-11-21T23:00:00Z', 'Pacific/Auckland', '2026-11-22'],
    ['2026-11-21T05:00:00Z', 'America/Los_Angeles', '2026-11-20'],
  ])(
    'at %s they are those of the day in the saved timezone, %s, and are not for the entry of the browser',
    async (now, timezone, day) => {
      vi.setSystemTime(now)
      const texts: Record<string, string[]> = { [today]: ['Of another day', 'And one more'], [day]: ['Ran'] }
      await asPerson({ ...ana, timezone }, ({ query }: { query: { date: string } }) => ({
        ...nothing,
        texts: texts[query.date],
      }))
      expect(await said()).toBeVisible()
      expect(screen.queryByRole('button', put)).toBeNull()
    },
  )

  test('texts of the day of the browser alone are not told, nor is that the others cannot be loaded', async () => {
    vi.setSystemTime('2026-11-21T23:00:00Z')
    await asPerson({ ...ana, timezone: 'Pacific/Auckland' }, ({ query }: { query: { date: string } }) =>
      query.date === today ? { ...nothing, texts: ['Ran'] } : answer(500, {}),
    )
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(screen.queryByText(/^You texted/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a timezone that the browser does not know is taken for its own', async () => {
    await asPerson({ ...ana, timezone: 'Moon/Tycho' }, { ...nothing, texts: ['Ran'] })
    expect(await said()).toBeVisible()
  })
})

test('nothing is said either once they are in a draft of this browser', async () => {
  draftOf(ana.id, 'journal', today, 'another').write({ entryDate: today, overallReflection: 'One\n\nTwo' })
  const { card } = await openHome({ texts: ['One', 'Two'] })
  expect(card.getByRole('link', { name: 'Continue your draft' })).toBeVisible()
  expect(card.queryByText(/^You texted/)).toBeNull()
})

test('without a connection the draft is kept all the same; where none can be kept, that is said', async () => {
  const { actor, api, card } = await openHome({ texts: ['One'] })
  api.on(byDate, offline)
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await actor.click(card.getByRole('button', put))
  expect(await card.findByText(/^This browser can't keep drafts/)).toBeVisible()
  full.mockRestore()
  await actor.click(card.getByRole('button', put))
  expect(await screen.findByText(inDraft)).toBeVisible()
  expect(draft()).toMatchObject({ overallReflection: 'One' })
})
