import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ImportReport } from '@shared/import'
import { answer, offline } from '@/test/fake-api'
import { fakeUploads } from '@/test/fake-upload'
import { ana } from '@/test/render-app'
import { openSettings } from '@/test/settings'
import { keepImport, lastImport } from './last-import'

const report: ImportReport = {
  source: 'Day One',
  entries: { new: 298, filledIn: 14, unchanged: 0 },
  goals: { new: 0, unchanged: 0 },
  from: '2019-03-01',
  to: '2026-11-20',
  skipped: [1, 2, 3, 4].map((n) => ({ where: `Line ${n}`, reason: 'It has no date' })),
}
const journal = new File(['{}'], 'journal.json', { type: 'application/json' })
const undo = 'POST /api/imports/:id/undo'
const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function choose(file = journal) {
  const uploads = fakeUploads()
  const app = openSettings()
  await button('Import')
  await app.actor.upload(screen.getByLabelText('Import'), file)
  await waitFor(() => expect(uploads).toHaveLength(1))
  return { ...app, uploads }
}
const told = (status: number, body: unknown, upload = 0) => ({ status, body, upload })

test('a file is previewed, confirmed and sent again, and every screen is read anew', async () => {
  const { actor, uploads, queryClient } = await choose()
  expect(uploads[0]?.address).toBe('POST /api/import?preview=true&name=journal.json')
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  act(() => uploads[0]?.progress(1, 4))
  expect(screen.getByRole('progressbar', { name: 'Sent' })).toHaveAttribute('aria-valuetext', '25%')
  act(() => uploads[0]?.answer(200, report))

  expect(await screen.findByText('Day One: 312 entries from 2019 to 2026.')).toBeVisible()
  expect(
    screen.getByText('14 days already have an entry and will be filled in. Nothing in them is erased.'),
  ).toBeVisible()
  const left = within(screen.getByRole('list', { name: 'Left out or changed (4)' }))
  expect(left.getAllByRole('listitem')).toHaveLength(3)
  await actor.click(await button('Show all 4'))
  expect(left.getAllByRole('listitem')).toHaveLength(4)

  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  await actor.click(await button('Import 312 entries'))
  await waitFor(() => expect(uploads[1]?.address).toBe('POST /api/import?preview=false&name=journal.json'))
  expect(uploads[1]?.file).toBe(uploads[0]?.file)
  expect(invalidate).not.toHaveBeenCalled()
  act(() => uploads[1]?.answer(200, report))
  expect(await screen.findByText('312 entries imported from Day One.')).toBeVisible()
  expect(invalidate).toHaveBeenCalledWith()
  expect(screen.getByRole('button', { name: 'Open your journal' })).toHaveAttribute('href', '/journal')
})

test('a file with nothing new has no button to import it', async () => {
  const { uploads } = await choose()
  act(() =>
    uploads[0]?.answer(200, {
      ...report,
      entries: { new: 0, filledIn: 0, unchanged: 1 },
      goals: { new: 0, unchanged: 1 },
      from: '2026-01-01',
      to: '2026-01-01',
    }),
  )
  expect(await screen.findByText('Day One: 1 entry from 2026 and 1 goal.')).toBeVisible()
  for (const text of [
    '1 day has all of it already.',
    '1 goal is here already.',
    'There is nothing to import.',
  ])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  expect(await button('Choose another file')).toBeVisible()
})

