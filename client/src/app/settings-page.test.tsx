import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LatestDeliveriesView, ReminderSettingsView } from '@shared/reminders'
import { answer, offline, type Routes } from '@/test/fake-api'
import { ana, renderApp } from '@/test/render-app'

const defaults: ReminderSettingsView = {
  dailyReminderEnabled: true,
  reminderTime: '19:00',
  timezone: 'UTC',
  phoneNumber: '',
  phoneReminderEnabled: false,
}
const withPhone = { ...defaults, phoneNumber: '+491701234567', phoneReminderEnabled: true }
const noDeliveries: LatestDeliveriesView = { email: null, sms: null }

const openSettings = (settings: Partial<ReminderSettingsView> = {}, routes: Routes = {}, user = ana) =>
  renderApp(
    '/settings',
    {
      'GET /api/reminder-settings': { ...defaults, ...settings },
      'GET /api/reminder-deliveries/latest': noDeliveries,
      ...routes,
    },
    user,
  )

const dailySwitch = () => screen.findByRole('switch', { name: 'Enable daily reminders' })
const phoneSwitch = () => screen.findByRole('switch', { name: 'Enable phone reminders' })
const button = (name: string) => screen.getByRole('button', { name })
const input = (label: string) => screen.getByLabelText(label)
/** As in a browser of another place; the tests run in UTC. */
function placeBrowserIn(timeZone: string) {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    const options = resolvedOptions.call(this)
    return options.timeZone === 'UTC' ? { ...options, timeZone } : options
  })
}

// A short list keeps the tests quick.
beforeEach(() => {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([
    'America/New_York',
    'Asia/Calcutta',
    'Asia/Tokyo',
    'Europe/Berlin',
  ])
})

test('the cards stand in their order', async () => {
  openSettings()
  await dailySwitch()
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Daily Reminders',
    'Phone Reminders',
    'API Access',
    'About Daily Reminders',
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
  expect(await screen.findByText(/Comes at 19:00 \(UTC\)/)).toBeVisible()
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
  await actor.selectOptions(input('Timezone'), 'America/New_York')
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
  expect(screen.queryByText('Your changes are saved first.')).toBeNull()
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

test('a number without a country code is refused beside the field, without a call', async () => {
  const { actor, api } = openSettings(withPhone)
  await phoneSwitch()
  await actor.clear(input('Phone Number'))
  await actor.type(input('Phone Number'), '0170 1234567')
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Phone number must be in E.164 format (+1234567890)')).toBeVisible()
  expect(input('Phone Number')).toBeInvalid()
  expect(api.callsOf('PUT /api/reminder-settings')).toEqual([])
})

test('a faulty number that is out of sight does not keep one from saving', async () => {
  const { actor, api } = openSettings(withPhone, { 'PUT /api/reminder-settings': defaults })
  await phoneSwitch()
  await actor.type(input('Phone Number'), 'x')
  await actor.click(await phoneSwitch())
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Settings Saved')).toBeVisible()
  expect(api.callsOf('PUT /api/reminder-settings').map(({ body }) => body)).toEqual([
    { ...withPhone, phoneReminderEnabled: false },
  ])
})

test.each([
  [
    400,
    {
      message: 'A phone number is needed for phone reminders',
      errors: [{ path: 'phoneNumber', message: 'A phone number is needed for phone reminders' }],
    },
  ],
  [409, { message: 'This phone number belongs to another account' }],
])('a refusal of the number (%i) stands beside it', async (status, body) => {
  const { actor } = openSettings(withPhone, { 'PUT /api/reminder-settings': answer(status, body) })
  await phoneSwitch()
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Failed to save settings')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  expect(input('Phone Number')).toHaveAccessibleDescription(new RegExp(body.message))
})

test('a refusal of what is out of sight is told above the button', async () => {
  const { actor } = openSettings(
    { phoneNumber: '+491701234567' },
    {
      'PUT /api/reminder-settings': answer(409, { message: 'This phone number belongs to another account' }),
    },
  )
  await dailySwitch()
  await actor.click(button('Save Settings'))
  expect(await screen.findByRole('alert')).toHaveTextContent('This phone number belongs to another account')
})

test('without a connection the edits stay, and it is said why', async () => {
  const { actor } = openSettings({}, { 'PUT /api/reminder-settings': offline })
  await dailySwitch()
  await actor.selectOptions(input('Timezone'), 'Asia/Tokyo')
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Failed to save settings')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Lisa cannot be reached')
  expect(input('Timezone')).toHaveValue('Asia/Tokyo')
})

test("the browser's timezone is offered when it is another one", async () => {
  placeBrowserIn('Asia/Calcutta')
  const { actor, api } = openSettings()
  await dailySwitch()
  await actor.click(button('Use my timezone'))
  expect(input('Timezone')).toHaveValue('Asia/Kolkata')
  expect(screen.queryByRole('button', { name: 'Use my timezone' })).toBeNull()
  expect(api.callsOf('PUT /api/reminder-settings')).toEqual([])
})

test("the browser's timezone is not offered when it is the one that is set", async () => {
  openSettings({ timezone: 'UTC' })
  await dailySwitch()
  expect(screen.queryByRole('button', { name: 'Use my timezone' })).toBeNull()
})

test('a timezone that is set and not on the list is kept', async () => {
  openSettings({ timezone: 'Etc/GMT+5' })
  await dailySwitch()
  expect(input('Timezone')).toHaveValue('Etc/GMT+5')
})

const tests = [
  [
    'Send Test Email',
    'POST /api/test-reminder',
    'Test Sent',
    'Check your email for the test reminder',
    'Failed to send test reminder',
  ],
  [
    'Send Test SMS',
    'POST /api/test-sms',
    'Test SMS Sent',
    'Check your phone for the test message',
    'Failed to send test SMS',
  ],
] as const

test.each(tests)('%s sends once, and tells it when it is done', async (name, route, title, description) => {
  let finish = () => {}
  const { actor, api } = openSettings(withPhone, {
    [route]: () => new Promise<void>((done) => (finish = done)),
  })
  await dailySwitch()
  await actor.click(button(name))
  await waitFor(() => expect(button(name)).toBeDisabled())
  expect(screen.queryByText(title)).toBeNull()
  finish()
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText(description)).toBeVisible()
  expect(api.callsOf(route).map(({ body }) => body)).toEqual([undefined])
  expect(button(name)).toBeEnabled()
  expect(api.callsOf('PUT /api/reminder-settings')).toEqual([])
})

