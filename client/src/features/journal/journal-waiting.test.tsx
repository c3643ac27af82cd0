import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { announce } from '@/lib/api/page-user'
import { keptCopies } from '@/lib/device/kept-copies'
import { saveVersion, type Save } from '@/lib/saving/save'
import { storeRow } from '@/test/device'
import { anEntry } from '@/test/entries'
import { ben } from '@/test/entries-on-device'
import { answer, hanging, offline } from '@/test/fake-api'
import { newUserEachTest, openToday, saveButton, saved, waits, wins } from '@/test/journal-offline'
import { journalServer } from '@/test/journal-server'
import { create, freezeToday, today } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'
import { withWaiting } from './waiting-queries'

freezeToday()
newUserEachTest()
beforeEach(() => vi.stubGlobal('IntersectionObserver', SeesNothing))

class SeesNothing {
  observe() {}
  disconnect() {}
}

const list = 'GET /api/journal-entries'
const polled = 'GET /api/analytics/monthly-goals'
const aPage = Array.from({ length: 30 }, (_, i) => {
  const entryDate = `2026-10-${String(30 - i).padStart(2, '0')}`
  return anEntry({ entryDate, wins: `on ${entryDate}` })
})
const card = (date: string) => within(screen.getByRole('region', { name: new RegExp(date) }))
const dates = () =>
  screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent?.slice(-17))

describe('a new entry that waits is not shown', () => {
  async function wait(...entries: { entryDate: string; wins: string }[]) {
    for (const [i, values] of entries.entries()) {
      const save = { id: `${i}`, key: `${i}`, kind: 'journal', seen: [], savedAt: 1, userId: ana.id }
      const value = { ...save, version: saveVersion, subject: values.entryDate, values }
      await storeRow({ key: [ana.id, `outbox:journal:${i}`], value })
    }
  }
  const open = (path: string, entries: unknown) =>
    renderApp(path, { [create]: offline, [polled]: offline, [list]: entries })
  const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)))
  const there = anEntry({ entryDate: '2026-03-10', wins: 'fog' })

  test('by a search', async () => {
    await wait({ entryDate: '2026-11-20', wins: 'fog on the sea' })
    open('/journal?q=fog', [there])
    await screen.findByRole('button', { name: 'Edit March 10, 2026' })
    await settled()
    expect(screen.queryByText(/on the sea/)).toBeNull()
  })

  test('in an earlier month', async () => {
    await wait({ entryDate: '2026-11-20', wins: 'later' }, { entryDate: '2026-03-20', wins: 'within' })
    open('/journal?month=2026-03', [there])
    expect(await screen.findByText('within')).toBeVisible()
    expect(screen.queryByText('later')).toBeNull()
  })

  test('by a search that has failed', async () => {
    await wait({ entryDate: '2026-11-20', wins: 'fog on the sea' })
    open('/journal?q=fog', offline)
    await screen.findByText("We couldn't search your journal")
    await settled()
    expect(screen.queryByText(/on the sea/)).toBeNull()
  })

  test('in an earlier month that could not be loaded', async () => {
    await wait({ entryDate: '2026-11-20', wins: 'later' }, { entryDate: '2020-03-20', wins: 'within' })
    open('/journal?month=2020-03', offline)
    expect(await screen.findByText('within')).toBeVisible()
    expect(screen.getByText("We couldn't load your journal")).toBeVisible()
    expect(screen.queryByText('later')).toBeNull()
  })

  test('beyond what has been loaded, until that is all that can be', async () => {
    await wait({ entryDate: '2020-11-20', wins: 'older' })
    const { actor, api } = renderApp('/journal', { [create]: hanging, [list]: aPage })
    await screen.findByText('on 2026-10-30')
    await settled()
    expect(screen.queryByText('older')).toBeNull()
    api.on(list, answer(500, {}))
    await actor.click(screen.getByRole('button', { name: 'Show older entries' }))
    expect(await screen.findByText('older')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent("We couldn't load older entries.")
  })
})

test('an older day than the last that was loaded, written without a connection, is at the end of the list', async () => {
  const { server, routes } = journalServer()
  const journal = { server, routes: { ...routes, [list]: aPage } }
  const { actor, goOffline, save } = openToday(journal, undefined, '/journal')
  await screen.findByText('on 2026-10-30')
  goOffline()
  act(() => window.history.pushState(null, '', '/journal/new?date=2026-03-05'))
  await save('ran')
  await waits()
  await actor.click(screen.getByRole('link', { name: 'Journal' }))
  expect(await screen.findByText('ran')).toBeVisible()
  expect(dates().at(-1)).toContain('March 5, 2026')
})

test('an entry that waits is in the journal that could not be loaded, also after a reload, until it is sent', async () => {
  const journal = journalServer()
  const { saveOffline, api, actor, ...first } = openToday(journal)
  await saveOffline('ran')
  api.on(list, offline)
  await actor.click(screen.getByRole('link', { name: 'Journal' }))
  expect(await screen.findByText("We couldn't load your journal")).toBeVisible()
  expect(card('November 21, 2026').getByText('ran')).toBeVisible()
  expect(card('November 21, 2026').getByText('Waiting to send')).toBeVisible()
  first.unmount()
  first.queryClient.clear()

  const again = openToday(journal, first.user, '/journal')
  again.api.on(list, offline)
  expect(await screen.findByText("We couldn't load your journal")).toBeVisible()
  expect(card('November 21, 2026').getByText('ran')).toBeVisible()
  await again.actor.click(screen.getByRole('button', { name: 'Edit November 21, 2026' }))
  await waits()
  expect(wins()).toHaveValue('ran')
  await again.actor.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByText("We couldn't load your journal")
  again.api.on(list, () => [journal.server.entry].filter(Boolean))
  again.comeBack()
  // It may be rendered again as soon as it is found.
  await saved()
  expect(await screen.findByRole('button', { name: 'Delete November 21, 2026' })).toBeVisible()
  expect(screen.queryByText('Waiting to send')).toBeNull()
})

