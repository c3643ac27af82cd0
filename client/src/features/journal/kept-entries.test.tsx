import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import { deviceStore } from '@/lib/device/device-store'
import { draftOf } from '@/lib/saving/drafts'
import { keptCopies } from '@/lib/device/kept-copies'
import { announce, expired, signedOut } from '@/lib/api/page-user'
import { storedRows, storeRow } from '@/test/device'
import { anEntry } from '@/test/entries'
import { ben, nothingKept, keep, kept, list, run, tea, walk } from '@/test/entries-on-device'
import { answer, type Routes } from '@/test/fake-api'
import { answerConfirm } from '@/test/goals'
import { ana, renderApp } from '@/test/render-app'

nothingKept()

const userCall = 'GET /api/auth/user'

/** Opens the journal and waits for its request. */
async function openJournal(path: string, routes: Routes, user = ana) {
  const app = renderApp(path, routes, user)
  await waitFor(() => expect(app.api.callsOf(list)).toHaveLength(1))
  return app
}

test('no entries are kept unless the user has switched that on', async () => {
  renderApp('/journal', { [list]: [walk] })
  expect(await screen.findByText('Walked home')).toBeVisible()
  await keptCopies(ana.id).entrySeen(tea)
  expect(await kept()).toEqual([])
})

test('the first page of the journal is kept each time it is loaded', async () => {
  await keep(tea)
  renderApp('/journal', { [list]: [walk, tea] })
  await waitFor(async () => expect(await kept()).toEqual([walk, tea]))
})

test.each(['/journal?q=tea', '/journal?month=2025-12'])('the entries of %s are not kept', async (path) => {
  await keep(walk)
  await openJournal(path, { [list]: [tea] })
  expect(await screen.findByText(/with Ben/)).toBeVisible()
  expect(await kept()).toEqual([walk])
})

test('what another version has kept is not read, and is replaced when the journal is loaded', async () => {
  await keep(tea)
  const [row] = await storedRows()
  if (row) await storeRow({ ...row, value: { ...(row.value as object), version: 99, entries: 'other' } })
  expect(await keptCopies(ana.id).read()).toMatchObject({ entries: [] })
  renderApp('/journal', { [list]: [walk] })
  await waitFor(async () => expect(await kept()).toEqual([walk]))
})

test('entries that were kept before they said so have a chosen mood unless it is neutral', async () => {
  const { moodChosen: _, ...neutral } = anEntry({ mood: 'neutral' })
  const { moodChosen: __, ...sad } = anEntry({ mood: 'sad', entryDate: '2026-11-20' })
  await keep(tea)
  const [row] = await storedRows()
  if (row) await storeRow({ ...row, value: { ...(row.value as object), entries: [neutral, sad] } })
  const copies = await keptCopies(ana.id).read()
  expect(copies?.entries.map(({ moodChosen }) => moodChosen)).toEqual([false, true])
})

test('at most thirty entries are kept, the newest first', async () => {
  const entries = Array.from({ length: 30 }, (_, i) => anEntry({ entryDate: addDays('2026-01-05', -i) }))
  await keep(...entries)
  const today = anEntry({ entryDate: '2026-01-06' })
  await keptCopies(ana.id).entrySeen(today)
  expect(await kept()).toEqual([today, ...entries.slice(0, 29)])
})

describe('they are removed', () => {
  test('with the entry that is deleted', async () => {
    answerConfirm(true)
    await keep(walk, tea)
    const { actor, api } = renderApp('/journal?q=tea', {
      [list]: [tea],
      'DELETE /api/journal-entries/:id': undefined,
    })
    await actor.click(await screen.findByRole('button', { name: 'Delete January 4, 2026' }))
    await waitFor(() => expect(api.callsOf('DELETE /api/journal-entries/:id')).toHaveLength(1))
    await waitFor(async () => expect(await kept()).toEqual([walk]))
  })

  test('when somebody else has signed in', async () => {
    await keep(tea)
    announce(expired)
    renderApp('/', {}, ben)
    await waitFor(async () => expect(await kept()).toEqual([]))
  })

  test('when they were left behind although this user is the one who was signed in last', async () => {
    await keep(tea)
    announce(ben.id)
    renderApp('/', {}, ben)
    await waitFor(async () => expect(await kept()).toEqual([]))
  })

  test('when the session was ended elsewhere', async () => {
    await keep(tea)
    const ended = answer(401, { message: 'Unauthorized' })
    ended.headers.set('X-Lisa-Session', 'ended')
    renderApp('/', { [userCall]: ended })
    await waitFor(async () => expect(await kept()).toEqual([]))
  })

  test('with drafts, but not what waits to be sent, when the user has signed out everywhere', async () => {
    await keep(tea)
    await deviceStore(ana.id).set('a save', 'Private')
    const draft = draftOf(ana.id, 'journal', '2026-11-21')
    expect(draft.write({ wins: 'Private' })).toBe(true)
    const over = answer(401, { message: 'Unauthorized' })
    over.headers.set('X-Lisa-Session', 'signed-out')
    renderApp('/', { [userCall]: over })
    await waitFor(async () => expect(await kept()).toEqual([]))
    expect(draft.read()).toBeUndefined()
    expect(await storedRows()).toHaveLength(1)
  })

  test('not when it has only expired', async () => {
    await keep(tea)
    renderApp('/', {}, null)
    await screen.findByRole('heading', { name: 'Build meaningful habits' })
    expect(await kept()).toEqual([tea])
    expect(await keptCopies(ana.id).read()).toBeNull()
  })

  test('at a sign-out, and none that is read at that moment comes back', async () => {
    await keep(tea)
    renderApp('/journal', { [list]: [tea] })
    await screen.findByText('Tea with Ben')
    announce(signedOut)
    window.dispatchEvent(new StorageEvent('storage', { key: 'lisa:user' }))
    await waitFor(async () => expect(await kept()).toEqual([]))
    const copies = keptCopies(ana.id)
    await Promise.all([copies.renewEntries([walk]), copies.entrySeen(walk), copies.renewGoals([run])])
    expect(await keptCopies(ana.id).start([walk], [])).toBe(false)
    expect(await storedRows()).toEqual([])
  })
})
