import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { announce, announcedKey, pageUser } from '@/lib/api/page-user'
import { storedRows, storeRow, waitingSaves } from '@/test/device'
import { anEntry } from '@/test/entries'
import { ben } from '@/test/entries-on-device'
import { answer, hanging, offline } from '@/test/fake-api'
import { newUserEachTest, openToday, saveButton, saved, waits, wins } from '@/test/journal-offline'
import { journalServer } from '@/test/journal-server'
import { create, freezeToday, today, update } from '@/test/journal-today'
import { renderApp } from '@/test/render-app'

freezeToday()
newUserEachTest()

describe('a save that cannot be sent', () => {
  test('that is refused while no form shows it becomes a draft with the reason', async () => {
    const journal = journalServer()
    const { saveOffline, goHome, comeBack, actor, api } = openToday(journal)
    await saveOffline('ran')
    await goHome()
    api.on(create, answer(413, { message: 'Your journal is full' }))
    comeBack()
    await waitFor(() => expect(screen.getByText('Failed to save journal entry')).toBeVisible())
    await waitFor(async () => expect(await waitingSaves()).toEqual([]))
    await actor.click(screen.getByRole('link', { name: 'Journal' }))
    await actor.click(await screen.findByRole('button', { name: 'New Entry' }))
    expect(await screen.findByText(/Your journal is full/)).toBeVisible()
    expect(wins()).toHaveValue('ran')
  })

  test('that is refused stays stored where there is no room for a draft', async () => {
    const journal = journalServer()
    const { saveOffline, goHome, comeBack, api, user } = openToday(journal)
    await saveOffline('ran')
    await goHome()
    api.on(create, answer(413, { message: 'Your journal is full' }))
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (key === announcedKey ? user.id : null),
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError')
      },
      removeItem: () => {},
    })
    comeBack()
    await waitFor(() => expect(screen.getByText('Failed to save journal entry')).toBeVisible())
    expect(await waitingSaves()).toMatchObject([{ values: { wins: 'ran' } }])
  })

  test('is tried again if the entry that is there already never arrives', async () => {
    const { save, comeBack, api } = openToday(journalServer())
    await saveButton()
    const look = 'GET /api/journal-entries/:id'
    api.on(create, answer(409, { message: 'An entry for this date already exists', id: 'theirs' }))
    api.on(look, hanging)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const limit = new AbortController()
      // Long enough for what is answered at once, also on a busy machine.
      setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), 1_000)
      return limit.signal
    })
    await save('ran')
    await waits()
    comeBack()
    // By the clock, too, once the server can be reached again.
    await waitFor(() => expect(api.callsOf(look).length).toBeGreaterThan(1))
  })

  test.each([
    ['neutral', undefined],
    ['sad', 'sad'],
  ] as const)(
    'of a page from before moods were chosen sends a %s mood of its entry as %s',
    async (mood, sent) => {
      const journal = journalServer(anEntry({ entryDate: today, mood, moodChosen: mood !== 'neutral' }))
      const { saveOffline, unmount, user } = openToday(journal)
      await saveOffline('ran')
      unmount()
      for (const { key, value } of await storedRows()) {
        const { base, ...save } = value as { base?: { moodChosen?: boolean } }
        const { moodChosen: _, ...old } = base ?? {}
        if (base) await storeRow({ key, value: { ...save, base: old } })
      }
      const { comeBack, api } = openToday(journal, user)
      await waits()
      comeBack()
      await saved()
      expect(Object(api.callsOf(update)[0]?.body).mood).toBe(sent)
    },
  )

  test('that another window has sent is not sent again', async () => {
    const journal = journalServer()
    const { saveOffline, comeBack, api } = openToday(journal)
    await saveOffline('ran')
    for (const { key, value } of await storedRows())
      if (Object(value).values)
        await storeRow({ key, value: { storeKey: 'waiting:', settledAt: Date.now() } })
    const before = api.callsOf(create).length
    comeBack()
    await waitFor(() => expect(window.location.pathname).toBe('/journal'))
    expect(api.callsOf(create)).toHaveLength(before)
    expect(screen.queryByText(/successfully/)).toBeNull()
  })

  test('waits on after a session has expired, and for the same user only', async () => {
    const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    const journal = journalServer()
    const first = openToday(journal)
    await first.saveOffline('ran')
    first.api.on(create, answer(401, { message: 'Unauthorized' }))
    first.comeBack()
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
    expect(await waitingSaves()).toHaveLength(1)
    first.unmount()
    first.queryClient.clear()

    vi.spyOn(window.location, 'replace').mockImplementation(() => {})
    announce(ben.id)
    // A sign-in loads a new page, and the one before it sends nothing more.
    pageUser.id = ben.id
    const theirs = journalServer()
    const second = openToday(theirs, ben)
    await saveButton()
    expect(wins()).toHaveValue('')
    expect(screen.queryByText('Waiting to send')).toBeNull()
    expect(theirs.server.writes).toBe(0)
    second.unmount()
    second.queryClient.clear()

    announce(first.user.id)
    pageUser.id = first.user.id
    openToday(journal)
    expect(await saved()).toBeVisible()
    expect(journal.server).toMatchObject({ entry: { wins: 'ran' }, writes: 1 })
  })
})

