import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PushDeviceView } from '@shared/push'
import { deviceStore } from '@/lib/device/device-store'
import { emptyDevice, fillDevice, storedRows } from '@/test/device'
import { answer, offline, type Routes } from '@/test/fake-api'
import { answerConfirm } from '@/test/goals'
import { aDevice, fakePush, pushKey, setNavigator } from '@/test/push'
import { ana } from '@/test/render-app'
import { button, openSettings, withFewTimezones } from '@/test/settings'
import { loadRules } from './settings-form'

emptyDevice()
withFewTimezones()

const name = 'Remind me on this device'
const post = 'POST /api/push-devices'
const remove = 'DELETE /api/push-devices/:id'
const blocked =
  'Your browser blocks notifications from Lisa. Allow them in its settings for this site, then switch this on.'

const findCard = async () => within(await screen.findByRole('region', { name: 'This device' }))
const findSwitch = async () => (await findCard()).findByRole('switch', { name })
const ownRows = async () => (await storedRows()).filter(({ key }) => key[1] === 'notifications')

/** A server with keys, which knows `devices` and adds this one. */
function openCard(devices: PushDeviceView[] = [], settings = {}, routes: Routes = {}, user = ana) {
  const known = new Map(devices.map((device) => [device.id, device]))
  return openSettings(
    settings,
    {
      'GET /api/push-key': { key: pushKey },
      'GET /api/push-devices': () => [...known.values()],
      [post]: () => known.set('this', aDevice()).get('this'),
      [remove]: ({ params }: { params: { id: string } }) => void known.delete(params.id),
      ...routes,
    },
    user,
  )
}

/** As Ana has left this browser. */
async function leftOn() {
  const browser = fakePush({ permission: 'granted' })
  browser.hasSubscription('https://push.test/0')
  await deviceStore(ana.id).set('notifications', 'this')
  return browser
}

test('a server without keys has no such switch', async () => {
  const without = openSettings()
  const card = await findCard()
  await card.findByRole('switch', { name: 'Keyboard shortcuts' })
  expect(card.queryByRole('switch', { name })).toBeNull()
  without.unmount()
  openCard()
  expect(await findSwitch()).toBeVisible()
})

test('switched on, the browser is asked first, then subscribes with the key of the server, which is told', async () => {
  const browser = fakePush()
  const { actor, api } = openCard()
  expect(await findSwitch()).not.toBeChecked()
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
  browser.requestPermission.mockImplementation(async () => {
    expect(browser.subscribe).not.toHaveBeenCalled()
    browser.setPermission('granted')
    return 'granted'
  })
  await actor.click(await findSwitch())
  expect(await screen.findByRole('button', { name: 'Send a test' })).toBeVisible()
  expect(await findSwitch()).toBeChecked()
  expect(browser.subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: pushKey }]])
  expect(api.callsOf(post).map(({ body }) => body)).toEqual([
    {
      endpoint: 'https://push.test/1',
      keys: { p256dh: 'key of https://push.test/1', auth: 'secret' },
    },
  ])
  expect(await ownRows()).toEqual([{ key: [ana.id, 'notifications'], value: 'this' }])
  expect(screen.queryByText('Your other devices')).toBeNull()
})

test('the permission is asked for in the tap itself', async () => {
  const browser = fakePush()
  openCard()
  const toggle = await findSwitch()
  act(() => toggle.click())
  expect(browser.requestPermission).toHaveBeenCalledOnce()
  await waitFor(async () => expect(await findSwitch()).toBeChecked())
})

test('a test is sent, and what became of the last reminder is told', async () => {
  await leftOn()
  const sent = { localDate: '2026-11-20', status: 'sent', at: '2026-11-20T19:00:03.000Z', lastError: null }
  const { actor, api } = openCard(
    [aDevice()],
    {},
    {
      'GET /api/reminder-deliveries/latest': { email: null, sms: null, push: sent },
      'POST /api/test-push': { message: 'Sent' },
    },
  )
  expect(await findSwitch()).toHaveAccessibleDescription('Last reminder sent November 20, 2026')
  await actor.click(button('Send a test'))
  expect(await screen.findByText('Check your devices for the notification')).toBeVisible()
  api.on('POST /api/test-push', answer(502, { message: 'No device took the notification' }))
  await waitFor(() => expect(button('Send a test')).toBeEnabled())
  await actor.click(button('Send a test'))
  expect(await screen.findByText('No device took the notification')).toHaveRole('alert')
})

