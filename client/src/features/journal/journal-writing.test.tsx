import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { byDate, create, field, freezeToday, openEmpty, update } from '@/test/journal-today'
import { renderApp } from '@/test/render-app'

freezeToday()

const saved = { [create]: ({ body }: { body: object }) => answer(201, anEntry(body)) }
const events = () => field('What happened today?')
const radio = (name: string) => screen.getByRole('radio', { name })
const saveButton = () => screen.getByRole('button', { name: /^(Save|Update) Entry$/ })

describe('Enter', () => {
  test('in a gratitude goes to the next field, and from the last to the first text', async () => {
    const { actor, api } = await openEmpty()
    await actor.type(field('Gratitude 1'), 'sun{Enter}tea{Enter}{Enter}Walked{Enter}home')
    expect(field('Gratitude 2')).toHaveValue('tea')
    expect(events()).toHaveFocus()
    expect(events()).toHaveValue('Walked\nhome')
    expect(api.callsOf(create)).toEqual([])
  })

  test('that ends the composing of a word does not', async () => {
    await openEmpty()
    field('Gratitude 1').focus()
    fireEvent.keyDown(field('Gratitude 1'), { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field('Gratitude 1'), { key: 'Enter', keyCode: 229 })
    expect(field('Gratitude 1')).toHaveFocus()
  })

  test('at a mood or a date saves nothing', async () => {
    const entry = anEntry({ entryDate: '2026-01-05' })
    const { actor, api } = renderApp(`/journal/edit/${entry.id}`, { 'GET /api/journal-entries/:id': entry })
    await screen.findByRole('button', { name: 'Update Entry' })
    for (const element of [field('Date'), radio('Neutral')]) {
      element.focus()
      await actor.keyboard('{Enter}')
    }
    expect(api.callsOf(update)).toEqual([])
  })
})

describe('the keys for saving', () => {
  test.each(['{Control>}s', '{Meta>}s', '{Control>}S', '{Control>}{Enter}', '{Meta>}{Enter}'])(
    '%s saves from any field',
    async (keys) => {
      const { actor, api } = await openEmpty(saved)
      await actor.type(events(), 'ran')
      await actor.keyboard(keys)
      expect(await screen.findByText('Journal entry saved successfully')).toBeVisible()
      expect(api.callsOf(create)).toMatchObject([{ body: { dailyEvents: 'ran' } }])
      expect(window.location.pathname).toBe('/journal')
    },
  )

  test('save from the date too, and on a keyboard of another script', async () => {
    const { api } = await openEmpty(saved)
    fireEvent.keyDown(field('Date'), { key: 'ы', code: 'KeyS', ctrlKey: true })
    await waitFor(() => expect(api.callsOf(create)).toHaveLength(1))
  })

  test('keep the browser from saving the page, and save once, not again while that goes on', async () => {
    const { api } = await openEmpty({ [create]: () => new Promise(() => {}) })
    const isLeftToTheBrowser = (options = {}) =>
      fireEvent.keyDown(events(), { key: 's', ctrlKey: true, ...options })
    expect(isLeftToTheBrowser({ repeat: true })).toBe(false)
    expect(api.callsOf(create)).toHaveLength(0)
    expect(isLeftToTheBrowser()).toBe(false)
    await waitFor(() => expect(saveButton()).toBeDisabled())
    expect(isLeftToTheBrowser()).toBe(false)
    expect(api.callsOf(create)).toHaveLength(1)
  })

  test.each([
    ['AltGr+S, which types a letter', { key: 'ś', code: 'KeyS', ctrlKey: true, altKey: true }],
    ['Ctrl+Shift+S', { key: 'S', code: 'KeyS', ctrlKey: true, shiftKey: true }],
    ['the key of S on a keyboard with another order', { key: 'o', code: 'KeyS', ctrlKey: true }],
    ['Shift+Enter', { key: 'Enter', shiftKey: true }],
  ])('are not %s', async (_, key) => {
    const { api } = await openEmpty()
    expect(fireEvent.keyDown(events(), key)).toBe(true)
    expect(api.callsOf(create)).toEqual([])
  })

  test('leave a link to the browser, which opens it in a new tab', async () => {
    await openEmpty()
    const close = screen.getByRole('button', { name: 'Close' })
    expect(fireEvent.keyDown(close, { key: 'Enter', ctrlKey: true })).toBe(true)
  })

  test('are named at the button', async () => {
    await openEmpty()
    expect(saveButton()).toHaveAttribute('aria-keyshortcuts', 'Control+S Control+Enter')
    expect(saveButton()).toHaveAccessibleDescription('Ctrl+S or Ctrl+Enter')
  })

  test('give the focus back to the field when the save fails', async () => {
    const { actor } = await openEmpty({ [create]: answer(503, { message: 'Not ready' }) })
    await actor.type(events(), 'ran')
    const { activeElement } = document
    // As browsers do it, a field that is disabled loses the focus.
    const observer = new MutationObserver(() => events().matches(':disabled') && events().blur())
    observer.observe(document.body, { subtree: true, attributes: true })
    await actor.keyboard('{Control>}s')
    await screen.findByText('Failed to save journal entry')
    await waitFor(() => expect(activeElement).toHaveFocus())
    observer.disconnect()
  })
})

describe('the day in words', () => {
  test('stands under the heading and follows the date', async () => {
    const { api } = await openEmpty()
    const header = within(screen.getByRole('heading', { level: 1 }).closest('header') ?? document.body)
    expect(header.getByText('Saturday, November 21')).toBeVisible()
    expect(header.getByText('Today')).toBeVisible()
    fireEvent.change(field('Date'), { target: { value: '2026-11-10' } })
    expect(header.getByText('Tuesday, November 10')).toBeVisible()
    expect(header.getByText('11 days ago')).toBeVisible()
    fireEvent.change(field('Date'), { target: { value: '2026-12-01' } })
    expect(header.getByText('That day is still to come.')).toBeVisible()
    await waitFor(() => expect(api.callsOf(byDate)).toHaveLength(3))
    await screen.findByRole('button', { name: 'Save Entry' })
  })

  test('follows the date of an entry that is edited, also while it is being typed', async () => {
    const entry = anEntry({ entryDate: '2026-01-05' })
    renderApp(`/journal/edit/${entry.id}`, { 'GET /api/journal-entries/:id': entry })
    expect(await screen.findByText('Monday, January 5')).toBeVisible()
    fireEvent.change(field('Date'), { target: { value: '' } })
    expect(screen.queryByText('10 months ago')).toBeNull()
    fireEvent.change(field('Date'), { target: { value: '2026-11-20' } })
    expect(screen.getByText('Yesterday')).toBeVisible()
  })
})
