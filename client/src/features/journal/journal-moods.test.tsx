import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { JournalEntryView } from '@shared/journal'
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
  update,
} from '@/test/journal-today'
import { renderApp } from '@/test/render-app'

freezeToday()

const events = () => field('What happened today?')
const radio = (name: string) => screen.getByRole('radio', { name })
const saveButton = () => screen.getByRole('button', { name: /^(Save|Update) Entry$/ })

describe('an address with a mood or a date', () => {
  const open = async (query: string, routes = {}) => {
    const app = renderApp(`/journal/new${query}`, { [byDate]: missing, ...emptyList, ...routes })
    await screen.findByRole('button', { name: /^(Save|Update) Entry$/ })
    return app
  }

  test('opens with that mood, which a reload keeps and Back does not bring again', async () => {
    const first = await open('?mood=happy')
    expect(radio('Happy')).toBeChecked()
    expect(window.location.search).toBe('')
    first.unmount()
    await open('')
    expect(radio('Happy')).toBeChecked()
    expect(screen.queryByText('We kept your draft')).toBeNull()
  })

  test('keeps the mood in the address until the form is there', async () => {
    const failed = answer(500, { message: 'Internal Server Error' })
    const { actor, api } = renderApp('/journal/new?mood=happy', { [byDate]: failed })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(window.location.search).toBe('?mood=happy')
    api.on(byDate, missing)
    await actor.click(retry)
    await screen.findByRole('button', { name: 'Save Entry' })
    expect(radio('Happy')).toBeChecked()
    expect(window.location.search).toBe('')
  })

  test('leaves nothing to decide if the day was written elsewhere after a mood was tapped', async () => {
    const first = await open('?mood=happy')
    first.unmount()
    await open('', { [byDate]: anEntry({ entryDate: '2026-11-21', mood: 'sad', wins: 'ran' }) })
    expect(radio('Sad')).toBeChecked()
    expect(screen.queryByText('You already have an entry for this day')).toBeNull()
    expect(saveButton()).toBeEnabled()
  })

  test('opens on that date, and goes on to say which is in sight', async () => {
    const { api } = await open('?date=2026-11-10')
    expect(field('Date')).toHaveValue('2026-11-10')
    expect(api.callsOf(byDate)).toMatchObject([{ params: { date: '2026-11-10' } }])
    expect(window.location.search).toBe('?date=2026-11-10')
    fireEvent.change(field('Date'), { target: { value: '2026-11-09' } })
    await screen.findByRole('button', { name: 'Save Entry' })
    expect(window.location.search).toBe('?date=2026-11-09')
  })

  test('puts the mood over the one of an entry that is there', async () => {
    const entry = anEntry({ entryDate: '2026-11-10', mood: 'sad', wins: 'ran' })
    const { actor, api } = await open('?date=2026-11-10&mood=very-happy', {
      [byDate]: entry,
      [update]: entry,
    })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Entry')
    expect(radio('Very Happy')).toBeChecked()
    await actor.click(saveButton())
    await screen.findByText('Journal entry updated successfully')
    expect(api.callsOf(update)).toMatchObject([{ body: { mood: 'very-happy', wins: 'ran' } }])
  })

  test('puts it over the mood of a draft, too, and keeps the words', async () => {
    const first = await openEmpty()
    await first.actor.click(radio('Sad'))
    await first.actor.type(events(), 'typed')
    first.unmount()
    await open('?mood=happy')
    expect(radio('Happy')).toBeChecked()
    expect(events()).toHaveValue('typed')
    expect(screen.getByText('We kept your draft')).toBeVisible()
  })

  test.each(['?mood=good', '?mood=', '?date=2026-02-30', '?date=yesterday', '?mood=Happy&date='])(
    '%s is ignored',
    async (query) => {
      await open(query)
      expect(radio('Neutral')).toBeChecked()
      expect(field('Date')).toHaveValue('2026-11-21')
      expect(window.location.search).toBe('')
      expect(drafts()).toEqual([])
    },
  )
})

describe('what is sent', () => {
  const saved = { [create]: anEntry({ entryDate: '2026-11-21' }) }
  const bodyOf = (api: { callsOf: (route: string) => { body: unknown }[] }, route: string) =>
    api.callsOf(route)[0]?.body

  test('of a new entry has no mood that nobody touched', async () => {
    const { actor, api } = await openEmpty(saved)
    expect(radio('Neutral')).toBeChecked()
    await actor.type(events(), 'typed')
    await actor.click(saveButton())
    await screen.findByText('Journal entry saved successfully')
    expect(bodyOf(api, create)).toMatchObject({ dailyEvents: 'typed' })
    expect(bodyOf(api, create)).not.toHaveProperty('mood')
  })

  test('has the preset mood if it was tapped', async () => {
    const { actor, api } = await openEmpty(saved)
    await actor.click(radio('Neutral'))
    await actor.click(saveButton())
    await screen.findByText('Journal entry saved successfully')
    expect(bodyOf(api, create)).toMatchObject({ mood: 'neutral' })
  })

  const change = async (entry: JournalEntryView, prepare: (actor: Actor) => unknown) => {
    const app = renderApp('/journal/new', { [byDate]: entry, [update]: entry, ...emptyList })
    await screen.findByRole('button', { name: 'Update Entry' })
    await app.actor.type(events(), 'typed')
    await prepare(app.actor)
    await app.actor.click(saveButton())
    await screen.findByText('Journal entry updated successfully')
    return bodyOf(app.api, update)
  }
  type Actor = Awaited<ReturnType<typeof openEmpty>>['actor']

  test('of a changed entry has no mood if nobody has chosen one yet, unless it is tapped now', async () => {
    const unchosen = anEntry({ entryDate: '2026-11-21', wins: 'ran' })
    expect(await change(unchosen, () => {})).not.toHaveProperty('mood')
  })

  test('of a changed entry has the preset mood that is tapped now', async () => {
    const unchosen = anEntry({ entryDate: '2026-11-21', wins: 'ran' })
    expect(await change(unchosen, (actor) => actor.click(radio('Neutral')))).toMatchObject({
      mood: 'neutral',
    })
  })

  test('keeps a neutral mood that was chosen before', async () => {
    const chosen = anEntry({ entryDate: '2026-11-21', mood: 'neutral' })
    expect(await change(chosen, () => {})).toMatchObject({ mood: 'neutral' })
  })

  test('survives as a draft: a tap on the preset mood is chosen after a reload, too', async () => {
    const first = await openEmpty(saved)
    await first.actor.type(events(), 'typed')
    await first.actor.click(radio('Neutral'))
    first.unmount()
    const { actor, api } = await openEmpty(saved)
    await actor.click(saveButton())
    await screen.findByText('Journal entry saved successfully')
    expect(bodyOf(api, create)).toMatchObject({ mood: 'neutral', dailyEvents: 'typed' })
  })
})

