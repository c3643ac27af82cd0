import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserView } from '@shared/auth'
import { connection } from '@/lib/connection'
import { announce, announcedKey } from '@/lib/page-user'
import { fakeDevice } from '@/test/device'
import { anEntry } from '@/test/entries'
import { answer, hanging } from '@/test/fake-api'
import { journalServer } from '@/test/journal-server'
import { create, drafts, field, freezeToday, today, update } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'

freezeToday()

let device: ReturnType<typeof fakeDevice>
// A new user in each test, so that saves which wait in an earlier test are not sent.
let user: UserView
beforeEach(() => {
  user = { ...ana, id: crypto.randomUUID() }
  device = fakeDevice()
  connection.found('ok')
})

const wins = () => field('What are your wins today?')
const saveButton = () => screen.findByRole('button', { name: /^(Save|Update) Entry$/ })
const waits = () => screen.findByText('Waiting to send')
const saved = () => screen.findByText(/^Journal entry (saved|updated) successfully$/)

function open({ server, routes }: ReturnType<typeof journalServer>, person = user) {
  const app = renderApp('/journal/new', routes, person)
  async function save(words: string) {
    await saveButton()
    await app.actor.type(wins(), words)
    await app.actor.click(await saveButton())
  }
  return {
    ...app,
    save,
    /** In a form that was opened with a connection. */
    async saveOffline(words: string) {
      await saveButton()
      server.isReachable = false
      await save(words)
      await waits()
    },
    goOffline: () => (server.isReachable = false),
    async goHome() {
      await app.actor.click(screen.getByRole('link', { name: 'Home' }))
      await screen.findByRole('link', { name: /^Talk to Lisa/ })
    },
    comeBack() {
      Object.assign(server, { isReachable: true, losesAnswers: false })
      act(() => connection.found('ok'))
    },
  }
}

