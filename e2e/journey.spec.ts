import { freePort, startApp, temporaryDataDir } from './app'
import { fillInSignIn, somebody } from './people'
import { expect, test } from './test'

test(
  'sign in, write today’s entry, find it again, also after a restart',
  { tag: '@journey' },
  async ({ page }) => {
    const data = await temporaryDataDir()
    const port = await freePort()
    let app = await startApp(data.folder, port)
    try {
      await page.goto(app.url)
      await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
      await page.getByRole('button', { name: 'Get Started' }).click()
      const ana = somebody()
      await fillInSignIn(page, ana)
      await expect(page.getByRole('heading', { name: `, ${ana.firstName}` })).toBeVisible()

      await page.getByRole('link', { name: 'Journal' }).click()
      await expect(page.getByText('Start Your Journey')).toBeVisible()
      await page.getByRole('button', { name: 'Write Your First Entry' }).click()
      const day = new Date(`${await page.getByLabel('Date', { exact: true }).inputValue()}T12:00`)
      await page.getByText('Very Happy').click()
      await page.getByLabel('Gratitude 1').fill('The first light on the roofs')
      await page.getByLabel('Gratitude 2').fill('Tea 🍵')
      await page.getByLabel('Gratitude 3').fill('A letter from Ben')
      await page.getByLabel('What are your wins today?').fill('Wrote the first page.\nAnd the second.')
      await page.getByRole('button', { name: 'Save Entry' }).click()
      await expect(page.getByText('Journal entry saved successfully').first()).toBeVisible()

      const seesTheEntry = async () => {
        const card = page.getByRole('region', {
          name: day.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric' }),
        })
        await expect(card.getByRole('img', { name: 'Very Happy' })).toBeVisible()
        await expect(card.getByRole('listitem')).toHaveText([
          'The first light on the roofs',
          'Tea 🍵',
          'A letter from Ben',
        ])
        await expect(card.getByText('Wrote the first page.')).toBeVisible()
      }
      await expect(page).toHaveURL(`${app.url}/journal`)
      await seesTheEntry()

      await app.signal('SIGTERM')
      app = await startApp(data.folder, port)
      await page.reload()
      await seesTheEntry()

      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
      await page.goto(`${app.url}/journal`)
      await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    } finally {
      await app.signal('SIGTERM')
      await data.remove()
    }
  },
)

test('kill -9 in the middle of a stream of saves loses no entry that was acknowledged', async ({ page }) => {
  const data = await temporaryDataDir()
  const port = await freePort()
  let app = await startApp(data.folder, port)
  const acknowledged = new Map<string, string>()
  let day = 0
  try {
    await page.goto(app.url)
    await page.getByRole('button', { name: 'Get Started' }).click()
    await fillInSignIn(page, somebody())
    await expect(page.getByRole('link', { name: 'Journal' })).toBeVisible()

    for (let round = 0; round < 3; round++) {
      const stop = new AbortController()
      const writer = async () => {
        while (!stop.signal.aborted) {
          const entryDate = new Date(Date.UTC(2000, 0, ++day)).toISOString().slice(0, 10)
          const wins = `entry ${entryDate} of round ${round}`
          const answer = await page.request
            .post(`${app.url}/api/journal-entries`, {
              data: { entryDate, wins },
              headers: { Origin: app.url },
            })
            .catch(() => undefined)
          if (!answer) return
          expect(answer.status()).toBe(201)
          acknowledged.set(entryDate, wins)
        }
      }
      const writers = Promise.all([writer(), writer(), writer(), writer()])
      const before = acknowledged.size
      await expect
        .poll(() => acknowledged.size, { timeout: 60_000 })
        .toBeGreaterThan(before + 40 + round * 15)
      await app.signal('SIGKILL')
      stop.abort()
      await writers
      app = await startApp(data.folder, port)
    }

    const answer = await page.request.get(`${app.url}/api/journal-entries`)
    const entries = (await answer.json()) as { entryDate: string; wins: string }[]
    const found = new Map(entries.map(({ entryDate, wins }) => [entryDate, wins]))
    for (const [entryDate, wins] of acknowledged) expect(found.get(entryDate)).toBe(wins)
  } finally {
    await app.signal('SIGTERM')
    await data.remove()
  }
})
