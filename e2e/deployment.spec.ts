import { expect, test, type Browser, type Page } from '@playwright/test'
import { signIn } from './people'
import { installed } from './service-worker'
import { deployableApp, otherBuild } from './two-builds'

let app: Awaited<ReturnType<typeof deployableApp>>

// Each test has an app of its own, which is enough for the machine.
test.describe.configure({ mode: 'default' })
test.beforeEach(async () => void (app = await deployableApp()))
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
  await app.stop()
})

async function open(browser: Browser, serviceWorkers: 'allow' | 'block') {
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers })
  return context.newPage()
}

const wins = 'What are your wins today?'
const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready' })

/** The builds that the scripts of the page come from; the one that shows the appearance is the same in all. */
async function builds(page: Page) {
  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name)
  // `evaluate` fails while the page is being reloaded.
  const names = await page.evaluate(loaded).catch(() => [])
  const scripts = names.filter((name) => /\/assets\/(?!appearance-).*\.js$/.test(name))
  return [...new Set(scripts.map((name) => (otherBuild.test(name) ? 'new' : 'old')))]
}

/** Checks for an update, as the browser does by itself now and then. */
async function learnOfUpdate(page: Page) {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
}

const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

test('a deployment in mid-session: writing goes on, then the new version is offered and taken up', async ({
  browser,
}) => {
  const page = await open(browser, 'allow')
  await signIn(page)
  await installed(page)
  await page.goto('/journal/new')
  await page.getByLabel(wins).fill('Begun before')
  await app.deployAnotherBuild()
  await learnOfUpdate(page)
  await page.getByLabel(wins).pressSequentially(', went on after')
  await expect(offer(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expect(page.getByText('Begun before, went on after')).toBeVisible()
  await expect(offer(page)).toBeVisible()
  // Every screen of the old version still opens.
  for (const name of ['Goals', 'Progress', 'Journal']) {
    await openTab(page, name)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  expect(await builds(page)).toEqual(['old'])

  await offer(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => builds(page)).toEqual(['new'])
  await expect(page.getByText('Begun before, went on after')).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await page.context().setOffline(true)
  await page.reload()
  await expect.poll(() => builds(page)).toEqual(['new'])
})

test(
  'one window takes up the new version, and the other goes on writing until it does too',
  { tag: '@nightly' },
  async ({ browser }) => {
    const page = await open(browser, 'allow')
    await signIn(page)
    await installed(page)
    const writer = await page.context().newPage()
    await writer.goto('/journal/new')
    await writer.getByLabel(wins).fill('Typed in the other window')
    await page.goto('/goals')
    await app.deployAnotherBuild()
    await learnOfUpdate(page)
    await offer(page).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => builds(page)).toEqual(['new'])

    await writer.getByLabel(wins).pressSequentially(', all of it')
    await writer.getByRole('button', { name: 'Save Entry' }).click()
    await expect(writer.getByText('Typed in the other window, all of it')).toBeVisible()
    expect(await builds(writer)).toEqual(['old'])
    await offer(writer).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => builds(writer)).toEqual(['new'])
  },
)

test('a reload of the only window takes up the new version, and with another one open it does not', async ({
  browser,
}) => {
  const page = await open(browser, 'allow')
  await signIn(page)
  await installed(page)
  const other = await page.context().newPage()
  await other.goto('/goals')
  await app.deployAnotherBuild()
  await learnOfUpdate(page)
  await page.reload()
  await expect(offer(page)).toBeVisible()
  expect(await builds(page)).toEqual(['old'])
  await other.close()
  await page.reload()
  await expect.poll(() => builds(page)).toEqual(['new'])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test(
  'code that is gone after a deployment reloads the page once, and the draft is still there',
  { tag: '@nightly' },
  async ({ browser }) => {
    const page = await open(browser, 'block')
    // Without idle callbacks no screen is prefetched.
    await page.addInitScript(() => (window.requestIdleCallback = () => 0))
    await signIn(page)
    await page.goto('/journal/new')
    await page.getByLabel(wins).fill('A draft from before')
    await app.deployAnotherBuild()
    await openTab(page, 'Progress')
    await expect.poll(() => builds(page)).toEqual(['new'])
    await expect(page.getByRole('heading', { name: 'Progress', level: 1 })).toBeVisible()
    await page.goto('/journal/new')
    await expect(page.getByLabel(wins)).toHaveValue('A draft from before')
  },
)
