import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createVoiceTools } from '@/features/voice/voice-tools'
import { waitingSaves } from '@/test/device'
import { anEntry } from '@/test/entries'
import { newUserEachTest, openToday, saveButton, wins } from '@/test/journal-offline'
import { journalServer } from '@/test/journal-server'
import { freezeToday, today } from '@/test/journal-today'

freezeToday()
newUserEachTest()

test('a form that opens with an addition of Lisa shows the entry of the day, and keeps its mood', async () => {
  const entry = anEntry({ entryDate: today, mood: 'happy', wins: 'ran' })
  const journal = journalServer(entry)
  const app = openToday(journal, undefined, '/goals')
  app.api.on('GET /api/goals', [])
  await screen.findByRole('link', { name: 'Journal' })
  app.goOffline()
  const tools = createVoiceTools({
    client: app.queryClient,
    userId: app.user.id,
    signal: new AbortController().signal,
    onProgress: () => {},
    onWrite: () => {},
  })
  void tools
    .find(({ name }) => name === 'create_journal_entry')!
    .run({ entryDate: today, wentWell: 'tea' }, '1')
  await waitFor(async () => expect(await waitingSaves()).toHaveLength(1))
  vi.setSystemTime(Date.now() + 60_000)
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
  expect(journal.server.entry?.mood).toBe('happy')
})
