import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { outboxQuery } from '@/lib/saving/save'
import { anEntry } from '@/test/entries'
import { waitingSaves } from '@/test/device'
import { newUserEachTest, openToday, saveButton, saved, waits, wins } from '@/test/journal-offline'
import { journalServer } from '@/test/journal-server'
import { create, drafts, freezeToday, today, update } from '@/test/journal-today'

freezeToday()
newUserEachTest()

/** Both answers are lost: the first save has reached the server, the second waits with the same key. */
async function saveTwiceWithoutAnswer(journal: ReturnType<typeof journalServer>) {
  const page = openToday(journal)
  await saveButton()
  journal.server.losesAnswers = true
  await page.save('ran')
  await waits()
  await page.save(' far')
  // The second try has failed too. What fails after the connection is back would wait for its next change.
  const second = { values: { wins: 'ran far' }, state: 'waiting', tries: 1 }
  await waitFor(() => expect(page.queryClient.getQueryData(outboxQuery.queryKey)).toMatchObject([second]))
  return page
}

describe('a save without a connection', () => {
  test('waits beside the button, without a toast, and the form stays editable', async () => {
    const journal = journalServer()
    const { save, goOffline } = openToday(journal)
    await saveButton()
    goOffline()
    await save('ran')
    expect(await waits()).toBeVisible()
    expect(screen.getByText(/saved/).querySelector('time')).toHaveTextContent('12:00 PM')
    expect(wins()).toBeEnabled()
    expect(screen.queryByText(/^Failed/)).toBeNull()
    expect(await waitingSaves()).toMatchObject([{ values: { wins: 'ran' } }])
    expect(drafts()).toEqual([])
  })

  test('is sent when the connection is back, told, and leads to the journal', async () => {
    const journal = journalServer()
    const { saveOffline, comeBack } = openToday(journal)
    await saveOffline('ran')
    comeBack()
    expect(await saved()).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/journal'))
    expect(journal.server).toMatchObject({ entry: { wins: 'ran' }, writes: 1 })
    expect(await waitingSaves()).toEqual([])
  })

  test('is replaced by the next save, and what is typed after that stays in the form', async () => {
    const journal = journalServer()
    const { save, saveOffline, comeBack, actor, api } = openToday(journal)
    await saveOffline('ran')
    await save(' far')
    await waits()
    await actor.type(wins(), ' and home')
    expect(await waitingSaves()).toHaveLength(1)
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
    const { save, comeBack, api } = openToday(journal)
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
    const { comeBack } = await saveTwiceWithoutAnswer(journal)
    comeBack()
    expect(await saved()).toBeVisible()
    expect(journal.server).toMatchObject({ entry: { wins: 'ran far' } })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await waitingSaves()).toEqual([])
    expect(drafts()).toEqual([])
  })

  test('whose answer was lost, and whose entry was changed on another device, is asked about and can be saved', async () => {
    const journal = journalServer()
    const { comeBack, actor } = await saveTwiceWithoutAnswer(journal)
    journal.server.entry = anEntry({
      ...journal.server.entry,
      wins: 'swam',
      updatedAt: '2026-11-21T13:00:00.000Z',
    })
    comeBack()
    expect(await screen.findByText('You already have an entry for this day')).toBeVisible()
    expect(wins()).toHaveValue('ran far')
    expect(journal.server.entry.wins).toBe('swam')
    await actor.click(screen.getByRole('button', { name: 'Keep both' }))
    await actor.click(await saveButton())
    await waitFor(() => expect(journal.server.entry?.wins).toBe('swam\n\nran far'))
    expect(drafts()).toEqual([])
  })

  test('that finds a changed entry shows the choice in its form, and overwrites nothing', async () => {
    const entry = anEntry({ entryDate: today, wins: 'theirs' })
    const journal = journalServer(entry)
    const { saveOffline, comeBack, actor } = openToday(journal)
    await saveOffline(' and mine')
    journal.server.entry = { ...entry, wins: 'changed', updatedAt: '2026-11-21T11:00:00.000Z' }
    comeBack()
    expect(await screen.findByText('This entry has changed since you opened it')).toBeVisible()
    expect(wins()).toHaveValue('theirs and mine')
    expect(journal.server.entry.wins).toBe('changed')
    await waitFor(async () => expect(await waitingSaves()).toEqual([]))
    await actor.click(screen.getByRole('button', { name: 'Keep both' }))
    await actor.click(await saveButton())
    await waitFor(() => expect(journal.server.entry?.wins).toBe('changed\n\ntheirs and mine'))
  })

  test('is sent after the browser was closed, and the form says so until then', async () => {
    const journal = journalServer()
    const first = openToday(journal)
    await first.saveOffline('ran')
    first.unmount()
    first.queryClient.clear()

    const { comeBack } = openToday(journal)
    await waits()
    expect(wins()).toHaveValue('ran')
    expect(screen.queryByText('We kept your draft')).toBeNull()
    comeBack()
    // The page that was closed lives on in this test and may show the toast too, which is then drawn again.
    await waitFor(() => expect(screen.getByText('Journal entry saved successfully')).toBeVisible())
    expect(journal.server).toMatchObject({ entry: { wins: 'ran' }, writes: 1 })
  })
})

describe('without a server', () => {
  test("today's form opens, and asks how to join it with an entry that was there", async () => {
    const journal = journalServer(anEntry({ entryDate: today, wins: 'theirs' }))
    journal.server.isReachable = false
    const { save, comeBack } = openToday(journal)
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
    const { save, goOffline } = openToday(journal)
    await saveButton()
    goOffline()
    await save('ran')
    expect(await screen.findByText(/^We can't reach Lisa\./)).toBeVisible()
    expect(screen.queryByText('Waiting to send')).toBeNull()
    expect(screen.queryByText('Failed to save journal entry')).toBeNull()
    expect(drafts()).toHaveLength(1)
  })
})