describe('a mood in a conflict', () => {
  const phone = anEntry({ entryDate: '2026-11-21', mood: 'sad', wins: 'from the phone' })

  async function saveOnto(prepare: (app: Awaited<ReturnType<typeof openEmpty>>) => unknown) {
    const app = await openEmpty({
      [create]: answer(409, { message: 'An entry for this date already exists', id: phone.id }),
      'GET /api/journal-entries/:id': phone,
      [update]: phone,
    })
    await app.actor.type(events(), 'from the laptop')
    await prepare(app)
    await app.actor.click(saveButton())
    await screen.findByText('You already have an entry for this day')
    return app
  }

  test('that was never chosen here gives way to the saved one', async () => {
    const { actor, api } = await saveOnto(() => {})
    expect(screen.getByText('Saved: Mood').nextElementSibling).toHaveTextContent('Sad')
    await actor.click(screen.getByRole('button', { name: 'Keep both' }))
    expect(radio('Sad')).toBeChecked()
    await actor.click(saveButton())
    await screen.findByText('Journal entry updated successfully')
    expect(api.callsOf(update)).toMatchObject([
      { body: { mood: 'sad', wins: 'from the phone', dailyEvents: 'from the laptop' } },
    ])
  })

  test('that nobody chose is empty, and gives way to the one that was chosen here', async () => {
    const unchosen = anEntry({ entryDate: '2026-11-21', wins: 'from the phone' })
    const { actor, api } = await openEmpty({
      [create]: answer(409, { message: 'An entry for this date already exists', id: unchosen.id }),
      'GET /api/journal-entries/:id': unchosen,
      [update]: unchosen,
    })
    await actor.type(events(), 'from the laptop')
    await actor.click(radio('Happy'))
    await actor.click(saveButton())
    await actor.click(await screen.findByRole('button', { name: 'Keep both' }))
    await actor.click(saveButton())
    await screen.findByText('Journal entry updated successfully')
    expect(api.callsOf(update)).toMatchObject([{ body: { mood: 'happy', wins: 'from the phone' } }])
  })

  test.each(['Happy', 'Neutral'])('that was chosen here stays: %s', async (mood) => {
    const { actor } = await saveOnto(({ actor }) => actor.click(radio(mood)))
    await actor.click(screen.getByRole('button', { name: 'Keep both' }))
    expect(radio(mood)).toBeChecked()
  })

  test('that is shown with a draft but was never chosen gives way too', async () => {
    const first = await openEmpty()
    await first.actor.type(events(), 'from the laptop')
    first.unmount()
    const { actor } = renderApp('/journal/new', { [byDate]: phone, ...emptyList })
    await actor.click(await screen.findByRole('button', { name: 'Keep both' }))
    expect(radio('Sad')).toBeChecked()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  test('that was not touched here is left as it is saved by "Keep mine" too', async () => {
    const { actor, api } = await saveOnto(() => {})
    await actor.click(screen.getByRole('button', { name: 'Keep mine' }))
    expect(radio('Sad')).toBeChecked()
    api.on(update, phone)
    await actor.click(saveButton())
    await screen.findByText('Journal entry updated successfully')
    expect(api.callsOf(update)).toMatchObject([{ body: { mood: 'sad' } }])
  })

  test('that is kept with "Keep mine" survives a reload', async () => {
    const app = await saveOnto(({ actor }) => actor.click(radio('Neutral')))
    await app.actor.click(screen.getByRole('button', { name: 'Keep mine' }))
    app.unmount()
    renderApp('/journal/new', { [byDate]: phone, ...emptyList })
    await screen.findByRole('button', { name: 'Update Entry' })
    expect(radio('Neutral')).toBeChecked()
  })

  test.each(['Keep both', 'Keep mine', 'Use the saved version'])(
    'after %s the focus is where it was before the save',
    async (choice) => {
      const { actor } = await saveOnto(() => {})
      screen.getByRole('button', { name: choice }).focus()
      await actor.keyboard('{Enter}')
      expect(saveButton()).toHaveFocus()
    },
  )
})