const nothing = () => {}
const failure = "Notifications couldn't be switched on"

test.each([
  ['is not allowed it', fakeDismissed, {}, "You didn't allow notifications, so they stay off."],
  [
    'cannot reach its push service',
    () => fakePush().subscribe.mockRejectedValue(new DOMException('', 'AbortError')),
    {},
    "Your browser can't reach its push service, or has it switched off in its settings.",
  ],
  [
    'has no room',
    fillDevice,
    {},
    "This browser can't remember that they are on: its storage is full or blocked, or this is a private window.",
  ],
  [
    'would be the eleventh',
    nothing,
    { [post]: answer(409, { message: 'You have 10 devices. Remove one first.' }) },
    'You have 10 devices. Remove one first.',
  ],
  ['is offline', nothing, { [post]: offline }, "We can't reach Lisa. Check your connection and try again."],
])('a browser that %s is told why, and is left as it was', async (_, prepare, routes, sentence) => {
  const browser = fakePush()
  prepare()
  const { actor, api } = openCard([], {}, routes)
  await actor.click(await findSwitch())
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByText(failure)).toBeVisible()
  expect(await findSwitch()).not.toBeChecked()
  expect(browser.endpoint()).toBeUndefined()
  expect(await ownRows()).toEqual([])
  // What the server has taken is taken back.
  const taken = 'has no room' === _ ? 1 : 0
  expect(api.callsOf(remove)).toHaveLength(taken)
})

function fakeDismissed() {
  fakePush({ answer: 'default' })
}

test('a denied permission says how to allow it, and once it is allowed the switch can be used', async () => {
  const browser = fakePush({ answer: 'denied' })
  const { actor } = openCard()
  await actor.click(await findSwitch())
  expect(await screen.findByText(blocked)).toBeVisible()
  expect(await findSwitch()).toBeDisabled()
  expect(await findSwitch()).not.toBeChecked()
  expect(await findSwitch()).toHaveAccessibleDescription(blocked)
  expect(screen.queryByText(failure)).toBeNull()
  act(() => browser.setPermission('granted'))
  expect(await findSwitch()).toBeEnabled()
})

test('a permission that was withdrawn shows the switch off, though it was on', async () => {
  const browser = await leftOn()
  browser.setPermission('denied')
  openCard([aDevice()])
  expect(await findSwitch()).not.toBeChecked()
  expect(await findSwitch()).toHaveAccessibleDescription(blocked)
})

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const macOrIPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
const add =
  'Add Lisa to the Home Screen first: tap Share, then “Add to Home Screen”, and open Lisa from there.'
const none = "This browser can't show notifications."

test.each([
  ['an iPhone', iPhone, 5, false, add],
  ['an iPad', macOrIPad, 5, false, add],
  ['a Mac', macOrIPad, 0, false, none],
  ['an iPhone that is too old, where Lisa is installed', iPhone, 5, true, none],
])('without notifications, %s says what to do', async (_, userAgent, maxTouchPoints, isInstalled, hint) => {
  setNavigator({ userAgent, maxTouchPoints })
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: isInstalled && query.includes('standalone') }) as MediaQueryList,
  )
  openCard()
  expect(await findSwitch()).toHaveAccessibleDescription(hint)
  expect(await findSwitch()).toBeDisabled()
})

test('switched off, the server and the browser are told', async () => {
  const browser = await leftOn()
  const { actor, api } = openCard([aDevice()])
  expect(await findSwitch()).toBeChecked()
  await actor.click(await findSwitch())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull())
  expect(await findSwitch()).not.toBeChecked()
  expect(api.callsOf(remove)).toMatchObject([{ params: { id: 'this' } }])
  expect(browser.endpoint()).toBeUndefined()
  expect(await ownRows()).toEqual([])
})