test("Home's card shows what waits, with its time", async () => {
  const journal = journalServer()
  const { saveOffline, actor } = openToday(journal)
  await saveOffline('ran')
  await actor.click(screen.getByRole('link', { name: 'Home' }))
  // Looked up each time: the card of the loading day is another element.
  const card = () => within(screen.getByRole('region', { name: 'Today' }))
  await waitFor(() => expect(card().getByText('Waiting to send')).toBeVisible())
  expect(card().getByRole('link', { name: 'ran' })).toHaveAttribute('href', '/journal?day=2026-11-21')
})

test('Home that could not load the day shows what waits of it, and offers to write it no more', async () => {
  const journal = journalServer()
  const first = openToday(journal)
  await first.saveOffline('ran')
  first.unmount()
  first.queryClient.clear()
  renderApp('/', { ...journal.routes, 'GET /api/today': offline }, first.user)
  expect(await screen.findByText("We couldn't load your day.", { exact: false })).toBeVisible()
  expect(await screen.findByText('Waiting to send')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Write' })).toBeNull()
})

test('a day of which nothing waits can be written there, also where its entry waits on another day', async () => {
  const entry = anEntry({ entryDate: today, wins: 'ran' })
  const journal = journalServer(entry)
  const { actor, unmount, queryClient, user } = openToday(journal, undefined, `/journal/edit/${entry.id}`)
  await saveButton()
  journal.server.isReachable = false
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-11-19' } })
  await actor.click(await saveButton())
  await waits()
  unmount()
  queryClient.clear()
  renderApp('/', { ...journal.routes, 'GET /api/today': offline }, user)
  expect(await screen.findByText('Waiting to send')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Write' })).toBeVisible()
})

test('a save that moves an entry to another day is shown on that day, not on its earlier one', async () => {
  const entry = anEntry({ entryDate: today, wins: 'ran' })
  const journal = journalServer(entry)
  const { actor } = openToday(journal, undefined, `/journal/edit/${entry.id}`)
  await saveButton()
  journal.server.isReachable = false
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-11-19' } })
  await actor.click(await saveButton())
  await waits()
  await actor.click(screen.getByRole('link', { name: 'Home' }))
  const card = () => within(screen.getByRole('region', { name: 'Today' }))
  await waitFor(() => expect(card().getByRole('heading', { name: 'Nov 19, 2026' })).toBeVisible())
  expect(card().getByRole('link', { name: 'ran' })).toHaveAttribute('href', '/journal?day=2026-11-19')
  expect(card().getByRole('link', { name: 'Write' })).toBeVisible()
})
