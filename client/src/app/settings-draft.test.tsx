import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer } from '@/test/fake-api'
import { drafts } from '@/test/journal-today'
import {
  button,
  comeBackToPage,
  dailySwitch,
  defaults,
  input,
  openSettings,
  phoneSwitch,
  withFewTimezones,
  withPhone,
} from '@/test/settings'

withFewTimezones()

const settings = 'GET /api/reminder-settings'
const notice = 'We kept your draft'
const left = 'Your changes to the settings are kept here as a draft.'

type App = ReturnType<typeof openSettings>

async function leave({ actor }: App) {
  await actor.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('link', { name: /^Talk to Lisa/ })
}

async function comeBack() {
  act(() => history.back())
  await dailySwitch()
}

async function changeZone({ actor }: App) {
  await dailySwitch()
  await actor.selectOptions(input('Timezone'), await screen.findByRole('option', { name: 'Tokyo' }))
}

test('changes that were not saved are kept: that is said when one leaves, and when one comes back', async () => {
  const app = openSettings({}, { 'PUT /api/reminder-settings': (call: { body: unknown }) => call.body })
  await changeZone(app)
  await leave(app)
  expect(await screen.findByText(left)).toBeVisible()
  await comeBack()
  expect(screen.getByText(notice)).toBeVisible()
  expect(input('Timezone')).toHaveValue('Asia/Tokyo')
  expect(input('Reminder Time')).toHaveValue('19:00')
  expect(screen.getByText('Your changes will be saved first.')).toBeVisible()
  await app.actor.click(button('Save Settings'))
  expect(await screen.findByText('Settings Saved')).toBeVisible()
  expect(app.api.callsOf('PUT /api/reminder-settings')).toMatchObject([{ body: { timezone: 'Asia/Tokyo' } }])
  expect(screen.queryByText(notice)).toBeNull()
  expect(drafts()).toEqual([])
  await leave(app)
  expect(screen.queryByText(left)).toBeNull()
})

test('the draft holds what was changed, and nothing of what has been saved elsewhere since', async () => {
  const app = openSettings()
  await changeZone(app)
  await leave(app)
  app.api.on(settings, { ...defaults, reminderTime: '07:15' })
  await comeBack()
  expect(input('Timezone')).toHaveValue('Asia/Tokyo')
  expect(input('Reminder Time')).toHaveValue('07:15')
  await leave(app)
  app.api.on(settings, { ...defaults, timezone: 'Asia/Tokyo' })
  await comeBack()
  expect(screen.queryByText(notice)).toBeNull()
})

test('a draft can be discarded, and one whose changes were taken back is none', async () => {
  const app = openSettings()
  await changeZone(app)
  await leave(app)
  await comeBack()
  await app.actor.click(button('Discard draft'))
  expect(input('Timezone')).toHaveValue('UTC')
  expect(screen.queryByText(notice)).toBeNull()
  expect(drafts()).toEqual([])
  await app.actor.click(await phoneSwitch())
  await waitFor(() => expect(drafts()).toHaveLength(1))
  await app.actor.click(await phoneSwitch())
  await waitFor(() => expect(drafts()).toEqual([]))
})

test('a password or a code is never kept', async () => {
  const app = openSettings(withPhone, { 'GET /api/phone-confirmation': { confirmed: false } })
  await app.actor.type(await screen.findByLabelText('API Password'), 'hunter2-hunter2')
  await app.actor.type(input('Code from the text message'), '123456')
  await changeZone(app)
  await leave(app)
  const stored = JSON.stringify({ ...localStorage })
  expect(stored).toContain('Asia/Tokyo')
  expect(stored).not.toMatch(/hunter2|123456/)
})

test('after a session was lost while saving they are there again', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const app = openSettings({}, { 'PUT /api/reminder-settings': answer(401, { message: 'Unauthorized' }) })
  await changeZone(app)
  await app.actor.click(button('Save Settings'))
  await screen.findByText('You are logged out. Logging in again...')
  // Else the page would leave in the next test.
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/login'))
  app.unmount()
  openSettings()
  await dailySwitch()
  expect(screen.getByText(notice)).toBeVisible()
  expect(input('Timezone')).toHaveValue('Asia/Tokyo')
})

test('where the browser has no room for a draft, it is said that the changes are lost', async () => {
  const app = openSettings()
  await dailySwitch()
  const full = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => {} })
  await changeZone(app)
  await leave(app)
  expect(await screen.findByText(/couldn't be kept: this browser has no room for a draft/)).toBeVisible()
})

test('what another window has saved is shown on a return, and what was changed here stays, in the form and its draft', async () => {
  const { actor, api } = openSettings(
    {},
    { 'PUT /api/reminder-settings': (call: { body: unknown }) => call.body },
  )
  await actor.click(await phoneSwitch())
  await actor.type(input('Phone Number'), '+49 170 1234567')
  const changed = { phoneReminderEnabled: true, phoneNumber: '+491701234567' }
  api.on(settings, { ...defaults, reminderTime: '08:00', timezone: 'Europe/Berlin' })
  comeBackToPage()
  await waitFor(() => expect(input('Reminder Time')).toHaveValue('08:00'))
  expect(input('Timezone')).toHaveValue('Europe/Berlin')
  expect(input('Phone Number')).toHaveValue('+491701234567')
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem(drafts()[0] ?? '') ?? '{}')).toHaveProperty('values', changed),
  )
  expect(screen.getAllByText('Your changes will be saved first.')).toHaveLength(2)
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Settings Saved')).toBeVisible()
  expect(api.callsOf('PUT /api/reminder-settings').map(({ body }) => body)).toEqual([
    { ...defaults, reminderTime: '08:00', timezone: 'Europe/Berlin', ...changed },
  ])
  expect(drafts()).toEqual([])
})

test('what another window has saved as it was changed here is no change any more', async () => {
  const app = openSettings()
  await changeZone(app)
  app.api.on(settings, { ...defaults, timezone: 'Asia/Tokyo' })
  comeBackToPage()
  await waitFor(() => expect(drafts()).toEqual([]))
  expect(input('Timezone')).toHaveValue('Asia/Tokyo')
  expect(screen.queryByText('Your changes will be saved first.')).toBeNull()
})

test('a draft from before STOP does not switch phone reminders on, but does for another number', async () => {
  const off = { ...withPhone, phoneReminderEnabled: false }
  const app = openSettings(off)
  await app.actor.click(await phoneSwitch())
  await changeZone(app)
  await leave(app)
  app.api.on('GET /api/phone-confirmation', { confirmed: true, stopped: true })
  await comeBack()
  expect(await phoneSwitch()).not.toBeChecked()
  expect(input('Timezone')).toHaveValue('Asia/Tokyo')
  await app.actor.click(await phoneSwitch())
  await app.actor.clear(input('Phone Number'))
  await app.actor.type(input('Phone Number'), '+491707654321')
  await leave(app)
  await comeBack()
  expect(await phoneSwitch()).toBeChecked()
  expect(input('Phone Number')).toHaveValue('+491707654321')
})
