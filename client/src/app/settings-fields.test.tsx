import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, offline } from '@/test/fake-api'
import {
  button,
  dailySwitch,
  defaults,
  input,
  openSettings,
  phoneSwitch,
  placeBrowserIn,
  withFewTimezones,
  withPhone,
} from '@/test/settings'

withFewTimezones()

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

const refusedNumber = {
  message: 'A phone number is needed for phone reminders',
  errors: [{ path: 'phoneNumber', message: 'A phone number is needed for phone reminders' }],
}

test('a refusal of the number stands beside it', async () => {
  const { actor } = openSettings(withPhone, { 'PUT /api/reminder-settings': answer(400, refusedNumber) })
  await phoneSwitch()
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Failed to save settings')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  expect(input('Phone Number')).toHaveAccessibleDescription(new RegExp(refusedNumber.message))
})

test('a refusal of what is out of sight is told above the button', async () => {
  const { actor } = openSettings(
    { phoneNumber: '+491701234567' },
    { 'PUT /api/reminder-settings': answer(400, refusedNumber) },
  )
  await dailySwitch()
  await actor.click(button('Save Settings'))
  expect(await screen.findByRole('alert')).toHaveTextContent(refusedNumber.message)
})

test('a refusal of several fields tells each where it can be read', async () => {
  const errors = [
    { path: 'timezone', message: 'Not this timezone' },
    { path: 'phoneNumber', message: 'Not this number' },
  ]
  const { actor } = openSettings({}, { 'PUT /api/reminder-settings': answer(400, { message: 'x', errors }) })
  await dailySwitch()
  await actor.click(button('Save Settings'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Not this number')
  expect(screen.getByRole('alert')).not.toHaveTextContent('Not this timezone')
  expect(input('Timezone')).toHaveAccessibleDescription('Not this timezone')
})

test('without a connection the edits stay, and it is said why', async () => {
  const { actor } = openSettings({}, { 'PUT /api/reminder-settings': offline })
  await dailySwitch()
  await actor.selectOptions(input('Timezone'), await screen.findByRole('option', { name: 'Tokyo' }))
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Failed to save settings')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent("We can't reach Lisa")
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

test("the browser's timezone is shown at once when it is not on the list", async () => {
  placeBrowserIn('Etc/GMT+5')
  const { actor } = openSettings()
  await dailySwitch()
  await actor.click(button('Use my timezone'))
  expect(input('Timezone')).toHaveValue('Etc/GMT+5')
  expect(input('Timezone')).toHaveDisplayValue('GMT+5')
})

test('so is one that comes back from the server', async () => {
  const { actor } = openSettings(
    {},
    { 'PUT /api/reminder-settings': ({ body }: { body: object }) => ({ ...body, timezone: 'Etc/GMT-3' }) },
  )
  await dailySwitch()
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Settings Saved')).toBeVisible()
  expect(input('Timezone')).toHaveValue('Etc/GMT-3')
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