test.each([
  ['off, though the server cannot be told', { [remove]: offline }, nothing, true],
  [
    'off, though the browser keeps its subscription',
    {},
    (browser: ReturnType<typeof fakePush>) => browser.unsubscribe.mockRejectedValue(new Error('x')),
    true,
  ],
  [
    'on, and it says so, where both fail',
    { [remove]: offline },
    (browser: ReturnType<typeof fakePush>) => browser.unsubscribe.mockRejectedValue(new Error('x')),
    false,
  ],
])('a switch turned off is %s', async (_, routes, fail, isOff) => {
  const browser = await leftOn()
  fail(browser)
  const { actor, api } = openCard([aDevice()], {}, routes)
  await actor.click(await findSwitch())
  await waitFor(() => expect(api.callsOf(remove)).toHaveLength(1))
  if (isOff) await waitFor(async () => expect(await findSwitch()).not.toBeChecked())
  else expect(await screen.findByText("Notifications couldn't be switched off")).toBeVisible()
  expect(await ownRows()).toHaveLength(isOff ? 0 : 1)
})

test('they are on for one user of the browser only', async () => {
  await leftOn()
  openCard([], {}, {}, { ...ana, id: 'ben' })
  expect(await findSwitch()).not.toBeChecked()
})

test('the other devices are listed, also where it is off, and one that was not opened for a week says so', async () => {
  fakePush()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:30:00Z') })
  answerConfirm(true)
  const { actor, api } = openCard([
    aDevice({ id: 'phone', device: 'Chrome on Android', lastSeenAt: '2026-11-20T08:30:00Z' }),
    aDevice({ id: 'old', device: null, lastSeenAt: '2026-11-13T08:30:00Z' }),
  ])
  const list = within(await screen.findByRole('list', { name: 'Your other devices' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Chrome on AndroidLast opened November 20, 2026Remove',
    'Unknown browserLast opened November 13, 2026Not opened for a week. Open Lisa there, so that reminders keep coming.Remove',
  ])
  await actor.click(button('Remove Unknown browser, last opened November 13, 2026'))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(api.callsOf(remove)).toMatchObject([{ params: { id: 'old' } }])
  await waitFor(() => expect(button('Remove Chrome on Android, last opened November 20, 2026')).toHaveFocus())
  expect(await findSwitch()).not.toBeChecked()
})

test.each([
  ['email', true, [], 2],
  ['notifications', false, [aDevice()], 2],
  ['neither', false, [], 0],
])('with %s on, the time can be set or not', async (_, isEmailOn, devices, fields) => {
  await leftOn()
  openCard(devices, { dailyReminderEnabled: isEmailOn })
  await findSwitch()
  expect(screen.queryAllByLabelText(/^(Reminder Time|Timezone)$/)).toHaveLength(fields)
})

test('a time that is not valid does not block the other settings once nothing is left that it is for', async () => {
  await leftOn()
  const { actor, api } = openCard(
    [aDevice()],
    { dailyReminderEnabled: false },
    { 'PUT /api/reminder-settings': (call: { body: unknown }) => call.body },
  )
  await findSwitch()
  // Loaded when the page is idle.
  await loadRules()
  await actor.clear(await screen.findByLabelText('Reminder Time'))
  await actor.click(await findSwitch())
  await waitFor(() => expect(screen.queryByLabelText('Reminder Time')).toBeNull())
  await actor.click(button('Save Settings'))
  expect(await screen.findByText('Settings Saved')).toBeVisible()
  expect(api.callsOf('PUT /api/reminder-settings')).toMatchObject([{ body: { reminderTime: '19:00' } }])
})

test('what could not be loaded says so, and is loaded again', async () => {
  fakePush()
  const { actor, api } = openCard([], {}, { 'GET /api/push-devices': answer(500, {}) })
  const card = await findCard()
  expect(await card.findByText(/^We couldn't load your notifications\./)).toBeVisible()
  api.on('GET /api/push-devices', [])
  await actor.click(card.getByRole('button', { name: 'Retry' }))
  expect(await findSwitch()).not.toBeChecked()
})

test.each(['Sign out everywhere', 'Sign out'])('%s ends the subscription', async (way) => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  answerConfirm(true)
  const browser = await leftOn()
  const { actor } = openCard([aDevice()], {}, { 'DELETE /api/account/sessions': answer(204) })
  await findSwitch()
  if (way === 'Sign out') await actor.click(screen.getByRole('button', { name: /^Account/ }))
  await actor.click(await screen.findByText(way, { selector: '[role=menuitem], button' }))
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/logout'))
  expect(browser.endpoint()).toBeUndefined()
  expect(await ownRows()).toEqual([])
})
