import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, test, type Page } from '@playwright/test'
import { screens } from '../shared/screens'
import { freePort, startApp, temporaryDataDir } from './app'
import { findBrowser } from './find-browsers.mjs'
import { fillInSignIn, signIn, somebody } from './people'
import { installed } from './service-worker'

test.use({ serviceWorkers: 'allow' })

const words = 'Words that only Ana may read'

test('the browser finds all that it needs to install it', async ({ baseURL }) => {
  // A persistent profile: the usual test contexts are private windows, in which nothing can be installed.
  const profile = await mkdtemp(path.join(tmpdir(), 'lisa-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser('chromium'),
    args: ['--no-sandbox', '--disable-background-networking'],
    baseURL,
  })
  try {
    const page = await context.newPage()
    await signIn(page)
    await installed(page)
    const browser = await context.newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    const { url, errors, data } = await browser.send('Page.getAppManifest')
    expect([url, errors]).toEqual([new URL('/manifest.webmanifest', baseURL).href, []])
    expect(JSON.parse(data ?? '')).toMatchObject({
      name: 'Lisa',
      display: 'standalone',
      background_color: '#f8f5ec',
      shortcuts: [
        { name: 'Write today', url: '/api/write' },
        { name: 'Talk to Lisa', url: '/api/open?screen=/voice' },
      ],
    })
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 20 })
  }
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the bars of the browser have the colour of the ${colorScheme} paper`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/')
    const [bars, paper] = await page.evaluate((scheme) => {
      const bars = document.querySelector<HTMLMetaElement>(`meta[name=theme-color][media*=${scheme}]`)
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const rgb = (color: string) => {
        if (canvas) canvas.fillStyle = color
        canvas?.fillRect(0, 0, 1, 1)
        return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].join()
      }
      return [rgb(bars?.content ?? ''), rgb(getComputedStyle(document.documentElement).backgroundColor)]
    }, colorScheme)
    expect(bars).toBe(paper)
  })

test('each icon has the type and the size that the manifest says', async ({ page }) => {
  await page.goto('/')
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  const icons = [manifest, ...manifest.shortcuts].flatMap(
    ({ icons }) => icons as { src: string; sizes: string }[],
  )
  for (const { src, sizes } of [...icons, { src: apple ?? '', sizes: '180x180' }]) {
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png')
    const size = await page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src })
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect([src, size]).toEqual([src, sizes])
  }
})

/** The paths of everything in Cache Storage. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname)
  })

async function writeEntry(page: Page, baseURL = '') {
  const data = { entryDate: '2026-11-20', wins: words }
  await page.request.post('/api/journal-entries', { data, headers: { Origin: baseURL } })
  await page.goto('/journal')
  await expect(page.getByText(words)).toBeVisible()
}

test('only the shell and its code are kept, whatever is opened', async ({ page, baseURL }) => {
  await signIn(page)
  await installed(page)
  await writeEntry(page, baseURL)
  for (const path of screens.map(({ path }) => path).filter((path) => !path.includes(':')))
    await page.goto(path, { waitUntil: 'networkidle' })
  for (const path of ['/api/docs', '/dev/outbox', '/api/export', '/robots.txt'])
    await page.evaluate((path) => fetch(path), path)
  const kept = await keptPaths(page)
  expect(kept).toContain('/index.html')
  expect(
    kept.filter((path) => !/^\/(index\.html|manifest\.webmanifest|assets\/[\w.-]+)$/.test(path)),
  ).toEqual([])
  expect(
    await page.evaluate(async () => {
      const shell = await caches.match('/index.html', { ignoreSearch: true })
      return [await shell?.text(), shell?.headers.get('Cache-Control')]
    }),
  ).toEqual([expect.not.stringContaining('Ana'), 'no-store'])
})

test('only screens are opened from the cache', async ({ page }) => {
  await signIn(page)
  await installed(page)
  const isKept = async (path: string) => (await page.goto(path))?.fromServiceWorker()
  for (const path of ['/', '/journal?q=fog', '/journal/new', '/goals/edit/1'])
    expect([path, await isKept(path)]).toEqual([path, true])
  for (const path of ['/nowhere', '/api/docs', '/api/openapi.json', '/dev/outbox', '/robots.txt'])
    expect([path, await isKept(path)]).toEqual([path, false])
})

test('the app opens without a network, and works fully once it is back', async ({ page, context }) => {
  await signIn(page)
  await installed(page)
  await context.setOffline(true)
  await page.goto('/api/write')
  await expect(page).toHaveURL(/\/journal\/new(\?link)?$/)
  await expect(page.getByRole('heading', { name: "Today's Journal" })).toBeVisible()
  await page.goto('/api/open?screen=/goals')
  await expect(page).toHaveURL('/goals?link')
  await expect(page.getByText('Lisa', { exact: true }).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Goals', level: 1 })).toBeVisible()
})

test('the link of a reminder leads by way of the server, and to its screen when that is down', async ({
  page,
}) => {
  const data = await temporaryDataDir()
  const app = await startApp(data.folder, await freePort())
  try {
    await page.goto(app.url)
    await page.getByRole('button', { name: 'Get Started' }).click()
    await fillInSignIn(page, somebody())
    await installed(page)
    const asked = page.waitForRequest('**/api/write')
    await page.goto(`${app.url}/api/write`)
    await asked
    await expect(page).toHaveURL(`${app.url}/journal/new`)
    await app.signal('SIGKILL')
    await page.goto(`${app.url}/api/write`)
    await expect(page).toHaveURL(/\/journal\/new(\?link)?$/)
    await expect(page.getByRole('heading', { name: "Today's Journal" })).toBeVisible()
  } finally {
    await app.signal('SIGKILL')
    await data.remove()
  }
})

test('after a sign-out nothing of the person is shown without a network', async ({
  page,
  context,
  baseURL,
}) => {
  const { firstName, email } = await signIn(page)
  await installed(page)
  await writeEntry(page, baseURL)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  // The header Clear-Site-Data removes the worker too; the next sign-in installs it again.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(await keptPaths(page)).toEqual([])
  await context.setOffline(true)
  for (const path of ['/', '/journal', '/journal/new', '/settings']) {
    await page.goto(path).catch(() => {})
    let html: string | undefined
    // The browser's error page may still be loading.
    await expect.poll(async () => (html = await page.content().catch(() => undefined))).toBeDefined()
    for (const own of [words, `, ${firstName}`, email]) expect(html).not.toContain(own)
  }
})
