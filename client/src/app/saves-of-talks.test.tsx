import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createVoiceTools } from '@/features/voice/voice-tools'
import { putIntoTodaysDraft } from '@/features/journal/draft-queries'
import { connection } from '@/lib/api/connection'
import { draftOf } from '@/lib/saving/drafts'
import { waitingSaves } from '@/test/device'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { newUserEachTest, openToday, saveButton, saved, waits, wins } from '@/test/journal-offline'
import { journalServer } from '@/test/journal-server'
import { create, drafts, field, freezeToday, today } from '@/test/journal-today'

freezeToday()
newUserEachTest()

const wentWell = () => field('What went well?')

/** What Lisa writes, in this page, while the app is open. */
function lisaWrites(app: ReturnType<typeof openToday>, input: object) {
  const tools = createVoiceTools({
    client: app.queryClient,
    userId: app.user.id,
    signal: new AbortController().signal,
    onProgress: () => {},
    onWrite: () => {},
  })
  return tools.find(({ name }) => name === 'create_journal_entry')!.again(input, crypto.randomUUID(), false)
}
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

describe('an unsaved draft, and then a voice addition that waits', () => {
  test('the draft survives that the form is opened and the addition is sent', async () => {
    const journal = journalServer()
    const app = openToday(journal)
    await saveButton()
    await app.actor.type(wins(), 'my own words')
    await app.goHome()
    expect(drafts()).toHaveLength(1)
    later(1)
    app.goOffline()
    void lisaWrites(app, { entryDate: today, wentWell: 'tea' })
    await waitFor(async () => expect(await waitingSaves()).toHaveLength(1))
    // The form is only opened.
    await app.actor.click(screen.getByRole('link', { name: 'Journal' }))
    await app.actor.click(await screen.findByRole('button', { name: 'New Entry' }))
    await saveButton()
    app.comeBack()
    await waitFor(() => expect(journal.server.entry).toBeDefined())
    const all = JSON.stringify([journal.server.entry, { ...localStorage }, await waitingSaves()])
    expect(all).toContain('my own words')
  })

  test('the draft survives "Put my words into today\'s entry"', async () => {
    const journal = journalServer()
    const app = openToday(journal)
    await saveButton()
    await app.actor.type(wins(), 'my own words')
    await app.goHome()
    later(1)
    app.goOffline()
    void lisaWrites(app, { entryDate: today, wentWell: 'tea' })
    await waitFor(async () => expect(await waitingSaves()).toHaveLength(1))
    later(1)
    expect(await putIntoTodaysDraft(app.queryClient, app.user.id, ['said'])).toBe(true)
    const all = JSON.stringify([journal.server.entry, { ...localStorage }, await waitingSaves()])
    expect(all).toContain('my own words')
  })
})

describe('a voice addition that waits, and then a draft', () => {
  test('a draft typed on the edit screen does not take the place of the addition', async () => {
    const entry = anEntry({ entryDate: today, wins: 'ran' })
    const journal = journalServer(entry)
    const app = openToday(journal, undefined, `/journal/edit/${entry.id}`)
    await saveButton()
    app.goOffline()
    void lisaWrites(app, { entryDate: today, wentWell: 'what Lisa wrote' })
    await waitFor(async () => expect(await waitingSaves()).toHaveLength(1))
    later(1)
    await app.actor.type(wins(), ' far')
    await app.goHome()
    await app.actor.click(screen.getByRole('link', { name: 'Journal' }))
    await app.actor.click(await screen.findByRole('button', { name: 'New Entry' }))
    await saveButton()
    await app.actor.click(await saveButton())
    await waitFor(async () =>
      expect(await waitingSaves()).toContainEqual(
        expect.objectContaining({ values: expect.objectContaining({ wins: 'ran far' }) }),
      ),
    )
    app.comeBack()
    await app.actor.click(await screen.findByRole('button', { name: 'Keep both' }))
    await app.actor.click(await saveButton())
    await waitFor(() =>
      expect(journal.server.entry).toMatchObject({ wins: 'ran\n\nran far', wentWell: 'what Lisa wrote' }),
    )
  })

  test('words put into the entry do not erase the entry that is there', async () => {
    const entry = anEntry({ entryDate: today, wins: 'ran far away' })
    const journal = journalServer(entry)
    const app = openToday(journal, undefined, '/')
    await screen.findByRole('link', { name: /^Talk to Lisa/ })
    // Only writing is refused for now.
    const busy = answer(429, { message: 'Too many requests' })
    const post = journal.routes[create]
    app.api.on(create, busy)
    void lisaWrites(app, { entryDate: today, wentWell: 'tea' })
    await waitFor(async () => expect(await waitingSaves()).toHaveLength(1))
    await waitFor(() => expect(app.api.callsOf(create).length).toBeGreaterThan(0))
    expect(await putIntoTodaysDraft(app.queryClient, app.user.id, ['said'])).toBe(true)
    act(() => window.history.pushState(null, '', `/journal/edit/${entry.id}`))
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    await saveButton()
    await app.actor.click(await saveButton())
    app.api.on(create, post)
    act(() => {
      connection.found('offline')
      connection.found('ok')
    })
    await waitFor(async () => expect(await waitingSaves()).toEqual([]), { timeout: 5000 })
    expect(journal.server.entry?.wins).toBe('ran far away')
  }, 20_000)
})

