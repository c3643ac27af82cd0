import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { addDays } from '../shared/dates'
import { landing, screens, type ScreenPath } from '../shared/screens'
import { addressOf, type Ids } from './addresses'
import { freePort, startApp, temporaryDataDir } from './app'
import { enlargeText } from './enlarge-text'
import { fillAccount } from './example-account'
import { findBrowser } from './find-browsers.mjs'
import { today } from './home'
import { signIn, somebody } from './people'
import {
  shootAppearance,
  shootCutOff,
  shootJournal,
  shootSettingsDraft,
  shootShortcuts,
  shootTexts,
  shootTouched,
} from './screenshot-days'
import { shootForty, shootGoals } from './screenshot-goals'
import {
  inLines,
  shootLostTalk,
  shootNotifications,
  shootPrograms,
  shootTalk,
  shootWaiting,
  shootYourData,
  type Shoot,
} from './screenshot-states'
import { talkingBrowser } from './voice-media'

/**
 * `npm run screenshots` makes docs/screens.md and its pictures: every screen, empty and filled, also in the states
 * that pass or go wrong, light and dark, on a phone and on a desk, and on the phone with text of twice the size; from an
 * app of its own.
 */
const folder = path.join(import.meta.dirname, '../docs/screens')
const [phone, desk] = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
type Variant = Pick<BrowserContextOptions, 'viewport' | 'colorScheme'> & { isEnlarged?: boolean }
const variants: Record<string, Variant> = {
  'phone-light': { viewport: phone, colorScheme: 'light' },
  'phone-dark': { viewport: phone, colorScheme: 'dark' },
  'desk-light': { viewport: desk, colorScheme: 'light' },
  'desk-dark': { viewport: desk, colorScheme: 'dark' },
  'phone-large': { viewport: phone, colorScheme: 'light', isEnlarged: true },
}

/** The names of the pictures where nothing is stored, and where something is. */
const pictured: Record<ScreenPath, { empty?: string; filled?: string }> = {
  '/': { empty: 'Home, empty', filled: 'Home' },
  '/goals': { empty: 'Goals, empty', filled: 'Goals' },
  '/goals/new': { empty: 'Create goal' },
  '/goals/edit/:id': { filled: 'Edit goal' },
  '/journal': { empty: 'Journal, empty', filled: 'Journal' },
  '/journal/new': { empty: "Today's Journal" },
  '/journal/edit/:id': { filled: 'Edit entry' },
  '/progress': { empty: 'Progress, empty', filled: 'Progress' },
  '/settings': { empty: 'Settings' },
  '/voice': { empty: 'Voice mode, disconnected' },
}

const data = await temporaryDataDir()
const app = await startApp(data.folder, await freePort())
const browser = await chromium.launch({
  executablePath: findBrowser('chromium'),
  args: ['--no-sandbox', '--disable-background-networking', ...talkingBrowser()],
})
const pictures = new Map<string, string[]>()

try {
  await mkdir(folder, { recursive: true })
  const talks: [Page, Shoot][] = []
  for (const variant of Object.keys(variants)) {
    const shoot = shootAs(variant)
    const page = await open(variant)
    const ids = await walk(page, variant)
    await shootWaiting(page, ids, shoot)
    await shootYourData(page, shoot)
    await shootPrograms(page, shoot)
    await shootJournal(page, shoot)
    await shootTouched(page, shoot)
    await shootShortcuts(page, shoot)
    await shootSettingsDraft(page, shoot)
    await shootCutOff(page, shoot)
    await shootAppearance(page, shoot)
    await shootTexts(page, shoot)
    await shootGoals(page, ids, shoot)
    await shootForty(page, ids, shoot)
    await page.context().close()
    const notified = await open(variant, { serviceWorkers: 'allow' })
    await shootNotifications(notified, shoot)
    await notified.context().close()
    const talking = await open(variant)
    await shootTalk(talking, shoot)
    talks.push([talking, shoot])
  }
  await app.signal('SIGKILL')
  for (const talk of talks) await shootLostTalk(...talk)
  await writeFile(path.join(folder, '../screens.md'), markdown())
  const taken = new Set([...pictures.values()].flat())
  for (const file of await readdir(folder)) if (!taken.has(file)) await rm(path.join(folder, file))
} finally {
  await browser.close()
  await app.signal('SIGTERM')
  await data.remove()
}