test.each(
  tests.flatMap(([name, route, , , failure]) =>
    [400, 429, 502, 503].map((status) => [name, status, route, failure] as const),
  ),
)('%s that fails with %i says so and why', async (name, status, route, failure) => {
  const { actor } = openSettings(withPhone, { [route]: answer(status, { message: 'The reason in words' }) })
  await dailySwitch()
  await actor.click(button(name))
  expect(await screen.findByText(failure)).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('The reason in words')
})

test('a test goes by what one sees: changes are saved first, and it says so', async () => {
  const { actor, api } = openSettings(
    {},
    { 'PUT /api/reminder-settings': withPhone, 'POST /api/test-sms': answer(200, {}) },
  )
  await actor.click(await phoneSwitch())
  await actor.type(input('Phone Number'), '+491701234567')
  expect(screen.getAllByText('Your changes are saved first.')).toHaveLength(2)
  await actor.click(button('Send Test SMS'))
  expect(await screen.findByText('Test SMS Sent')).toBeVisible()
  expect(api.calls.slice(-2).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/reminder-settings',
    'POST /api/test-sms',
  ])
  expect(screen.queryByText('Your changes are saved first.')).toBeNull()
})

test.each([
  ['are not valid', 'one', withPhone, 'Phone number must be in E.164 format (+1234567890)'],
  ['could not be saved', '+15551234567', answer(500, {}), 'Failed to save settings'],
])('no test is sent when the changes %s', async (_, number, put, message) => {
  const { actor, api } = openSettings(withPhone, { 'PUT /api/reminder-settings': put })
  await dailySwitch()
  await actor.clear(input('Phone Number'))
  await actor.type(input('Phone Number'), number)
  await actor.click(button('Send Test SMS'))
  expect(await screen.findByText(message)).toBeVisible()
  expect(api.callsOf('POST /api/test-sms')).toEqual([])
  expect(button('Send Test SMS')).toBeEnabled()
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
      } satisfies LatestDeliveriesView,
    },
  )
  const line = 'Last reminder sent November 20, 2026'
  expect(await screen.findByText(line)).toBeVisible()
  expect(await dailySwitch()).toHaveAccessibleDescription(line)
  expect(await phoneSwitch()).toHaveAccessibleDescription(
    'The reminder of November 19, 2026 could not be sent: no such number',
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

test('a skeleton shows while the settings are loading; what would be moved by them comes with them', async () => {
  let arrive = (_settings: ReminderSettingsView) => {}
  const later = new Promise<ReminderSettingsView>((resolve) => (arrive = resolve))
  openSettings({}, { 'GET /api/reminder-settings': () => later })
  const card = within(await screen.findByRole('region', { name: 'Daily Reminders' }))
  expect(card.queryByRole('switch')).toBeNull()
  expect(screen.getByText('Loading…')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'API Access' })).toBeNull()
  arrive(defaults)
  await dailySwitch()
  expect(screen.getByRole('region', { name: 'API Access' })).toBeVisible()
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
