import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '@/test/fake-api'
import {
  button,
  dailySwitch,
  input,
  openSettings,
  phoneSwitch,
  withFewTimezones,
  withPhone,
} from '@/test/settings'

withFewTimezones()

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
  expect(screen.getAllByText('Your changes will be saved first.')).toHaveLength(2)
  await actor.click(button('Send Test SMS'))
  expect(await screen.findByText('Test SMS Sent')).toBeVisible()
  const changes = api.calls.filter(({ method }) => method !== 'GET')
  expect(changes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/reminder-settings',
    'POST /api/test-sms',
  ])
  expect(screen.queryByText('Your changes will be saved first.')).toBeNull()
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
