import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { emptyDevice } from '@/test/device'
import { anEntry } from '@/test/entries'
import { answer, hanging } from '@/test/fake-api'
import { renderApp } from '@/test/render-app'
import { talkRoutes } from '@/test/talk-routes'
import type { Talk } from './realtime-talk'

const begun = vi.hoisted(() => ({ prepared: undefined as ReturnType<Talk['prepare']> | undefined }))
vi.mock('./realtime-talk', () => ({
  connect: async (talk: Talk) => {
    await (begun.prepared = talk.prepare())
    return { isDemo: false, write: () => true, onTyping() {}, measureLoudness: () => undefined }
  },
  VoiceCard: () => null,
  VoiceRings: () => null,
}))
emptyDevice()

async function openScreen(readsJournal: boolean) {
  const app = renderApp('/voice', {
    ...talkRoutes,
    'GET /api/talks/memory': { remember: false, readsJournal },
    'GET /api/journal-entries/by-date/:date': anEntry({ entryDate: '2024-03-12' }),
    'DELETE /api/voice/calls': answer(204),
  })
  await app.actor.click(await screen.findByRole('button', { name: 'Write instead of speaking' }))
  await screen.findByText('Listening - Tap to stop')
  return { ...app, ...(await begun.prepared!) }
}

test('a day that Lisa has read in a talk is on its card, also on the next visit', async () => {
  const { tools, instructions, unmount } = await openScreen(true)
  expect(instructions).toContain('look it up (search_journal, read_day)')
  const tool = tools.find(({ name }) => name === 'read_day')!
  await act(() => tool.run({ date: '2024-03-12' }, 'call', async () => false))
  expect(await screen.findByRole('link', { name: 'From March 12, 2024' })).toBeInTheDocument()
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('2024-03-12'))
  unmount()

  renderApp('/voice', talkRoutes)
  const card = within(await screen.findByRole('region', { name: 'Your talk' }))
  expect(card.getByRole('link', { name: 'From March 12, 2024' })).toBeVisible()
})

test('while the switch is off, the session has no tools for the whole journal', async () => {
  const { tools, instructions } = await openScreen(false)
  expect(tools.map(({ name }) => name)).not.toContain('read_day')
  expect(instructions).not.toContain('read_day')
})

test('a switch that is being saved counts as off: the user may just have switched it off', async () => {
  const { actor } = renderApp('/voice', {
    ...talkRoutes,
    'GET /api/talks/memory': { remember: true, readsJournal: true },
    'PUT /api/talks/memory': hanging,
    'DELETE /api/voice/calls': answer(204),
  })
  await actor.click(await screen.findByRole('switch', { name: 'Let Lisa read my whole journal' }))
  await actor.click(screen.getByRole('button', { name: 'Write instead of speaking' }))
  await screen.findByText('Listening - Tap to stop')
  const { tools } = await begun.prepared!
  expect(tools.map(({ name }) => name)).not.toContain('read_day')
})