describe('a save without a connection', () => {
  test('waits beside the button, without a toast, and the form stays editable', async () => {
    const journal = journalServer()
    const { save, goOffline } = open(journal)
    await saveButton()
    goOffline()
    await save('ran')
    expect(await waits()).toBeVisible()
    expect(screen.getByText(/saved/).querySelector('time')).toHaveTextContent('12:00 PM')
    expect(wins()).toBeEnabled()
    expect(screen.queryByText(/^Failed/)).toBeNull()
    expect(device.waiting()).toMatchObject([{ values: { wins: 'ran' } }])
    expect(drafts()).toEqual([])
  })

  test('is sent when the connection is back, told, and leads to the journal', async () => {
    const journal = journalServer()
    const { saveOffline, comeBack } = open(journal)
    await saveOffline('ran')
    comeBack()
    expect(await saved()).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/journal'))
    expect(journal.server).toMatchObject({ entry: { wins: 'ran' }, writes: 1 })
    expect(device.waiting()).toEqual([])
  })

  test('is replaced by the next save, and what is typed after that stays in the form', async () => {
    const journal = journalServer()
    const { save, saveOffline, comeBack, actor, api } = open(journal)
    await saveOffline('ran')
    await save(' far')
    await waits()
    await actor.type(wins(), ' and home')
    expect(device.waiting()).toHaveLength(1)
    comeBack()
    expect(await saved()).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Edit Entry' })).toBeVisible()
    expect(wins()).toHaveValue('ran far and home')
    expect(journal.server).toMatchObject({ entry: { wins: 'ran far' }, writes: 1 })
    await actor.click(await saveButton())
    await waitFor(() => expect(journal.server).toMatchObject({ entry: { wins: 'ran far and home' } }))
    expect(api.callsOf(update)).toHaveLength(1)
  })

  test('whose answer was lost is sent again with its key, and creates nothing twice', async () => {
    const journal = journalServer()
    const { save, comeBack, api } = open(journal)
    await saveButton()
    journal.server.losesAnswers = true
    await save('ran')
    await waits()
    comeBack()
    expect(await saved()).toBeVisible()
    expect(journal.server).toMatchObject({ entry: { wins: 'ran' }, writes: 1 })
    const keys = api.callsOf(create).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
  })

  test('whose answer was lost is no conflict for what is saved after it', async () => {
    const journal = journalServer()
    const { save, comeBack } = open(journal)
    await saveButton()
    journal.server.losesAnswers = true
    await save('ran')
    await waits()
    await save(' far')
    comeBack()
    expect(await saved()).toBeVisible()
    expect(journal.server).toMatchObject({ entry: { wins: 'ran far' } })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that finds a changed entry shows the choice in its form, and overwrites nothing', async () => {
    const entry = anEntry({ entryDate: today, wins: 'theirs' })
    const journal = journalServer(entry)
    const { saveOffline, comeBack, actor } = open(journal)
    await saveOffline(' and mine')
    journal.server.entry = { ...entry, wins: 'changed', updatedAt: '2026-11-21T11:00:00.000Z' }
    comeBack()
    expect(await screen.findByText('This entry was changed on another device')).toBeVisible()
    expect(wins()).toHaveValue('theirs and mine')
    expect(journal.server.entry.wins).toBe('changed')
    await waitFor(() => expect(device.waiting()).toEqual([]))
    await actor.click(screen.getByRole('button', { name: 'Keep both' }))
    await actor.click(await saveButton())
    await waitFor(() => expect(journal.server.entry?.wins).toBe('changed\n\ntheirs and mine'))
  })

  test('is sent after the browser was closed, and the form says so until then', async () => {
    const journal = journalServer()
    const first = open(journal)
    await first.saveOffline('ran')
    first.unmount()
    first.queryClient.clear()

    const { comeBack } = open(journal)
    await waits()
    expect(wins()).toHaveValue('ran')
    expect(screen.queryByText('We kept your draft')).toBeNull()
    comeBack()
    expect(await saved()).toBeVisible()
    expect(journal.server).toMatchObject({ entry: { wins: 'ran' }, writes: 1 })
  })

  test('that is refused while no form shows it becomes a draft with the reason', async () => {
    const journal = journalServer()
    const { saveOffline, goHome, comeBack, actor, api } = open(journal)
    await saveOffline('ran')
    await goHome()
    api.on(create, answer(413, { message: 'Your journal is full' }))
    comeBack()
    expect(await screen.findByText('Failed to save journal entry')).toBeVisible()
    await waitFor(() => expect(device.waiting()).toEqual([]))
    await actor.click(screen.getByRole('link', { name: 'Journal' }))
    await actor.click(await screen.findByRole('button', { name: 'New Entry' }))
    expect(await screen.findByText(/Your journal is full/)).toBeVisible()
    expect(wins()).toHaveValue('ran')
  })

  test('that is refused stays stored where there is no room for a draft', async () => {
    const journal = journalServer()
    const { saveOffline, goHome, comeBack, api } = open(journal)
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
    expect(await screen.findByText('Failed to save journal entry')).toBeVisible()
    expect(device.waiting()).toMatchObject([{ values: { wins: 'ran' } }])
  })

  test('is tried again if the entry that is there already never arrives', async () => {
    const { save, comeBack, api } = open(journalServer())
    await saveButton()
    const look = 'GET /api/journal-entries/:id'
    api.on(create, answer(409, { message: 'An entry for this date already exists', id: 'theirs' }))
    api.on(look, hanging)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), 50)
      return limit.signal
    })
    await save('ran')
    await waits()
    comeBack()
    await waitFor(() => expect(api.callsOf(look)).toHaveLength(2))
  })

  test('that another window has sent is not sent again', async () => {
    const journal = journalServer()
    const { saveOffline, comeBack, api } = open(journal)
    await saveOffline('ran')
    for (const row of device.rows.values())
      if (Object(row.value).values) row.value = { storeKey: 'waiting:', settledAt: Date.now() }
    const before = api.callsOf(create).length
    comeBack()
    await waitFor(() => expect(window.location.pathname).toBe('/journal'))
    expect(api.callsOf(create)).toHaveLength(before)
    expect(screen.queryByText(/successfully/)).toBeNull()
  })

  test('waits on after a session has expired, and for the same user only', async () => {
    const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    const journal = journalServer()
    const first = open(journal)
    await first.saveOffline('ran')
    first.api.on(create, answer(401, { message: 'Unauthorized' }))
    first.comeBack()
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
    expect(device.waiting()).toHaveLength(1)
    first.unmount()
    first.queryClient.clear()

    vi.spyOn(window.location, 'replace').mockImplementation(() => {})
    const ben = { ...ana, id: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a02', firstName: 'Ben' }
    announce(ben.id)
    const theirs = journalServer()
    const second = open(theirs, ben)
    await saveButton()
    expect(wins()).toHaveValue('')
    expect(screen.queryByText('Waiting to send')).toBeNull()
    expect(theirs.server.writes).toBe(0)
    second.unmount()
    second.queryClient.clear()

    announce(user.id)
    open(journal)
    expect(await saved()).toBeVisible()
    expect(journal.server).toMatchObject({ entry: { wins: 'ran' }, writes: 1 })
  })
})

describe('without a server', () => {
  test("today's form opens, and asks how to join it with an entry that was there", async () => {
    const journal = journalServer(anEntry({ entryDate: today, wins: 'theirs' }))
    journal.server.isReachable = false
    const { save, comeBack } = open(journal)
    expect(await screen.findByText('You can write without a connection')).toBeVisible()
    await save('mine')
    await waits()
    comeBack()
    expect(await screen.findByText('You already have an entry for this day')).toBeVisible()
    expect(wins()).toHaveValue('mine')
    expect(journal.server.entry?.wins).toBe('theirs')
  })

  test('a browser that keeps nothing says so beside the button, and the words stay a draft', async () => {
    vi.stubGlobal('indexedDB', undefined)
    Reflect.deleteProperty(globalThis, 'indexedDB')
    const journal = journalServer()
    const { save, goOffline } = open(journal)
    await saveButton()
    goOffline()
    await save('ran')
    expect(await screen.findByRole('alert')).toHaveTextContent("We can't reach Lisa.")
    expect(screen.queryByText('Waiting to send')).toBeNull()
    expect(screen.queryByText('Failed to save journal entry')).toBeNull()
    expect(drafts()).toHaveLength(1)
  })
})

test("Home's card shows what waits, with its time", async () => {
  const journal = journalServer()
  const { saveOffline, actor } = open(journal)
  await saveOffline('ran')
  await actor.click(screen.getByRole('link', { name: 'Home' }))
  // Looked up each time: the card of the loading day is another element.
  const card = () => within(screen.getByRole('region', { name: 'Today' }))
  await waitFor(() => expect(card().getByText('Waiting to send')).toBeVisible())
  expect(card().getByRole('link', { name: 'ran' })).toHaveAttribute('href', '/journal/new')
})
