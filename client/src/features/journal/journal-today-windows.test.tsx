import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import {
  byDate,
  create,
  drafts,
  emptyList,
  field,
  freezeToday,
  missing,
  openEmpty,
  today,
  update,
} from '@/test/journal-today'
import { renderApp } from '@/test/render-app'

freezeToday()

describe('another window', () => {
  const other = anEntry({ entryDate: today, wins: 'from the other window' })

  async function saveOnto(current: typeof other) {
    const app = await openEmpty({
      [create]: answer(409, { message: 'An entry for this date already exists', id: current.id }),
      [`GET /api/journal-entries/:id`]: current,
      [update]: current,
    })
    await app.actor.type(field('What are your wins today?'), 'mine')
    await app.actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    await screen.findByText('You already have an entry for this day')
    return app
  }

  test('that made the entry first: both texts are in sight, and nothing is overwritten unasked', async () => {
    await saveOnto(other)
    expect(screen.getByText('from the other window')).toBeVisible()
    expect(field('What are your wins today?')).toHaveValue('mine')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Entry')
    expect(screen.getByRole('button', { name: 'Update Entry' })).toBeDisabled()
    expect(await screen.findByText('Failed to save journal entry')).toBeVisible()
  })

  test.each([
    ['Keep both', 'from the other window\n\nmine'],
    ['Keep mine', 'mine'],
    ['Use the saved version', 'from the other window'],
  ])('%s', async (choice, wins) => {
    const { actor, api } = await saveOnto(other)
    await actor.click(screen.getByRole('button', { name: choice }))
    expect(field('What are your wins today?')).toHaveValue(wins)
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    await screen.findByText('Journal entry updated successfully')
    expect(api.callsOf(update)).toMatchObject([
      { params: { id: other.id }, body: { wins, updatedAt: other.updatedAt } },
    ])
    expect(drafts()).toEqual([])
  })

  test('that changed the entry meanwhile: the change is shown before it is replaced', async () => {
    const loaded = anEntry({ entryDate: today, wins: 'as loaded' })
    const current = { ...loaded, wins: 'changed elsewhere', updatedAt: '2026-11-21T09:00:00.000Z' }
    const { actor, api } = renderApp('/journal/new', {
      [byDate]: loaded,
      ...emptyList,
      [update]: answer(409, { message: 'This entry was changed elsewhere', current }),
    })
    await screen.findByRole('button', { name: 'Update Entry' })
    await actor.type(field('What went well?'), 'mine')
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    expect(await screen.findByText('changed elsewhere')).toBeVisible()
    api.on(update, current)
    await actor.click(screen.getByRole('button', { name: 'Keep both' }))
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    await screen.findByText('Journal entry updated successfully')
    expect(api.callsOf(update)[1]).toMatchObject({
      // Only the other window has changed the wins.
      body: { wins: 'changed elsewhere', wentWell: 'mine', updatedAt: current.updatedAt },
    })
  })

  test('that cleared a text meanwhile: the question shows it, and Keep both does not bring it back', async () => {
    const loaded = anEntry({ entryDate: today, wins: 'as loaded' })
    const current = { ...loaded, wins: '', updatedAt: '2026-11-21T09:00:00.000Z' }
    const { actor, api } = renderApp('/journal/new', {
      [byDate]: loaded,
      ...emptyList,
      [update]: answer(409, { message: 'This entry was changed elsewhere', current }),
    })
    await screen.findByRole('button', { name: 'Update Entry' })
    await actor.type(field('What went well?'), 'mine')
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    expect((await screen.findByText('Saved: What are your wins today?')).nextSibling).toHaveTextContent(
      /^\(empty\)$/,
    )
    api.on(update, current)
    await actor.click(screen.getByRole('button', { name: 'Keep both' }))
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    await screen.findByText('Journal entry updated successfully')
    expect(api.callsOf(update)[1]).toMatchObject({ body: { wins: '', wentWell: 'mine' } })
  })
})

