import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { byDate, create, emptyList, field, freezeToday, openEmpty, today, update } from '@/test/journal-today'
import { renderApp } from '@/test/render-app'

freezeToday()

test('a kept draft cannot be discarded while it is being saved', async () => {
  const first = await openEmpty()
  await first.actor.type(field('What are your wins today?'), 'old words')
  first.unmount()
  const { actor, api } = await openEmpty({ [create]: () => new Promise(() => {}) })
  const save = () => screen.getByRole('button', { name: 'Save Entry' })
  await actor.click(save())
  await waitFor(() => expect(save()).toBeDisabled())
  await actor.click(screen.getByRole('button', { name: 'Discard draft' }))
  await actor.type(field('What are your wins today?'), ' new words')
  await actor.click(save())
  expect(field('What are your wins today?')).toHaveValue('old words')
  expect(api.callsOf(create)).toHaveLength(1)
})

test('after a conflict on the edit screen, the daily screen opens on what was saved', async () => {
  const mine = anEntry({ entryDate: today, wins: '' })
  let saved = { ...mine, wins: 'theirs', updatedAt: '2026-11-21T11:00:00.000Z' }
  const { actor, api } = renderApp(`/journal/edit/${mine.id}`, {
    'GET /api/journal-entries/:id': mine,
    [update]: answer(409, { message: 'This entry was changed elsewhere', current: saved }),
    [byDate]: () => saved,
    ...emptyList,
  })
  await actor.type(await screen.findByLabelText('What are your wins today?'), 'mine')
  await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
  await actor.click(await screen.findByRole('button', { name: 'Keep both' }))
  api.on(update, ({ body }: { body: object }) => (saved = { ...saved, ...body }))
  await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
  await screen.findByText('Journal entry updated successfully')
  await actor.click(await screen.findByRole('button', { name: 'New Entry' }))
  await screen.findByRole('heading', { name: 'Edit Entry' })
  expect(field('What are your wins today?')).toHaveValue('theirs\n\nmine')
})
