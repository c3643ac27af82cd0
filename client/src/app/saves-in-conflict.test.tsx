import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { waitingSaves } from '@/test/device'
import { anEntry } from '@/test/entries'
import { newUserEachTest, openToday, saveButton, wins } from '@/test/journal-offline'
import { journalServer } from '@/test/journal-server'
import { drafts, field, freezeToday, today } from '@/test/journal-today'

freezeToday()
newUserEachTest()
const wentWell = () => field('What went well?')

test('a question that is not answered is asked again after a reload', async () => {
  const entry = anEntry({ entryDate: today, wins: 'a', wentWell: 'x' })
  const journal = journalServer(entry)
  const app = openToday(journal)
  await app.saveOffline('b')
  // Not saved yet, on top of the save that waits.
  await app.actor.type(wentWell(), ' mine')
  journal.server.entry = { ...entry, wentWell: 'theirs', updatedAt: '2026-11-21T11:00:00.000Z' }
  app.comeBack()
  expect(await screen.findByText('This entry has changed since you opened it')).toBeVisible()
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
  expect(journal.server.entry).toMatchObject({ wins: 'ab', wentWell: 'theirs' })
  expect(wentWell()).toHaveValue('x mine')
  app.unmount()
  app.queryClient.clear()

  openToday(journal)
  await saveButton()
  expect(wentWell()).toHaveValue('x mine')
  expect(screen.getByText('This entry has changed since you opened it')).toBeVisible()
  expect(journal.server.entry).toMatchObject({ wentWell: 'theirs' })
})

test('while a form is submitted, an earlier save of it that is accepted does not end it', async () => {
  const journal = journalServer()
  const app = openToday(journal)
  await app.saveOffline('ran')
  expect(await waitingSaves()).toHaveLength(1)
  // The next try is under way.
  let answerNow = () => {}
  const post = journal.routes['POST /api/journal-entries']
  app.api.on('POST /api/journal-entries', (call: never) => {
    journal.server.isReachable = true
    return new Promise((resolve) => (answerNow = () => resolve(post(call))))
  })
  journal.server.isReachable = true
  app.comeBack()
  await waitFor(() => expect(app.api.callsOf('POST /api/journal-entries').length).toBeGreaterThan(1))
  await app.actor.type(wins(), ' far')
  await app.actor.click(await saveButton())
  await new Promise((resolve) => setTimeout(resolve, 300))
  app.api.on('POST /api/journal-entries', post)
  answerNow()
  await waitFor(() => expect(journal.server.entry?.wins).toBe('ran far'))
  await waitFor(() => expect(window.location.pathname).toBe('/journal'))
  expect(drafts()).toEqual([])
})