describe('drafts', () => {
  test('of an entry that has changed since say so after every reload', async () => {
    const loaded = anEntry({ entryDate: today, wins: 'ran' })
    let saved = loaded
    const open = async () => {
      const app = renderApp('/journal/new', { [byDate]: () => saved, ...emptyList })
      await screen.findByRole('button', { name: 'Update Entry' })
      await app.actor.type(field('What went well?'), 'mine')
      return app
    }
    const first = await open()
    first.unmount()
    saved = { ...loaded, wins: 'swam', updatedAt: '2026-11-21T09:00:00.000Z' }
    for (const _ of [1, 2]) {
      const { unmount } = await open()
      expect(screen.getByText('This entry has changed since you opened it')).toBeVisible()
      unmount()
    }
  })

  test('come back after the page has gone, and can be discarded', async () => {
    const first = await openEmpty()
    await first.actor.type(field('What are your wins today?'), 'ran')
    first.unmount()

    const { actor } = await openEmpty()
    expect(screen.getByText('We kept your draft')).toBeVisible()
    expect(field('What are your wins today?')).toHaveValue('ran')
    await actor.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(field('What are your wins today?')).toHaveValue('')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(drafts()).toEqual([])
  })

  test('stay with the date that they were typed for', async () => {
    const { actor, api } = await openEmpty()
    await actor.type(field('What are your wins today?'), 'of today')
    api.on(byDate, ({ params }: { params: { date: string } }) =>
      params.date === '2026-01-01' ? anEntry({ entryDate: '2026-01-01', wins: 'of new year' }) : missing,
    )
    fireEvent.change(field('Date'), { target: { value: '2026-01-01' } })
    expect(await screen.findByRole('heading', { name: 'Edit Entry' })).toBeVisible()
    expect(field('What are your wins today?')).toHaveValue('of new year')
    fireEvent.change(field('Date'), { target: { value: today } })
    await screen.findByRole('button', { name: 'Save Entry' })
    expect(field('What are your wins today?')).toHaveValue('of today')
  })

  test('with another date, from Edit, do not move the entry of the date in sight', async () => {
    const entry = anEntry({ entryDate: today, wins: 'ran' })
    const editing = renderApp(`/journal/edit/${entry.id}`, { 'GET /api/journal-entries/:id': entry })
    await screen.findByRole('button', { name: 'Update Entry' })
    fireEvent.change(field('Date'), { target: { value: '2026-11-22' } })
    editing.unmount()

    const { actor, api } = renderApp('/journal/new', { [byDate]: entry, ...emptyList, [update]: entry })
    await screen.findByRole('button', { name: 'Update Entry' })
    expect(screen.queryByRole('button', { name: /^Discard/ })).toBeNull()
    await actor.type(field('What are your wins today?'), ' far')
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    await screen.findByText('Journal entry updated successfully')
    expect(api.callsOf(update)).toMatchObject([{ body: { entryDate: today, wins: 'ran far' } }])
  })

  test('of an entry that was moved meanwhile are saved under the date in sight', async () => {
    const loaded = anEntry({ entryDate: today, wins: 'ran' })
    const moved = { ...loaded, entryDate: '2026-11-22', updatedAt: '2026-11-21T09:00:00.000Z' }
    const { actor, api } = renderApp('/journal/new', {
      [byDate]: loaded,
      ...emptyList,
      [update]: answer(409, { message: 'This entry was changed elsewhere', current: moved }),
    })
    await actor.click(await screen.findByRole('button', { name: 'Update Entry' }))
    await actor.click(await screen.findByRole('button', { name: /^Use the saved/ }))
    api.on(update, moved)
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    await screen.findByText('Journal entry updated successfully')
    expect(api.callsOf(update)[1]).toMatchObject({ body: { entryDate: today } })
  })

  test('of an emptied date nothing is saved', async () => {
    const { actor, api } = await openEmpty()
    fireEvent.change(field('Date'), { target: { value: '' } })
    expect(screen.getByText('Date must be in YYYY-MM-DD format')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    expect(api.callsOf(create)).toEqual([])
    expect(field('Date')).toHaveFocus()
  })
})
