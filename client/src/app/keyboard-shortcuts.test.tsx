import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { switchShortcuts } from '@/lib/device/shortcuts'
import { anEntry } from '@/test/entries'
import { aGoal } from '@/test/goals'
import { byDate, missing } from '@/test/journal-today'
import { openSettings } from '@/test/settings'
import { ana, keysAreThere, renderApp } from '@/test/render-app'

const entries = [
  anEntry({ entryDate: '2026-11-21' }),
  anEntry({ entryDate: '2026-11-20' }),
  anEntry({ entryDate: '2026-11-19' }),
]

/** The code of the shortcuts is loaded when the browser is idle. */
async function open(path: string) {
  const app = renderApp(path, {
    'GET /api/journal-entries': entries,
    'GET /api/goals': [aGoal({ title: 'Run' }), aGoal({ title: 'Read', motivation: 'For my heart' })],
    'GET /api/voice/help': { contact: null, phoneCountry: null },
    'GET /api/ai-settings': { enabled: true },
    'GET /api/talks/memory': { remembers: false },
    'GET /api/talks': [],
    [byDate]: missing,
  })
  await screen.findByRole('heading', { level: 1 })
  await keysAreThere()
  return app
}

const address = () => window.location.pathname
const isListed = () => document.querySelector('dialog')?.open
const row = () => document.activeElement?.querySelector('h3')?.textContent

test('N begins to write, from wherever one is', async () => {
  const { actor } = await open('/goals')
  await actor.keyboard('n')
  expect(await screen.findByLabelText('What happened today?')).toBeVisible()
  expect(address()).toBe('/journal/new')
})

test('/ leads to the search, and from another screen first to the journal', async () => {
  const { actor } = await open('/goals')
  await actor.keyboard('/')
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus())
  expect(address()).toBe('/journal')
  await actor.tab()
  await actor.keyboard('/')
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus())
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

test('? lists the keys in a dialog, which keeps them to itself until it is closed', async () => {
  const { actor } = await open('/goals')
  expect(screen.queryByRole('dialog')).toBeNull()
  await actor.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual(
    expect.arrayContaining(['N', '/', '?']),
  )
  dialog.getByRole('button', { name: 'Close' }).focus()
  await actor.keyboard('n')
  expect(address()).toBe('/goals')
  await actor.click(dialog.getByRole('button', { name: 'Close' }))
  expect(isListed()).toBe(false)
})

test('arrows go through the entries of the journal and the goals, from the heading on', async () => {
  const { actor } = await open('/journal')
  await screen.findByText('November 19, 2026')
  screen.getByRole('heading', { level: 1 }).focus()
  await actor.keyboard('{ArrowDown}')
  expect(row()).toContain('November 21, 2026')
  await actor.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(row()).toContain('November 19, 2026')
  await actor.keyboard('{ArrowUp}')
  expect(row()).toContain('November 20, 2026')

  await actor.click(screen.getByRole('link', { name: 'Goals' }))
  ;(await screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })).focus()
  await actor.keyboard('{ArrowDown}')
  expect(row()).toBe('Read')
})

test.each(['n', '/', '?', '{ArrowDown}'])('%s typed in a field is text', async (key) => {
  const { actor } = await open('/journal/new')
  const field = await screen.findByLabelText<HTMLTextAreaElement>('What happened today?')
  await actor.click(field)
  await actor.keyboard(key)
  expect(field).toHaveFocus()
  expect(field).toHaveValue(key.startsWith('{') ? '' : key)
  expect([address(), isListed()]).toEqual(['/journal/new', false])
})

test.each([
  '{Control>}n{/Control}',
  '{Meta>}n{/Meta}',
  '{Alt>}n{/Alt}',
  '{Shift>}N{/Shift}',
  '{Control>}/{/Control}',
])('%s belongs to the browser', async (keys) => {
  const { actor } = await open('/goals')
  await actor.keyboard(keys)
  expect(address()).toBe('/goals')
})

test('in a menu, and where one talks, the keys do nothing', async () => {
  const { actor } = await open('/voice')
  await actor.keyboard('n/')
  expect(address()).toBe('/voice')
  await actor.click(screen.getByRole('link', { name: 'Goals' }))
  await actor.click(await screen.findByRole('button', { name: 'Account, AL' }))
  await screen.findByRole('menu')
  await actor.keyboard('n')
  expect(address()).toBe('/goals')
})

test('a user who is signed out has none of them', async () => {
  const { actor } = renderApp('/', {}, null)
  await screen.findByRole('heading', { name: 'Build meaningful habits' })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await actor.keyboard('n?')
  expect(address()).toBe('/')
  expect(document.querySelector('dialog')).toBeNull()
})

test('they can be switched off on this device, where all of them are listed too', async () => {
  onTestFinished(() => switchShortcuts(true))
  const { actor } = openSettings({}, {}, ana)
  const toggle = await screen.findByRole('switch', { name: 'Keyboard shortcuts' })
  expect(toggle).toBeChecked()
  await actor.click(screen.getByText('All keys'))
  // The dialog, whose code comes late, lists them again.
  expect(screen.getByText("Write today's entry", { ignore: 'dialog *' })).toBeVisible()
  await keysAreThere()
  await actor.click(toggle)
  expect(toggle).not.toBeChecked()
  await actor.keyboard('n?')
  expect([address(), isListed()]).toEqual(['/settings', false])
  await actor.click(toggle)
  await actor.keyboard('?')
  expect(isListed()).toBe(true)
})