describe('a waiting save of the form, and drafts', () => {
  test('a draft that is discarded leaves the form with what waits', async () => {
    const journal = journalServer()
    const app = openToday(journal)
    await app.saveOffline('ran')
    later(1)
    await app.actor.type(wins(), ' far')
    await app.goHome()
    await app.actor.click(screen.getByRole('link', { name: 'Journal' }))
    await app.actor.click(await screen.findByRole('button', { name: 'New Entry' }))
    await saveButton()
    expect(wins()).toHaveValue('ran far')
    await app.actor.click(screen.getByRole('button', { name: 'Discard draft' }))
    await app.actor.type(wentWell(), 'tea')
    await app.actor.click(await saveButton())
    await waitFor(async () => expect(await waitingSaves()).toMatchObject([{ values: { wentWell: 'tea' } }]))
    app.comeBack()
    await waitFor(() => expect(journal.server.entry).toBeDefined())
    expect(journal.server.entry).toMatchObject({ wins: 'ran' })
  })

  test('an older draft of another window survives the save', async () => {
    const journal = journalServer()
    const app = openToday(journal)
    await saveButton()
    draftOf(app.user.id, 'journal', today, 'window2').write({ entryDate: today, wins: 'typed in window two' })
    later(1)
    await app.saveOffline('ran')
    await app.goHome()
    await app.actor.click(screen.getByRole('link', { name: 'Journal' }))
    await app.actor.click(await screen.findByRole('button', { name: 'New Entry' }))
    await saveButton()
    expect(wins()).toHaveValue('ran')
    app.comeBack()
    await saved()
    await waitFor(() => expect(window.location.pathname).toBe('/journal'))
    expect(JSON.stringify({ ...localStorage })).toContain('typed in window two')
  })

  test('a newer draft of another window does not take the place of a waiting save', async () => {
    const journal = journalServer()
    const app = openToday(journal)
    await app.saveOffline('ran')
    later(1)
    draftOf(app.user.id, 'journal', today, 'window2').write({ entryDate: today, wins: 'typed in window two' })
    await app.goHome()
    await app.actor.click(screen.getByRole('link', { name: 'Journal' }))
    await app.actor.click(await screen.findByRole('button', { name: 'New Entry' }))
    await saveButton()
    await app.actor.click(await saveButton())
    await waits()
    app.comeBack()
    await waitFor(() => expect(journal.server.entry).toBeDefined())
    expect(journal.server.entry?.wins).toBe('ran\n\ntyped in window two')
  })
})

test('a form that is opened while an addition of Lisa waits keeps the mood of the entry', async () => {
  const journal = journalServer(anEntry({ entryDate: today, mood: 'happy', wins: 'ran' }))
  const app = openToday(journal, undefined, '/goals')
  app.api.on('GET /api/goals', [])
  await screen.findByRole('link', { name: 'Journal' })
  app.goOffline()
  void lisaWrites(app, { entryDate: today, wentWell: 'tea' })
  await waitFor(async () => expect(await waitingSaves()).toHaveLength(1))
  later(1)
  await app.actor.click(screen.getByRole('link', { name: 'Journal' }))
  await app.actor.click(await screen.findByRole('button', { name: 'New Entry' }))
  await saveButton()
  await app.actor.type(wins(), 'swam')
  await app.actor.click(await saveButton())
  await waitFor(async () => expect(JSON.stringify(await waitingSaves())).toContain('swam'))
  app.comeBack()
  await app.actor.click(await screen.findByRole('button', { name: 'Keep both' }))
  await app.actor.click(await saveButton())
  await waitFor(() => expect(journal.server.entry?.wins).toContain('swam'))
  expect(journal.server.entry).toMatchObject({ mood: 'happy', wentWell: 'tea' })
})