test.each([
  [
    'of no known kind',
    told(400, { message: 'This is no file that Lisa knows.' }),
    'This is no file that Lisa knows.',
  ],
  ['too many', told(429, { message: 'You can send 60 files an hour.' }), 'You can send 60 files an hour.'],
  ['on a broken server', told(500, {}), 'Something went wrong on our side. Please try again in a moment.'],
])(
  'a file that is refused (%s) is told in a sentence, and another can be chosen',
  async (_, refusal, sentence) => {
    const { actor, uploads } = await choose()
    act(() => uploads[0]?.answer(refusal.status, refusal.body))
    expect(await screen.findByRole('alert')).toHaveTextContent('journal.json was not imported')
    expect(screen.getByText(sentence)).toBeVisible()
    await button('Choose another file')
    await actor.upload(screen.getByLabelText('Choose another file'), journal)
    await waitFor(() => expect(uploads).toHaveLength(2))
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('an import whose answer is lost may be done, and says that it is safe to repeat', async () => {
  const { actor, uploads } = await choose()
  act(() => uploads[0]?.answer(200, report))
  await actor.click(await button('Import 312 entries'))
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => uploads[1]?.progress(4, 4))
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  act(() => uploads[1]?.breakOff())
  expect(
    await screen.findByText(/so the import may be done or not\. It's safe to import the file again/),
  ).toBeVisible()
})

test('an upload that breaks off before has done nothing', async () => {
  const { uploads } = await choose()
  act(() => uploads[0]?.progress(1, 4))
  act(() => uploads[0]?.breakOff())
  expect(await screen.findByText("We can't reach Lisa. Check your connection and try again.")).toBeVisible()
})

test('a file that cannot be read any more says so', async () => {
  const gone = new File(['{}'], 'gone.json')
  vi.spyOn(gone, 'slice').mockImplementation(
    () => ({ arrayBuffer: () => Promise.reject(new Error()) }) as never,
  )
  const { uploads } = await choose(gone)
  act(() => uploads[0]?.breakOff())
  expect(await screen.findByText(/This file can't be read any more/)).toBeVisible()
})

test('a file that is too large is not sent', async () => {
  const uploads = fakeUploads()
  const { actor } = openSettings()
  await button('Import')
  const large = new File(['{}'], 'large.zip')
  Object.defineProperty(large, 'size', { value: 210 * 1024 * 1024 })
  await actor.upload(screen.getByLabelText('Import'), large)
  expect(await screen.findByText(/This file is larger than 200 MB/)).toBeVisible()
  expect(uploads).toEqual([])
})

test('cancelling ends the upload and gives the button back', async () => {
  const { actor, uploads } = await choose()
  await actor.click(await button('Cancel'))
  expect(uploads[0]?.wasAborted).toBe(true)
  expect(await button('Import')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Import' })).toHaveFocus()
})

test('a file can be dropped', async () => {
  const uploads = fakeUploads()
  openSettings()
  await button('Import')
  fireEvent.drop(screen.getByRole('heading', { name: 'Import' }), { dataTransfer: { files: [journal] } })
  await waitFor(() => expect(uploads[0]?.file).toBe(journal))
})

test('an import can be undone, also after a reload, for a day and by its user', async () => {
  const first = await choose()
  act(() => first.uploads[0]?.answer(200, report))
  await first.actor.click(await button('Import 312 entries'))
  await waitFor(() => expect(first.uploads).toHaveLength(2))
  act(() => first.uploads[1]?.answer(200, { ...report, importId: 'i1' }))
  expect(await screen.findByText('You can undo it for 24 hours.')).toBeVisible()
  first.unmount()

  expect(lastImport('ben')).toBeUndefined()
  const { actor, api, unmount } = openSettings(
    {},
    { [undo]: { restored: 3, removed: 12, kept: ['2026-03-03', '2026-03-04'] } },
  )
  expect(await screen.findByText('312 entries imported from Day One.')).toBeVisible()
  await actor.click(await button('Undo this import'))
  expect(
    await screen.findByText(
      '12 days were removed, 3 have their earlier words. 2 days were changed since and stay: March 3, 2026; March 4, 2026.',
    ),
  ).toBeVisible()
  expect(api.callsOf(undo)).toMatchObject([{ params: { id: 'i1' } }])
  expect(screen.getByRole('heading', { name: 'Import' })).toHaveFocus()
  unmount()
  openSettings()
  await button('Import')
  expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull()
})

test.each([
  ['too late', answer(404, {}), 'The import was not undoneIt is undone already, or can no longer be undone.'],
  [
    'without an answer',
    offline,
    "The import may be undone or notLisa didn't answer. It's safe to undo it once more.",
  ],
])(
  'an import that is not known to be undone (%s) says so, and every screen is read anew',
  async (_, result, sentence) => {
    keepImport(ana.id, { ...report, importId: 'i1' })
    const { actor, queryClient } = openSettings({}, { [undo]: result })
    queryClient.setQueryData(['goals'], [])
    await actor.click(await button('Undo this import'))
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(queryClient.getQueryState(['goals'])?.isInvalidated).toBe(true)
  },
)

test('an import that changes nothing leaves the one before to be undone', async () => {
  keepImport(ana.id, { ...report, importId: 'i1' })
  const { actor, uploads } = await choose()
  act(() => uploads[0]?.answer(200, report))
  await actor.click(await button('Import 312 entries'))
  await waitFor(() => expect(uploads).toHaveLength(2))
  const unchanged = { new: 0, filledIn: 0, unchanged: 312 }
  act(() => uploads[1]?.answer(200, { ...report, entries: unchanged }))
  expect(await screen.findByText('Everything was here already.')).toBeVisible()
  expect(await button('Undo this import')).toBeVisible()
  expect(screen.getByText('312 entries imported from Day One.')).toBeVisible()
})

test('after a day there is nothing to undo', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  keepImport(ana.id, { ...report, importId: 'i1' })
  vi.setSystemTime(Date.now() + 86_400_001)
  openSettings()
  await button('Import')
  expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull()
})

// Last, because its redirect comes later.
test('a lost session leads to sign-in', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { uploads } = await choose()
  act(() => uploads[0]?.answer(401, { message: 'Unauthorized' }))
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
