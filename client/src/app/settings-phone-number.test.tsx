import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, offline } from '@/test/fake-api'
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

const fieldName = 'Code from the text message'
const wrongCode = "That's not the right code. You have 4 tries left."
const refusal = (message: string) => answer(400, { message, errors: [{ path: 'code', message }] })
const unconfirmed = { 'GET /api/phone-confirmation': { confirmed: false } }

async function openUnconfirmed(routes = {}) {
  const opened = openSettings(withPhone, { ...unconfirmed, ...routes })
  await phoneSwitch()
  return opened
}

test('a confirmed number says so, and asks for no code', async () => {
  openSettings(withPhone)
  expect(await screen.findByText('This number is confirmed.')).toBeVisible()
  expect(screen.queryByLabelText(fieldName)).toBeNull()
})

test('without a number there is nothing to confirm', async () => {
  const { actor } = openSettings()
  await actor.click(await phoneSwitch())
  expect(screen.queryByText(/confirmed/)).toBeNull()
  expect(screen.queryByLabelText(fieldName)).toBeNull()
})

test('a number that is not confirmed says how it is, gets a code, and is confirmed with it', async () => {
  const { actor, api } = await openUnconfirmed({
    'POST /api/test-sms': answer(200, {}),
    'PUT /api/phone-confirmation': answer(204),
  })
  expect(screen.getByText(/^Not confirmed yet\. Reminders go to this number once/)).toBeVisible()
  expect(input(fieldName)).toHaveAccessibleDescription(
    'Choose Send Test SMS to get a code. It works for 15 minutes.',
  )
  expect(input(fieldName)).toHaveAttribute('autocomplete', 'one-time-code')
  expect(button('Confirm number')).toBeDisabled()

  await actor.click(button('Send Test SMS'))
  expect(await screen.findByText('Test SMS Sent')).toBeVisible()
  expect(input(fieldName)).toHaveAccessibleDescription('We sent you a code. It works for 15 minutes.')

  await actor.type(input(fieldName), '123456')
  await actor.click(button('Confirm number'))
  expect(await screen.findByText('Number Confirmed')).toBeVisible()
  expect(screen.queryByLabelText(fieldName)).toBeNull()
  expect(screen.getByText('This number is confirmed.')).toHaveFocus()
  expect(api.callsOf('PUT /api/phone-confirmation').map(({ body }) => body)).toEqual([{ code: '123456' }])
  expect(api.callsOf('PUT /api/reminder-settings')).toEqual([])
})

test('Enter in the field confirms the number and does not save the settings', async () => {
  const { actor, api } = await openUnconfirmed({ 'PUT /api/phone-confirmation': answer(204) })
  await actor.type(input(fieldName), '{Enter}')
  await actor.type(input(fieldName), '123456{Enter}')
  expect(await screen.findByText('This number is confirmed.')).toBeVisible()
  expect(api.callsOf('PUT /api/phone-confirmation')).toHaveLength(1)
  expect(api.callsOf('PUT /api/reminder-settings')).toEqual([])
})

test.each([
  ['wrong', refusal(wrongCode), wrongCode],
  ['expired', refusal('This code has expired. Choose Send Test SMS to get a new one.'), 'has expired'],
  ['not sent, without a connection,', offline, "We can't reach Lisa"],
])('a code that is %s says so beside the field, until another one is typed', async (_, put, message) => {
  const { actor } = await openUnconfirmed({ 'PUT /api/phone-confirmation': put })
  await actor.type(input(fieldName), '654321')
  await actor.click(button('Confirm number'))
  expect(await screen.findByText('Failed to confirm number')).toBeVisible()
  expect(input(fieldName)).toBeInvalid()
  expect(input(fieldName)).toHaveAccessibleDescription(new RegExp(message))
  expect(input(fieldName)).toHaveValue('654321')
  await actor.type(input(fieldName), '7')
  expect(input(fieldName)).toBeValid()
})

test('when the sign-in is too long ago, the card says so and leads to another one and back', async () => {
  const { actor } = await openUnconfirmed({
    'PUT /api/phone-confirmation': answer(403, { message: 'Please sign in again.', signInAgain: true }),
  })
  await actor.type(input(fieldName), '123456{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Please sign in again first')
  expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=/settings&prompt=login',
  )
  expect(input(fieldName)).toBeValid()
  expect(screen.queryByText('Failed to confirm number')).toBeNull()
})

test('a new code starts anew: the one before it, and what was said of it, are gone', async () => {
  const { actor } = await openUnconfirmed({
    'POST /api/test-sms': answer(200, {}),
    'PUT /api/phone-confirmation': refusal('This code has expired. Choose Send Test SMS to get a new one'),
  })
  await actor.type(input(fieldName), '654321{Enter}')
  await waitFor(() => expect(input(fieldName)).toBeInvalid())
  await actor.click(button('Send Test SMS'))
  await waitFor(() => expect(input(fieldName)).toBeValid())
  expect(input(fieldName)).toHaveValue('')
  expect(input(fieldName)).toHaveAccessibleDescription('We sent you a code. It works for 15 minutes.')
})

