import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { LatestDeliveriesView, ReminderSettingsView } from '@shared/reminders'
import { answer, hanging, refused } from '@/test/fake-api'
import {
  button,
  comeBackToPage,
  dailySwitch,
  defaults,
  input,
  noDeliveries,
  openSettings,
  phoneSwitch,
  withFewTimezones,
  withPhone,
} from '@/test/settings'

withFewTimezones()

test('the cards stand in their order', async () => {
  openSettings()
  await screen.findByRole('heading', { name: 'This device' })
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Daily Reminders',
    'Phone Reminders',
    'API Access',
    'Sign-ins',
    'About Daily Reminders',
    'Lisa',
    'Your data',
    'This device',
  ])
})

test('time, timezone and the test button show only while daily reminders are on', async () => {
  const { actor } = openSettings({ reminderTime: '07:30', timezone: 'Europe/Berlin' })
  expect(await dailySwitch()).toBeChecked()
  expect(input('Reminder Time')).toHaveValue('07:30')
  expect(input('Timezone')).toHaveValue('Europe/Berlin')
  expect(button('Send Test Email')).toBeVisible()
  await actor.click(await dailySwitch())
  expect(screen.queryByLabelText('Reminder Time')).toBeNull()
  expect(screen.queryByLabelText('Timezone')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send Test Email' })).toBeNull()
  await actor.click(await dailySwitch())
  expect(input('Reminder Time')).toHaveValue('07:30')
})

test('the number shows only while phone reminders are on, the test button only with a number', async () => {
  const { actor } = openSettings()
  expect(await phoneSwitch()).not.toBeChecked()
  expect(screen.queryByLabelText('Phone Number')).toBeNull()
  await actor.click(await phoneSwitch())
  expect(input('Phone Number')).toHaveAccessibleDescription('Include the country code, e.g. +1234567890')
  expect(screen.queryByRole('button', { name: 'Send Test SMS' })).toBeNull()
  await actor.type(input('Phone Number'), '+49')
  expect(button('Send Test SMS')).toBeVisible()
  await actor.clear(input('Phone Number'))
  expect(screen.queryByRole('button', { name: 'Send Test SMS' })).toBeNull()
})

test('without the email the text message tells its time', async () => {
  openSettings({ ...withPhone, dailyReminderEnabled: false })
  expect(await screen.findByText(/Arrives at 19:00 \(UTC\)/)).toBeVisible()
})

test('settings are saved as they stand, all five, and told', async () => {
  const { actor, api } = openSettings(
    {},
    { 'PUT /api/reminder-settings': (call: { body: unknown }) => call.body },
  )
  await actor.click(await phoneSwitch())
  await actor.type(input('Phone Number'), '+49 (170) 123-4567')
  await actor.clear(input('Reminder Time'))
  await actor.type(input('Reminder Time'), '06:45')
  await actor.selectOptions(input('Timezone'), await screen.findByRole('option', { name: 'New York' }))
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Settings Saved')).toBeVisible()
  expect(screen.getByText('Your reminder preferences have been updated')).toBeVisible()
  expect(api.callsOf('PUT /api/reminder-settings').map(({ body }) => body)).toEqual([
    {
      dailyReminderEnabled: true,
      reminderTime: '06:45',
      timezone: 'America/New_York',
      phoneNumber: '+491701234567',
      phoneReminderEnabled: true,
    },
  ])
  expect(input('Phone Number')).toHaveValue('+491701234567')
  expect(screen.queryByText('Your changes will be saved first.')).toBeNull()
})

test('an empty number is sent as it is exchanged', async () => {
  const { actor, api } = openSettings({}, { 'PUT /api/reminder-settings': defaults })
  await dailySwitch()
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Settings Saved')).toBeVisible()
  expect(api.callsOf('PUT /api/reminder-settings').map(({ body }) => body)).toEqual([defaults])
})

test('nothing is said to be saved before the server says so', async () => {
  const { actor } = openSettings({}, { 'PUT /api/reminder-settings': () => new Promise(() => {}) })
  await dailySwitch()
  await actor.click(button('Save Settings'))
  await waitFor(() => expect(button('Save Settings')).toBeDisabled())
  expect(button('Save Settings')).toHaveAttribute('aria-busy', 'true')
  expect(input('Reminder Time')).toBeDisabled()
  expect(screen.queryByText('Settings Saved')).toBeNull()
})

test('what became of the last reminder stands under each switch', async () => {
  openSettings(
    {},
    {
      'GET /api/reminder-deliveries/latest': {
        email: { localDate: '2026-11-20', status: 'sent', at: '2026-11-20T19:00:03.000Z', lastError: null },
        sms: {
          localDate: '2026-11-19',
          status: 'failed',
          at: '2026-11-19T19:00:03.000Z',
          lastError: 'no such number',
        },
        push: null,
      } satisfies LatestDeliveriesView,
    },
  )
  const line = 'Last reminder sent November 20, 2026'
  expect(await screen.findByText(line)).toBeVisible()
  expect(await dailySwitch()).toHaveAccessibleDescription(line)
  expect(await phoneSwitch()).toHaveAccessibleDescription(
    "We couldn't send the reminder for November 19, 2026: no such number",
  )
})

test.each([
  ['before the first reminder', noDeliveries],
  ['when it cannot be told', answer(500, {})],
])('%s there is no line', async (_, latest) => {
  const { api } = openSettings({}, { 'GET /api/reminder-deliveries/latest': latest })
  expect(await dailySwitch()).not.toHaveAccessibleDescription()
  await waitFor(() => expect(api.callsOf('GET /api/reminder-deliveries/latest')).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a skeleton shows while the settings are loading; what would be moved by them comes after them', async () => {
  let arrive = (_settings: ReminderSettingsView) => {}
  const later = new Promise<ReminderSettingsView>((resolve) => (arrive = resolve))
  openSettings({}, { 'GET /api/reminder-settings': () => later })
  const card = within(await screen.findByRole('region', { name: 'Daily Reminders' }))
  expect(card.queryByRole('switch')).toBeNull()
  expect(screen.getByText('Loading…')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'API Access' })).toBeNull()
  arrive(defaults)
  await dailySwitch()
  expect(await screen.findByRole('region', { name: 'API Access' })).toBeVisible()
})

