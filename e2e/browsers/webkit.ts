import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test as base } from '@playwright/test'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import type { DriverService as Service } from 'selenium-webdriver/remote'
import { freePort } from '../app'
import { rowsHere } from '../desk'
import { findBrowser } from '../find-browsers.mjs'
import { somebody, type Person } from '../people'

const require = createRequire(import.meta.url)
const { DriverService } = require('selenium-webdriver/remote') as { DriverService: typeof Service }

/** Finds elements by their roles, labels and texts, as Playwright does, which cannot drive the system's WebKit. */
const testingLibrary = readFileSync(
  require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.js'),
  'utf8',
)

type Query = { by: 'Role'; role: string; name: string } | { by: 'LabelText' | 'Text'; words: string }

/** Something on the page, looked for anew at each use. */
class Locator {
  constructor(
    private readonly driver: WebDriver,
    private readonly query: Query,
  ) {}

  /** All that can be seen. */
  private async all(): Promise<WebElement[]> {
    const isLoaded = await this.driver.executeScript('return typeof TestingLibraryDom === "object"')
    if (!isLoaded) await this.driver.executeScript(testingLibrary)
    return this.driver.executeScript(
      `const { by, words, role, name } = arguments[0]
       const find = TestingLibraryDom['queryAllBy' + by]
       const has = (text) => text.toLowerCase().includes(name.toLowerCase())
       return (role ? find(document.body, role, { name: has }) : find(document.body, words, { exact: false }))
         .filter((element) => element.checkVisibility({ visibilityProperty: true }))`,
      this.query,
    )
  }

  /** Waits for it, and does something with it. */
  private async with<T>(use: (element: WebElement) => T | Promise<T>): Promise<T> {
    const results: T[] = []
    await expect(async () => {
      const [element] = await this.all()
      if (!element)
        throw new Error(`No ${JSON.stringify(this.query)} on ${await this.driver.getCurrentUrl()}`)
      results.push(await use(element))
    }).toPass({ timeout: 20_000 })
    return results[0] as T
  }

  visible = () => this.with(() => undefined)
  click = () => this.with((element) => element.click())
  attribute = (name: 'value' | 'aria-checked') => this.with((element) => element.getAttribute(name))
  gone = () => expect.poll(async () => (await this.all()).length).toBe(0)

  /** Types in place of what is there. */
  fill = (words: string) =>
    this.with(async (element) => {
      await element.clear()
      await element.sendKeys(words)
    })
}

export class WebKit {
  private constructor(
    readonly driver: WebDriver,
    private readonly url: string,
  ) {}

  /** A window with no cookies and nothing stored. */
  static async open(webKitDriver: string, url = '') {
    const capabilities = new Capabilities({ browserName: 'MiniBrowser' })
    return new WebKit(
      await new Builder().usingServer(webKitDriver).withCapabilities(capabilities).build(),
      url,
    )
  }
  close = () => this.driver.quit()

  goto = (path: string) => this.driver.get(new URL(path, this.url).href)
  reload = () => this.driver.navigate().refresh()
  goBack = () => this.driver.navigate().back()

  // As with Playwright, a part of the words is enough.
  role = (role: string, name: string) => new Locator(this.driver, { by: 'Role', role, name })
  label = (words: string) => new Locator(this.driver, { by: 'LabelText', words })
  text = (words: string) => new Locator(this.driver, { by: 'Text', words })

  /** Calls the API as the page would, as the user who is signed in. */
  api(method: string, path: string, body?: object): Promise<unknown> {
    return this.driver.executeAsyncScript(
      `const [method, path, body, done] = arguments
       fetch('/api/' + path, { method, body, headers: { 'Content-Type': 'application/json' } })
         .then((answer) => answer.json()).then(done, (error) => done(String(error)))`,
      method,
      path,
      body && JSON.stringify(body),
    )
  }

  async signIn(person: Person = somebody()) {
    await this.goto('/')
    await this.role('button', 'Get Started').click()
    await this.label('Email').fill(person.email)
    await this.label('First name').fill(person.firstName)
    await this.label('Last name').fill(person.lastName)
    await this.role('button', 'Sign in').click()
    await this.text(`, ${person.firstName}`).visible()
  }

  async signOut() {
    await this.role('button', 'Account').click()
    await this.role('menuitem', 'Sign out').click()
    await this.isSignedOut()
  }
  isSignedOut = () => this.role('heading', 'Build meaningful habits').visible()

  /** Waits until the app's code is on this device, and who is signed in. */
  async installed() {
    await this.driver.executeAsyncScript('navigator.serviceWorker.ready.then(() => arguments[0]())')
    const rows = () => this.driver.executeAsyncScript(`(${rowsHere.toString()})().then(arguments[0])`)
    await expect.poll(rows).not.toEqual([])
  }
}

/** Tests with `webkit`, a window of the system's WebKit. */
export const test = base.extend<{ webkit: WebKit }, { webKitDriver: string }>({
  webKitDriver: [
    // Playwright asks for a pattern, also where nothing is needed.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const display = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
      const screen = spawn('Xvfb', display, { stdio: ['ignore', 'pipe', 'ignore'] })
      const [number] = (await once(screen.stdout, 'data')) as [Buffer]
      const service = new DriverService.Builder(findBrowser('webkit') ?? '')
        .setLoopback(true)
        .setPort(await freePort())
        .setEnvironment({
          ...process.env,
          DISPLAY: `:${String(number).trim()}`,
          // Its sandbox needs rights that root in a container does not have.
          WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        })
        .build()
      try {
        await provide(await service.start())
      } finally {
        await service.kill()
        screen.kill()
      }
    },
    { scope: 'worker' },
  ],
  webkit: async ({ webKitDriver, baseURL }, provide, testInfo) => {
    const window = await WebKit.open(webKitDriver, baseURL)
    await provide(window)
    if (testInfo.status !== testInfo.expectedStatus)
      writeFileSync(testInfo.outputPath('screen.png'), await window.driver.takeScreenshot(), 'base64')
    await window.close()
  },
})