test('a number that is being changed is neither confirmed nor not; once it is saved it asks for its code', async () => {
  const { actor, api } = openSettings(withPhone, {
    'PUT /api/reminder-settings': (call: { body: unknown }) => call.body,
    'POST /api/test-sms': answer(200, {}),
  })
  await phoneSwitch()
  await actor.type(input('Phone Number'), '8')
  expect(screen.queryByText('This number is confirmed.')).toBeNull()
  expect(screen.queryByLabelText(fieldName)).toBeNull()

  api.on('GET /api/phone-confirmation', { confirmed: false })
  const testButton = button('Send Test SMS')
  await actor.click(testButton)
  await waitFor(() =>
    expect(input(fieldName)).toHaveAccessibleDescription('We sent you a code. It works for 15 minutes.'),
  )
  expect(button('Send Test SMS')).toBe(testButton)
  expect(testButton).toHaveFocus()
})

test('whether it is confirmed is not guessed when it cannot be read', async () => {
  openSettings(withPhone, { 'GET /api/phone-confirmation': answer(500, {}) })
  await phoneSwitch()
  expect(screen.queryByText(/confirmed/i)).toBeNull()
  expect(screen.queryByLabelText(fieldName)).toBeNull()
  expect(button('Send Test SMS')).toBeVisible()
})

describe('a number that has said STOP', () => {
  const reason =
    '+491701234567 has said STOP, so phone reminders are off. To get them again, text START to Lisa from that number.'
  const stopped = { confirmed: true, stopped: true }
  const off = { ...withPhone, phoneReminderEnabled: false }

  test('leaves the switch off, with the reason and the way back', async () => {
    const { actor, api } = openSettings(off, { 'GET /api/phone-confirmation': stopped })
    expect(await phoneSwitch()).not.toBeChecked()
    expect(await phoneSwitch()).toHaveAccessibleDescription(reason)
    api.on('PUT /api/reminder-settings', off)
    await actor.click(await phoneSwitch())
    expect(await phoneSwitch()).toHaveAccessibleDescription(reason)
    await actor.click(button('Save Settings'))
    await screen.findByText('Settings Saved')
    expect(await phoneSwitch()).not.toBeChecked()
    expect(await phoneSwitch()).toHaveAccessibleDescription(reason)
  })

  test('is no reason against another number', async () => {
    const { actor, api } = openSettings(off, { 'GET /api/phone-confirmation': stopped })
    await actor.click(await phoneSwitch())
    await actor.clear(input('Phone Number'))
    await actor.type(input('Phone Number'), '+491707654321')
    expect(await phoneSwitch()).not.toHaveAccessibleDescription()
    api.on('PUT /api/reminder-settings', ({ body }: { body: object }) => body)
    api.on('GET /api/phone-confirmation', { confirmed: false })
    await actor.click(button('Save Settings'))
    expect(await screen.findByText(/^Not confirmed yet/)).toBeVisible()
    expect(await phoneSwitch()).toBeChecked()
  })

  test.each([
    ['focus', () => window.dispatchEvent(new Event('focus'))],
    ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('is learned by the open page at its next %s, and so is START', async (_, comeBack) => {
    const { actor, api } = openSettings(withPhone)
    await screen.findByText('This number is confirmed.')
    await actor.click(await dailySwitch())
    api.on('GET /api/phone-confirmation', stopped)
    api.on('GET /api/reminder-settings', off)
    act(() => void comeBack())
    await waitFor(async () => expect(await phoneSwitch()).toHaveAccessibleDescription(reason))
    expect(await phoneSwitch()).not.toBeChecked()
    // What was changed and not saved stays.
    expect(await dailySwitch()).not.toBeChecked()

    api.on('GET /api/phone-confirmation', { confirmed: true })
    api.on('GET /api/reminder-settings', withPhone)
    act(() => void comeBack())
    await waitFor(async () => expect(await phoneSwitch()).toBeChecked())
    expect(await phoneSwitch()).not.toHaveAccessibleDescription()
  })

  test('and a page that cannot ask when it comes back: it stays as it is, and says nothing', async () => {
    const { api } = openSettings(withPhone)
    await screen.findByText('This number is confirmed.')
    for (const path of ['reminder-settings', 'phone-confirmation', 'reminder-deliveries/latest'])
      api.on(`GET /api/${path}`, answer(500, {}))
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(api.callsOf('GET /api/reminder-settings')).toHaveLength(2))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByText('Failed to load reminder settings')).toBeNull()
    expect(await phoneSwitch()).toBeChecked()
  })
})