test('a loaded list shows an entry in the words that wait, and a new one in its place', async () => {
  const older = anEntry({ entryDate: '2026-11-19', wins: 'swam' })
  const newer = anEntry({ entryDate: '2026-11-22', wins: 'slept' })
  const { server, routes } = journalServer()
  const journal = { server, routes: { ...routes, [list]: [newer, older] } }
  const { actor, goOffline, save, goHome } = openToday(journal, undefined, '/journal')
  await screen.findByText('slept')
  await actor.click(await screen.findByRole('button', { name: 'New Entry' }))
  await saveButton()
  goOffline()
  await save('ran')
  await waits()
  await goHome()
  await actor.click(screen.getByRole('link', { name: 'Journal' }))
  await screen.findByText('ran')
  expect(dates()).toEqual(['November 22, 2026', 'November 21, 2026', 'November 19, 2026'])
  expect(screen.queryByRole('button', { name: 'Delete November 21, 2026' })).toBeNull()

  await actor.click(screen.getByRole('button', { name: 'Edit November 19, 2026' }))
  await save(' far')
  await waits()
  await actor.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('swam far')).toBeVisible()
  expect(screen.queryByText('swam')).toBeNull()
  expect(card('November 19, 2026').getByText('Waiting to send')).toBeVisible()
  expect(card('November 22, 2026').queryByText('Waiting to send')).toBeNull()
})

test('the first entry of all takes the place of the invitation', async () => {
  const { saveOffline, actor } = openToday(journalServer())
  await saveOffline('ran')
  await actor.click(screen.getByRole('link', { name: 'Journal' }))
  expect(await screen.findByText('ran')).toBeVisible()
  expect(screen.queryByText('Start Your Journey')).toBeNull()
})

test('what waits is among the entries that are kept on this device', async () => {
  const { saveOffline, actor, api, user } = openToday(journalServer())
  await saveOffline('ran')
  announce(user.id)
  expect(await keptCopies(user.id).start([anEntry({ entryDate: '2026-11-20', wins: 'slept' })], [])).toBe(
    true,
  )
  api.on(list, offline)
  await actor.click(screen.getByRole('link', { name: 'Journal' }))
  expect(await screen.findByText('slept')).toBeVisible()
  expect(dates()).toEqual(['November 21, 2026', 'November 20, 2026'])
})

test('somebody else sees nothing of it', async () => {
  const first = openToday(journalServer())
  await first.saveOffline('ran')
  first.unmount()
  first.queryClient.clear()
  vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  announce(ben.id)
  renderApp('/journal', { [list]: offline, [create]: offline }, ben)
  expect(await screen.findByText("We couldn't load your journal")).toBeVisible()
  expect(screen.queryByText('ran')).toBeNull()
})

describe('entries with what waits', () => {
  const entry = anEntry({ entryDate: '2026-11-20', wins: 'swam', mood: 'happy' })
  const base = { ...entry }
  const aSave = (given: Partial<Save<object>>): Save<object> => ({
    version: saveVersion,
    id: crypto.randomUUID(),
    key: 'key',
    userId: entry.userId,
    kind: 'journal',
    subject: today,
    values: {},
    seen: [],
    savedAt: 0,
    ...given,
  })
  const shown = (saves: Save<object>[]) =>
    withWaiting([entry], saves).map(({ entryDate, wins }) => `${entryDate}: ${wins}`)

  test('are the same where nothing does', () => {
    expect(withWaiting([entry], [])[0]).toBe(entry)
  })

  test('have the newest save of a form, with a mood that was not chosen in it', () => {
    const first = aSave({ base, values: { wins: 'ran' } })
    const second = aSave({ base, values: { wins: 'ran far' }, seen: [first.values] })
    expect(withWaiting([entry], [second, first])).toMatchObject([
      { id: entry.id, wins: 'ran far', mood: 'happy', waiting: second },
    ])
  })

  test('are in the place of the day that one was moved to', () => {
    const moved = aSave({ base, values: { entryDate: '2026-11-18' } })
    const other = aSave({ values: { entryDate: '2026-11-19', wins: 'ran' } })
    expect(shown([moved, other])).toEqual(['2026-11-19: ran', '2026-11-18: swam'])
  })

  test('have what Lisa adds after what a form says, whichever came first', () => {
    const form = aSave({ base, values: { wins: 'ran' } })
    const addition = aSave({ isAddition: true, key: 'b', values: { entryDate: '2026-11-20', wins: 'sang' } })
    const added = ['2026-11-20: ran\n\nsang']
    expect(shown([form, addition])).toEqual(added)
    expect(shown([addition, form])).toEqual(added)
  })

  test('show the new entries of a day that two windows began, both', () => {
    const one = aSave({ key: 'a', values: { entryDate: today, wins: 'ran' } })
    const other = aSave({ key: 'b', values: { entryDate: today, wins: 'sang' } })
    expect(shown([other, one])).toEqual([`${today}: ran`, `${today}: sang`, '2026-11-20: swam'])
  })
})
