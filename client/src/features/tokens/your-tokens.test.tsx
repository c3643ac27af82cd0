import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { TokenView } from '@shared/tokens'
import { answer, away, offline, type Routes } from '@/test/fake-api'
import { answerConfirm } from '@/test/goals'
import { ana } from '@/test/render-app'
import { button, openSettings } from '@/test/settings'

const list = 'GET /api/tokens'
const make = 'POST /api/tokens'
const backup: TokenView = {
  id: '7d0f3a52-6c1d-4f0e-9a55-0a3c1a5e7a11',
  name: 'Backup',
  scopes: ['goals:read', 'journal:read'],
  createdAt: '2026-11-24T08:00:00.000Z',
  expiresAt: '2027-02-22T08:00:00.000Z',
  lastUsedAt: '2026-11-25T00:00:00.000Z',
  lastUsedHere: null,
}
const claude: TokenView = { ...backup, id: ana.id, name: 'Claude', scopes: ['propose'], lastUsedAt: null }
const script: TokenView = { ...backup, id: '0b0b7c1e-6a4c-4e0b-8f5e-2f3c0a9d4e22', name: 'Script' }
const token = `lisa_pat_${'a'.repeat(43)}`

const open = (routes: Routes = {}, user = ana) => openSettings({}, routes, user)
const tokens = () => screen.findByRole('list', { name: 'Your tokens' })
async function openForm(routes: Routes = {}) {
  const app = open(routes)
  await app.actor.click(await screen.findByRole('button', { name: 'New token' }))
  return app
}
async function fillIn({ actor }: ReturnType<typeof open>) {
  await actor.type(screen.getByLabelText('Name'), ' My script ')
  await actor.click(
    screen.getByRole('checkbox', { name: 'Propose entries and goals, which wait for your yes' }),
  )
  await actor.selectOptions(screen.getByLabelText('Ends'), 'A year')
}

test('each token says what it may do, since when, until when and when it was used', async () => {
  const home = { ...script, lastUsedHere: true }
  const away = { ...script, id: ana.id.replace(/.$/, 'f'), lastUsedHere: false }
  open({ [list]: [claude, backup, home, away] }, { ...ana, password: true })
  const rows = within(await tokens()).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Never used'),
    'BackupRead your goals · Read your journalMade November 24, 2026, ends February 22, 2027Last used on November 25, 2026Withdraw',
    expect.stringContaining('Last used on November 25, 2026, from the network you are in now'),
    expect.stringContaining('Last used on November 25, 2026, from another network'),
    expect.stringContaining('Password sign-in'),
  ])
  expect(within(rows[4]!).queryByRole('button')).toBeNull()
})

test('the day of the last use is that of the reader, as the day is on which it was made', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  const at = '2026-11-25T04:05:00.000Z'
  open({ [list]: [{ ...backup, createdAt: at, lastUsedAt: at }] })
  const row = within(await tokens()).getByRole('listitem')
  expect(row).toHaveTextContent(/Made November 24, 2026, .*Last used on November 24, 2026/)
})