async function open(variant: string, options: BrowserContextOptions = {}) {
  const { isEnlarged, ...look } = variants[variant] ?? {}
  const context = await browser.newContext({
    ...look,
    baseURL: app.url,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  if (isEnlarged) await enlargeText(page)
  return page
}

async function walk(page: Page, variant: string) {
  await take(page, 'Landing page', landing.path, variant)
  await signIn(page, { ...somebody(), email: `ana-${variant}@example.org` })
  for (const { path } of screens) {
    const { empty } = pictured[path]
    if (empty) await take(page, empty, path, variant)
  }
  await take(page, 'Progress, monthly, empty', '/progress?month=', variant)
  await take(page, 'Progress, annual, empty', '/progress?year=', variant)
  await inLines(page, () => take(page, 'Journal, lines, empty', '/journal', variant))
  await take(page, 'Not found', '/nowhere', variant)
  const ids = await fill(page)
  for (const { path } of screens) {
    const { filled } = pictured[path]
    if (filled) await take(page, filled, addressOf(path, ids), variant)
  }
  await take(page, 'Journal, a day', `/journal?day=${addDays(today, -1)}`, variant)
  await inLines(page, () => take(page, 'Journal, lines', '/journal', variant))
  await take(page, 'Journal, search', '/journal?q=river', variant)
  await take(page, 'Journal, search, nothing found', '/journal?q=xylophone', variant)
  await take(page, 'Progress, monthly', '/progress?month=', variant)
  await take(page, 'Progress, annual', '/progress?year=', variant)
  await take(page, 'Looking back at a week', '/?review=week', variant)
  return ids
}

async function take(page: Page, name: string, path: string, variant: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await shootAs(variant)(page, name)
}

function shootAs(variant: string): Shoot {
  return async (page, name) => {
    const file = `${name.toLowerCase().replace(/[^a-z]+/g, '-')}-${variant}.png`
    const picture = await page.screenshot()
    const kept = await readFile(path.join(folder, file)).catch(() => undefined)
    if (!kept || !looksTheSame(kept, picture, await changingPlaces(page)))
      await writeFile(path.join(folder, file), picture)
    pictures.set(name, [...(pictures.get(name) ?? []), file])
  }
}

/** Where the screen has a time of day or a phone number, which differ in every run. */
function changingPlaces(page: Page): Promise<Place[]> {
  return page.evaluate(() => {
    const places: Place[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      if (!/\d:\d\d|\+\d{8}/.test(texts.currentNode.nodeValue ?? '')) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      for (const { left, top, right, bottom } of range.getClientRects())
        places.push({ left, top, right, bottom })
    }
    return places
  })
}
type Place = Record<'left' | 'top' | 'right' | 'bottom', number>

/** A picture that differs only in these places is kept as it is. */
function looksTheSame(kept: Buffer, picture: Buffer, changing: Place[]): boolean {
  const [before, now] = [PNG.sync.read(kept), PNG.sync.read(picture)]
  const { width, height } = now
  if (before.width !== width || before.height !== height) return false
  for (const { data } of [before, now])
    for (const { left, top, right, bottom } of changing)
      for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++)
        data.fill(
          0,
          4 * (y * width + Math.max(0, Math.floor(left))),
          4 * (y * width + Math.min(width, Math.ceil(right))),
        )
  return pixelmatch(before.data, now.data, undefined, width, height) === 0
}

async function fill(page: Page): Promise<Ids> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/${path}`, { data, headers: { Origin: app.url } })
    return ((await answer.json()) as { id: string }).id
  }
  const { entry, goal } = await fillAccount(post, { today })
  return { '/goals/edit/:id': goal, '/journal/edit/:id': entry }
}

function markdown(): string {
  const ignored = execFileSync('git', ['ls-files', '--others', '--ignored', '--exclude-standard', '.'], {
    cwd: folder,
    encoding: 'utf8',
  }).split('\n')
  const rows = [...pictures].flatMap(([name, files]) => {
    const kept = files.filter((file) => !ignored.includes(file))
    const images = kept.map((file) => `<img src="screens/${file}" height="420" alt="${altOf(name, file)}">`)
    return kept.length ? [`## ${name}\n\n${images.join('\n')}\n`] : []
  })
  return `# Screens\n\nEach screen on a phone (390×844), light. \`npm run screenshots\` makes these pictures, and beside them those that are not kept in git: dark, on a desk (1280×800), empty, with text of twice the size, what shows while something loads and when it failed, and the states of a talk.\n\n${rows.join('\n')}`
}

function altOf(name: string, file: string): string {
  return `${name}, ${file.replace(/^.*-(\w+)-(\w+)\.png$/, '$1, $2')}`
}
