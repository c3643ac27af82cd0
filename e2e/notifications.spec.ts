import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { startPushService } from '../server/test/push-service'
import { expectNoViolationsInBothColors } from './axe'
import { fillInSignIn, signIn } from './people'
import { subscribeTo } from './push-subscription'
import { installed } from './service-worker'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

/** Hands what was decrypted to the worker, as the browser does. */
async function delivererOf(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return (data: string) => browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag, icon, data }) => ({
      title,
      body,
      tag,
      icon,
      data,
    }))
  })

/** A tap on the notification. Resolves with the addresses of the windows that the worker has opened. */
async function tap(context: BrowserContext) {
  const [worker] = context.serviceWorkers()
  return worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow(url: string): unknown }
      NotificationEvent: new (type: string, init: object) => Event
    }
    const opened: string[] = []
    scope.clients.openWindow = (url) => opened.push(url)
    const [notification] = await scope.registration.getNotifications()
    const event = new scope.NotificationEvent('notificationclick', { notification })
    // Browsers refuse it to an event that a script has made.
    const work = new Promise((resolve) => Object.assign(event, { waitUntil: resolve }))
    dispatchEvent(event)
    await work
    return opened
  })
}

test('a notification is sent, shown in place of an earlier one, and leads to the form of today', async ({
  page,
  context,
  baseURL,
}) => {
  const service = await startPushService()
  const subscription = service.subscription()
  await subscribeTo(context, subscription)
  const person = await signIn(page)
  await installed(page)
  const deliver = await delivererOf(page)

  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Remind me on this device' }).click()
  const send = page.getByRole('button', { name: 'Send a test' })
  await expect(send).toBeVisible()
  await expectNoViolationsInBothColors(page)
  for (const sent of [1, 2]) {
    await send.click()
    await expect.poll(() => service.received.length).toBe(sent)
    await deliver(JSON.stringify(service.received.at(-1)?.message))
    await expect.poll(() => shown(page)).toMatchObject([{ tag: 'reminder' }])
    await expect(send).toBeEnabled()
  }
  const { title, body } = service.received[1]?.message.notification ?? {}
  expect(body).toContain(person.firstName)
  const link = new URL('/api/write', baseURL).href
  expect(await shown(page)).toEqual([
    {
      title,
      body,
      tag: 'reminder',
      icon: new URL('/icons/lisa-192.png', baseURL).href,
      data: { navigate: link },
    },
  ])

  // Words stay where they are written: a new window is opened.
  await page.goto('/goals/new')
  await page.getByLabel('Title').fill('Half a sen')
  expect(await tap(context)).toEqual([link])
  await expect(page.getByLabel('Title')).toHaveValue('Half a sen')

  await page.goto('/')
  // Tried again, since the worker opens another window until this one has loaded the code that answers it.
  await expect(async () => {
    await deliver('This is no message')
    await expect.poll(() => shown(page)).toMatchObject([{ title: 'Time for your journal' }])
    expect(await tap(context)).toEqual([])
  }).toPass()
  await expect(page).toHaveURL('/journal/new')
  await expect(page.getByRole('heading', { name: "Today's Journal" })).toBeVisible()
  expect(await shown(page)).toEqual([])

  // Now the form is open.
  await page.getByLabel('What are your wins today?').fill('Half a day')
  await expect(async () => {
    await deliver('This is no message')
    await expect.poll(() => shown(page)).toHaveLength(1)
    expect(await tap(context)).toEqual([])
  }).toPass()
  await expect(page.getByLabel('What are your wins today?')).toHaveValue('Half a day')

  await context.clearCookies()
  await page.goto('/')
  await deliver(JSON.stringify(service.received[0]?.message))
  await expect.poll(() => shown(page)).toHaveLength(1)
  await page.goto((await tap(context))?.[0] ?? '')
  await fillInSignIn(page, person)
  await expect(page).toHaveURL('/journal/new')
  await service.stop()
})
