import { expect, type BrowserContext, type Page, type Route } from '@playwright/test'

/** `lost`: requests arrive, answers do not; `away`: the server has no database; `portal`: a public network's sign-in page. */
type Network = 'ok' | 'cut' | 'lost' | 'away' | 'portal'

/** By default expect.poll slows down to one try a second. */
const often = { intervals: [100] }

/** A user with a browser whose connection fails as the test says. The page itself still loads, as in an installed app. */
export class Desk {
  network: Network = 'ok'
  /** The words that were typed, each of them once. */
  readonly words: string[] = []
  writes = 0

  private constructor(
    readonly context: BrowserContext,
    public page: Page,
  ) {}

  static async at(context: BrowserContext, page: Page) {
    const desk = new Desk(context, page)
    await untilRemembered(page)
    await context.route(/\/api\b/, (route) => desk.carry(route))
    return desk
  }

  private async carry(route: Route) {
    const isWrite = !['GET', 'HEAD'].includes(route.request().method())
    if (this.network === 'lost' && !isWrite) return route.continue()
    if (this.network === 'lost') {
      this.writes++
      this.network = 'cut'
      await route.fetch()
    }
    if (this.network === 'away')
      return route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { message: 'Not now' } })
    if (this.network === 'portal')
      return route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' })
    if (this.network !== 'ok') return route.abort('internetdisconnected')
    if (isWrite) this.writes++
    return route.continue()
  }

  /** Restores the connection and tells every window, as the browser does. */
  async comeBack(network: Network = 'ok') {
    this.network = network
    for (const page of this.context.pages())
      await page.evaluate(() => window.dispatchEvent(new Event('online'))).catch(() => undefined)
  }

  async open(path = '/journal/new', page = this.page) {
    await page.goto(path)
    await this.button(page).waitFor()
  }

  /** Appends a word to the first text of the form. */
  async type(word: string, page = this.page) {
    this.words.push(word)
    const field = page.getByLabel(/^(What are your wins today\?|Goal Title)$/)
    await field.fill(`${await field.inputValue()} ${word}`.trim())
  }

  save = (page = this.page) => this.button(page).click()

  async saveUnsent(page = this.page) {
    await this.save(page)
    await this.waits(page)
  }

  async write(word: string, page = this.page) {
    await this.type(word, page)
    await this.saveUnsent(page)
  }

  /** Opens a form, loses the connection, and saves a word. */
  async writeCutOff(path?: string) {
    await this.open(path)
    this.network = 'cut'
    await this.write('oak')
  }

  waits = (page = this.page) => expect(page.getByText('Waiting to send').first()).toBeVisible()

  /** Until a save with this word is stored on the device, and no earlier one. */
  async untilStored(word: string, page = this.page) {
    const saves = () =>
      page.evaluate(async () => {
        const done = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.addEventListener('success', () => resolve(request.result))
            request.addEventListener('error', () => reject(request.error))
          })
        const database = await done(indexedDB.open('lisa'))
        const rows: { values?: { wins?: string } }[] = await done(
          database.transaction('device').objectStore('device').getAll(),
        )
        database.close()
        return rows.flatMap(({ values }) => values?.wins ?? [])
      })
    await expect.poll(saves, often).toEqual([expect.stringContaining(word)])
  }

  async keepBoth(page = this.page) {
    await page.getByRole('button', { name: 'Keep both' }).click()
    await this.save(page)
  }

  /** Closes the window, or lets it crash, and opens another one. */
  async closeWindow() {
    const { page } = this
    this.page = await this.context.newPage()
    await page.close()
  }

  async crashWindow() {
    const { page } = this
    this.page = await this.context.newPage()
    const crashed = page.waitForEvent('crash')
    await page.goto('chrome://crash').catch(() => undefined)
    await crashed
    await page.close()
  }

  /** Makes a request as from another device. */
  async elsewhere(method: 'post' | 'put', path: string, data: object): Promise<{ id: string }> {
    const Origin = new URL(this.page.url()).origin
    const answer = await this.context.request[method](`/api/${path}`, { data, headers: { Origin } })
    expect(answer.ok()).toBe(true)
    return (await answer.json()) as { id: string }
  }

  /** Expects that the server has every word exactly once, and that the browser keeps none. */
  async expectEachOnce() {
    const counts = async () => {
      const read = (path: string) => this.context.request.get(`/api/${path}`).then((answer) => answer.text())
      const all = (await read('journal-entries')) + (await read('goals'))
      return this.words.map((word) => `${word}: ${all.split(word).length - 1}`)
    }
    await expect.poll(counts, often).toEqual(this.words.map((word) => `${word}: 1`))
    await expect.poll(() => wordsKept(this.page), often).toEqual([])
  }

  private button = (page: Page) =>
    page.getByRole('button', { name: /^(Save Entry|Update Entry|Create Goal|Save Changes)$/ })
}

/** The words that this browser keeps, in drafts or in waiting saves. */
async function wordsKept(page: Page): Promise<string[]> {
  const drafts = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('lisa:draft:')),
  )
  const saves = (await page.evaluate(rowsHere)).filter((row) => 'values' in row)
  return [...drafts, ...saves.map((row) => JSON.stringify(row))]
}

/** The page stores who is signed in a moment after it has appeared. */
export const untilRemembered = (page: Page) =>
  expect.poll(() => page.evaluate(rowsHere), often).not.toEqual([])

/** What the app keeps in IndexedDB. */
export async function rowsHere(): Promise<object[]> {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'lisa')) return []
  return new Promise((resolve) => {
    const opening = indexedDB.open('lisa')
    opening.addEventListener('success', () => {
      const all = opening.result.transaction('device').objectStore('device').getAll()
      all.addEventListener('success', () => {
        opening.result.close()
        resolve(all.result as object[])
      })
    })
  })
}
