import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accountEventKinds, type AccountEventView } from '@shared/account-events'
import { answer } from '@/test/fake-api'
import { openSettings } from '@/test/settings'
import { eventLine } from './event-line'

let made = 0
const anEvent = (overrides: Partial<AccountEventView> = {}): AccountEventView => ({
  id: `${++made}`,
  kind: 'sign-in',
  at: '2026-11-21T08:30:00.000Z',
  detail: 'Firefox on Linux',
  newNetwork: false,
  ...overrides,
})

const activity = async () => within(await screen.findByRole('list', { name: 'Recent activity' }))

test('recent activity is told in sentences, with the time and a network that is new', async () => {
  openSettings(
    {},
    {
      'GET /api/account/events': [
        anEvent({ kind: 'token-refused', detail: null, newNetwork: true }),
        anEvent({ at: '2026-09-03T21:05:00.000Z' }),
      ],
    },
  )
  const rows = (await activity()).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'A wrong password was tried for the token APINov 21, 08:30, from a new network',
    'Signed in on Firefox on LinuxSep 3, 21:05',
  ])
})

test('every kind of event has a sentence of its own', () => {
  const lines = accountEventKinds.map((kind) => eventLine({ kind, detail: null }))
  expect(new Set(lines).size).toBe(accountEventKinds.length)
})

test('five events are shown until all are asked for', async () => {
  const events = Array.from({ length: 12 }, () => anEvent())
  const { actor } = openSettings({}, { 'GET /api/account/events': events })
  expect((await activity()).getAllByRole('listitem')).toHaveLength(5)
  await actor.click(screen.getByRole('button', { name: 'Show all 12', expanded: false }))
  expect((await activity()).getAllByRole('listitem')).toHaveLength(12)
  await actor.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
  expect((await activity()).getAllByRole('listitem')).toHaveLength(5)
})

test('before anything has happened the card says what will be there', async () => {
  openSettings()
  expect(await screen.findByText(/^Nothing yet\. Sign-ins and changes/)).toBeVisible()
})

test('while it loads there is a skeleton; when it fails it can be loaded again', async () => {
  let fail = () => {}
  const failed = new Promise((resolve) => (fail = () => resolve(answer(500, {}))))
  const { actor, api } = openSettings({}, { 'GET /api/account/events': () => failed })
  const card = within(await screen.findByRole('region', { name: 'Sign-ins' }))
  expect(card.getByText('Loading…')).toBeInTheDocument()
  fail()
  expect(await card.findByText('Your recent activity could not be loaded')).toBeVisible()
  api.on('GET /api/account/events', [anEvent()])
  await actor.click(card.getByRole('button', { name: 'Retry' }))
  expect((await activity()).getAllByRole('listitem')).toHaveLength(1)
})
