import { act, screen } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import type { LatestDeliveriesView, ReminderSettingsView } from '@shared/reminders'
import { answer, type Routes } from './fake-api'
import { ana, renderApp } from './render-app'

export const defaults: ReminderSettingsView = {
  dailyReminderEnabled: true,
  reminderTime: '19:00',
  timezone: 'UTC',
  phoneNumber: '',
  phoneReminderEnabled: false,
}
export const withPhone = { ...defaults, phoneNumber: '+491701234567', phoneReminderEnabled: true }
export const noDeliveries: LatestDeliveriesView = { email: null, sms: null, push: null }

export const openSettings = (settings: Partial<ReminderSettingsView> = {}, routes: Routes = {}, user = ana) =>
  renderApp(
    '/settings',
    {
      'GET /api/reminder-settings': { ...defaults, ...settings },
      'GET /api/reminder-deliveries/latest': noDeliveries,
      'GET /api/phone-confirmation': { confirmed: Boolean(settings.phoneNumber) },
      'GET /api/push-key': answer(503, { message: 'Notifications are not set up on this server' }),
      'GET /api/push-devices': [],
      'GET /api/account/sessions': [],
      'GET /api/account/events': [],
      'GET /api/goals': [],
      'GET /api/tokens': [],
      'GET /api/calendar': null,
      'GET /api/ai-settings': { enabled: true },
      ...routes,
    },
    user,
  )

export const dailySwitch = () => screen.findByRole('switch', { name: 'Enable daily reminders' })
export const phoneSwitch = () => screen.findByRole('switch', { name: 'Enable phone reminders' })
export const button = (name: string) => screen.getByRole('button', { name })
export const input = (label: string) => screen.getByLabelText(label)
/** The user comes back to the page, of which browsers tell by both events. */
export const comeBackToPage = () =>
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
  })
/** As in a browser of another place; the tests run in UTC. */
export function placeBrowserIn(timeZone: string) {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    const options = resolvedOptions.call(this)
    return options.timeZone === 'UTC' ? { ...options, timeZone } : options
  })
}

/** A short list of timezones keeps the tests quick. */
export const withFewTimezones = () =>
  beforeEach(() => {
    vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([
      'America/New_York',
      'Asia/Calcutta',
      'Asia/Tokyo',
      'Europe/Berlin',
    ])
  })
