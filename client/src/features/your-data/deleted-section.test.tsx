import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeletedRow } from '@shared/versions'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { aGoal, answerConfirm } from '@/test/goals'
import { openSettings } from '@/test/settings'

const list = 'GET /api/deleted'
const restore = 'POST /api/versions/:id/restore'
const remove = 'DELETE /api/versions/:id'
const entry = anEntry({ entryDate: '2026-11-05', wins: 'ran' })
const goal = aGoal({ title: 'Run' })
const at = '2026-11-20T08:00:00.000Z'
const rows: DeletedRow[] = [
  { id: 'v2', kind: 'entry', rowId: entry.id, label: entry.entryDate, at },
  { id: 'v1', kind: 'goal', rowId: goal.id, label: goal.title, at },
]
const deleted = () => screen.findByRole('list', { name: 'Recently deleted' })
const button = (name: string) => screen.findByRole('button', { name })

test('what was deleted is listed and restored, and the focus goes on to the next', async () => {
  const { actor, api, queryClient } = openSettings({}, { [list]: rows, [restore]: entry })
  const [first] = within(await deleted()).getAllByRole('listitem')
  expect(first).toHaveTextContent(/^November 5, 2026\s*Deleted Nov 20, 2026 at 8:00 AM/)
  queryClient.setQueryData(['analytics'], 0)
  await actor.click(await button('Restore: November 5, 2026'))
  expect(await screen.findByText('Journal entry restored successfully')).toBeVisible()
  expect(api.callsOf(restore)).toMatchObject([{ params: { id: 'v2' } }])
  expect(screen.queryByText('November 5, 2026')).toBeNull()
  expect(queryClient.getQueryState(['analytics'])?.isInvalidated).toBe(true)
  await waitFor(async () => expect(await button('Restore: Run')).toHaveFocus())

  api.on(restore, goal)
  // The days on which it was worked on have it again.
  queryClient.setQueryData(['journal-entries', 'months'], [])
  await actor.click(await button('Restore: Run'))
  expect(await screen.findByText('Goal restored successfully')).toBeVisible()
  expect(queryClient.getQueryState(['journal-entries', 'months'])?.isInvalidated).toBe(true)
  expect(await screen.findByText(/^Nothing\. An entry or a goal that you delete/)).toBeVisible()
  await waitFor(async () => expect(await deleted()).toHaveFocus())
})

test('deleting for good asks once more', async () => {
  const confirm = answerConfirm(false)
  const { actor, api } = openSettings({}, { [list]: rows, [remove]: undefined })
  await actor.click(await button('Delete for good: Run'))
  expect(confirm).toHaveBeenCalledOnce()
  expect(api.callsOf(remove)).toEqual([])
  answerConfirm(true)
  await actor.click(await button('Delete for good: Run'))
  expect(await screen.findByText('Deleted for good')).toBeVisible()
  expect(api.callsOf(remove)).toMatchObject([{ params: { id: 'v1' } }])
  expect(within(await deleted()).getAllByRole('listitem')).toHaveLength(1)
})

test('Keep both joins the words to the entry that the day has by now', async () => {
  const living = anEntry({ entryDate: entry.entryDate, wins: 'swam', mood: 'happy' })
  const update = 'PUT /api/journal-entries/:id'
  const { actor, api } = openSettings(
    {},
    {
      [list]: rows,
      [restore]: answer(409, { message: 'An entry for this date already exists', id: living.id }),
      'GET /api/journal-entries/:id/versions': [{ id: 'v2', at, by: 'form', row: entry }],
      'GET /api/journal-entries/:id': living,
      [update]: living,
    },
  )
  await actor.click(await button('Restore: November 5, 2026'))
  expect(await screen.findByRole('alert')).toHaveTextContent('This day has another entry by now.')
  await actor.click(await button('Keep both'))
  expect(await screen.findByText('Journal entry updated successfully')).toBeVisible()
  expect(api.callsOf(update)).toMatchObject([
    { params: { id: living.id }, body: { wins: 'swam\n\nran', mood: 'happy', updatedAt: living.updatedAt } },
  ])
  expect(screen.getByText('Its words are in the entry of that day now.')).toHaveFocus()
})

test('what could not be restored stays, and a list that could not be loaded is told', async () => {
  const { actor, api } = openSettings({}, { [list]: answer(500, {}), [restore]: answer(500, {}) })
  expect(await screen.findByText(/^We couldn't load what you deleted\./)).toBeVisible()
  api.on(list, rows)
  await actor.click(await button('Retry'))
  await actor.click(await button('Restore: Run'))
  expect(await screen.findByText(/^Goal not restored\. Something went wrong on our side/)).toBeVisible()
  expect(await button('Restore: Run')).toBeEnabled()
})

test('what another window has restored is not restored over its newer words, and leaves the list', async () => {
  const { actor, api } = openSettings({}, { [list]: rows, [restore]: entry })
  await deleted()
  api.on(list, rows.slice(1))
  await actor.click(await button('Restore: November 5, 2026'))
  expect(
    await screen.findByText("Journal entry not restored. It's back already, or was deleted for good."),
  ).toBeVisible()
  expect(api.callsOf(restore)).toEqual([])
  await waitFor(() => expect(screen.queryByText('November 5, 2026')).toBeNull())
  expect(await button('Restore: Run')).toHaveFocus()
})