test('without one it says so; a list that did not load can be asked for again', async () => {
  const { actor, api } = open({ [list]: answer(500, { message: 'Internal Server Error' }) })
  expect(await screen.findByText(/^We couldn't load your tokens\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
  api.on(list, [])
  await actor.click(button('Retry'))
  expect(await screen.findByText('You have no tokens yet.')).toBeVisible()
})

test.each([
  ['switched off', () => answer(503, { message: 'Tokens are switched off' }), 0],
  ['away', away, 1],
])('where the server has tokens %s', async (_, refusal, shown) => {
  open({ [list]: refusal })
  await screen.findByRole('heading', { name: 'A calendar of your goals and review days' })
  await waitFor(() => expect(screen.queryAllByText('Your tokens')).toHaveLength(shown))
  await waitFor(() => expect(screen.queryAllByText(/^We couldn't load your tokens\./)).toHaveLength(shown))
})

test('where the server has tokens switched off, those that are there can be withdrawn, and none is made', async () => {
  const off = (tokens: TokenView[]) => answer(503, { message: 'Tokens are switched off', tokens })
  const withdraw = 'DELETE /api/tokens/:id'
  const { actor, api } = open({ [list]: off([claude]), [withdraw]: undefined })
  await tokens()
  expect(screen.getByText(/^Tokens are switched off on this server\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
  answerConfirm(true)
  api.on(list, off([]))
  await actor.click(button('Withdraw: Claude'))
  await waitFor(() => expect(screen.queryByText('Your tokens')).toBeNull())
  expect(api.callsOf(withdraw)).toHaveLength(1)
})

test('a token is made and shown once', async () => {
  const app = await openForm({ [make]: () => answer(201, { ...claude, name: 'My script', token }) })
  expect(screen.getByLabelText('Name')).toHaveFocus()
  await fillIn(app)
  await app.actor.click(button('Make token'))
  const field = await screen.findByLabelText('Token for My script')
  expect(field).toHaveValue(token)
  expect(field).toHaveFocus()
  expect(field).toHaveAccessibleDescription('Copy it now: it will not be shown again.')
  expect(app.api.callsOf(make).map(({ body }) => body)).toEqual([
    { name: 'My script', scopes: ['propose'], expiresInDays: 365 },
  ])
  expect(app.api.callsOf(list)).toHaveLength(2)
  await app.actor.click(button('Copy'))
  expect(await screen.findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(token)
  await app.actor.click(button('Done'))
  expect(screen.queryByDisplayValue(token)).toBeNull()
  expect(screen.getByRole('heading', { name: 'Your tokens' })).toHaveFocus()
  expect(JSON.stringify(localStorage)).not.toMatch(/lisa_pat|My script/)
})

test('where the browser does not let it copy, the token is selected', async () => {
  const app = await openForm({ [make]: () => answer(201, { ...claude, token }) })
  await fillIn(app)
  await app.actor.click(button('Make token'))
  const field = await screen.findByLabelText<HTMLInputElement>('Token for Claude')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Denied'))
  await app.actor.click(button('Copy'))
  expect(await screen.findByText(/^This browser does not let Lisa copy it/)).toBeVisible()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, token.length])
})

test('without a name, or anything that it may do, no token is asked for', async () => {
  const { actor, api } = await openForm()
  await actor.click(button('Make token'))
  expect(screen.getByText('Name is required')).toBeVisible()
  expect(screen.getByText('Choose what the token may do')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(api.callsOf(make)).toEqual([])
})

test('a sign-in that is too old is asked for, and what was typed is still there afterwards', async () => {
  const app = await openForm({ [make]: answer(403, { message: 'Sign in again', signInAgain: true }) })
  await fillIn(app)
  expect(JSON.stringify(localStorage)).not.toContain('My script')
  await app.actor.click(button('Make token'))
  expect(await screen.findByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=/settings&prompt=login',
  )
  app.unmount()
  open()
  expect(await screen.findByLabelText('Name')).toHaveValue(' My script ')
  expect(screen.getByLabelText('Name')).not.toHaveFocus()
  expect(screen.getByRole('checkbox', { name: /^Propose/ })).toBeChecked()
  expect(screen.getByLabelText('Ends')).toHaveDisplayValue('A year')
})

test.each([
  [answer(409, { message: 'You have 20 tokens already' }), 'No token was made. You have 20 tokens already'],
  [
    offline,
    "It is not known whether a token was made. We can't reach Lisa. Check your connection and try again.",
  ],
])('a failure is told, and the form stays', async (refusal, message) => {
  const app = await openForm({ [make]: refusal })
  await fillIn(app)
  await app.actor.click(button('Make token'))
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue(' My script ')
})

test('a withdrawn token leaves the list, once it was asked and the server has answered', async () => {
  const withdraw = 'DELETE /api/tokens/:id'
  let end = () => {}
  const answered = () => new Promise<void>((resolve) => (end = resolve))
  const { actor, api } = open({ [list]: [claude], [withdraw]: answered })
  await tokens()
  answerConfirm(false)
  await actor.click(button('Withdraw: Claude'))
  expect(api.callsOf(withdraw)).toEqual([])
  answerConfirm(true)
  await actor.click(button('Withdraw: Claude'))
  expect(button('Withdraw: Claude')).toBeDisabled()
  api.on(list, [])
  end()
  expect(await screen.findByText('The token is withdrawn')).toBeVisible()
  expect(await screen.findByText('You have no tokens yet.')).toBeVisible()
  await waitFor(async () => expect(await tokens()).toHaveFocus())
})
