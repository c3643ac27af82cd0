import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { entryRecord } from '../shared/journal'
import { screens } from '../shared/screens'
import { addressOf } from './addresses'
import { goalTexts, script } from './hostile-words'
import { signIn } from './people'

declare global {
  interface Window {
    broken?: true
    violations?: string[]
  }
}

/** Whatever the policy refuses is written down, on every page that comes. */
async function watch(page: Page) {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) errors.push(message.text())
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      ;(window.violations ??= []).push(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return async () => {
    expect(await page.evaluate(() => [window.broken, window.violations])).toEqual([undefined, undefined])
    expect(errors).toEqual([])
    // Not even as an element that does nothing.
    expect(await page.locator('[onerror], [onload], img[src="x"], a[href^="javascript:"]').count()).toBe(0)
  }
}

test('a script in any text is shown as the text that it is, and nothing is refused because nothing is tried', async ({
  page,
  baseURL,
}) => {
  const expectNothingRan = await watch(page)
  const firstName = '<img src=x onerror=window.broken=true>'
  await signIn(page, {
    email: `mallory-${randomUUID().slice(0, 8)}@example.org`,
    firstName,
    lastName: '</title><svg onload=window.broken=true>',
  })
  await expectNothingRan()

  const headers = { Origin: baseURL ?? '' }
  const goal = await page.request.post('/api/goals', { data: { ...goalTexts, timeline: 'monthly' }, headers })
  const entryDate = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
  const texts = Object.fromEntries(entryRecord.texts.map((field) => [field, script(field)]))
  const entry = await page.request.post('/api/journal-entries', { data: { entryDate, ...texts }, headers })
  expect([goal.status(), entry.status()]).toEqual([201, 201])
  const [{ id: goalId }, { id: entryId }] = [await goal.json(), await entry.json()]

  await page.goto('/goals')
  await expect(page.getByText(goalTexts.title)).toBeVisible()
  await expectNothingRan()
  await page.goto(`/goals/edit/${goalId}`)
  for (const text of Object.values(goalTexts)) await expect.poll(() => valuesOf(page)).toContain(text)
  await expectNothingRan()

  await page.goto('/journal')
  await expect(page.getByText(script('wins'))).toBeVisible()
  await expectNothingRan()
  for (const path of ['/journal/new', `/journal/edit/${entryId}`]) {
    await page.goto(path)
    for (const text of Object.values(texts)) await expect.poll(() => valuesOf(page)).toContain(text)
    await expectNothingRan()
  }

  const ids = { '/goals/edit/:id': goalId, '/journal/edit/:id': entryId }
  const addresses = screens.map((screen) => addressOf(screen.path, ids))
  for (const address of [...addresses, `/${encodeURIComponent(script('path'))}?${script('q')}`]) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expectNothingRan()
  }
})

const valuesOf = (page: Page) =>
  page
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement | HTMLTextAreaElement).value))

test('the policy holds: a script that got into the page does not run, and nothing is sent elsewhere', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(async () => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      (window.violations ??= []).push(effectiveDirective),
    )
    const inline = document.createElement('script')
    inline.textContent = 'window.broken = true'
    const foreign = document.createElement('script')
    foreign.src = 'https://evil.test/x.js'
    const frame = document.createElement('iframe')
    frame.src = 'https://evil.test/'
    const base = document.createElement('base')
    base.href = 'https://evil.test/'
    document.head.append(inline, foreign, base)
    document.body.append(frame)
    document.body.setAttribute('onclick', 'window.broken = true')
    document.body.click()
    await fetch('https://evil.test/').catch(() => undefined)
  })
  const refused = () => page.evaluate(() => window.violations)
  for (const directive of ['script-src-elem', 'script-src-attr', 'base-uri', 'frame-src', 'connect-src'])
    await expect.poll(refused).toContain(directive)
  expect(await page.evaluate(() => window.broken)).toBeUndefined()
})

test('the description of the API can be read in the browser, under a policy of its own', async ({ page }) => {
  const expectNothingRan = await watch(page)
  await page.goto('/api/docs')
  await page.getByText('POST /api/auth/login').last().click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await page.getByRole('link', { name: 'LoginInput' }).click()
  await expectNothingRan()
})

test('opening the address of sign-out asks first, and the link on its page signs out', async ({ page }) => {
  await signIn(page)
  await page.goto('/api/logout')
  await expect(page.getByRole('heading')).toHaveText('Sign out of Lisa?')
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})