test('settings that could not be loaded cannot be saved over, only loaded again', async () => {
  const { actor, api } = openSettings({}, { 'GET /api/reminder-settings': answer(500, {}) })
  expect(await screen.findByText('Failed to load reminder settings')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save Settings' })).toBeNull()
  api.on('GET /api/reminder-settings', defaults)
  await actor.click(button('Retry'))
  expect(await dailySwitch()).toBeChecked()
})

test('settings that could not be loaded are not asked for by a return, and Retry leaves the other cards as they are', async () => {
  const { actor, api } = openSettings({}, { 'GET /api/reminder-settings': refused(503, 120) })
  await actor.click(await screen.findByRole('button', { name: 'New token' }))
  await actor.type(screen.getByRole('textbox', { name: 'Name' }), 'My script')
  const before = api.calls.length
  comeBackToPage()
  await waitFor(() => expect(api.calls.length).toBeGreaterThan(before))
  expect(api.calls.slice(before).map(({ path }) => path)).toEqual([
    '/api/reminder-deliveries/latest',
    '/api/phone-confirmation',
    '/api/push-key',
    '/api/push-devices',
  ])
  api.on('GET /api/reminder-settings', hanging)
  await actor.click(button('Retry'))
  expect(await screen.findByText('Loading…')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('My script')
})

test('one return reads once', async () => {
  const { api } = openSettings()
  await screen.findByRole('heading', { name: 'This device' })
  comeBackToPage()
  await waitFor(() => expect(api.callsOf('GET /api/reminder-settings')).toHaveLength(2))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(api.callsOf('GET /api/reminder-settings')).toHaveLength(2)
})

test('a lost session is told once', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { actor } = openSettings(
    {},
    { 'PUT /api/reminder-settings': answer(401, { message: 'Unauthorized' }) },
  )
  await dailySwitch()
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
  expect(screen.queryByText('Failed to save settings')).toBeNull()
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
})

test('settings that fail to load after the screen was left are not told on another one', async () => {
  let fail = () => {}
  const failed = new Promise<Response>((resolve) => (fail = () => resolve(answer(500, { message: 'x' }))))
  const { actor } = openSettings({}, { 'GET /api/reminder-settings': () => failed, 'GET /api/goals': [] })
  await actor.click(await screen.findByRole('link', { name: 'Goals' }))
  await screen.findByText('No monthly goals yet')
  fail()
  await failed
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText('Failed to load reminder settings')).toBeNull()
})
