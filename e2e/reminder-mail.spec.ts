import { expect, test } from '@playwright/test'
import { addDays } from '../shared/dates'
import { fillInSignIn, signIn } from './people'

for (const width of [320, 360, 390])
  test(
    `the words beneath the days of the mail stay apart, ${width} px wide`,
    { tag: width > 320 ? '@nightly' : [] },
    async ({ page, baseURL }) => {
      const { email } = await signIn(page)
      const headers = { Origin: baseURL ?? '' }
      const today = new Date().toISOString().slice(0, 10)
      for (let daysAgo = 0; daysAgo < 7; daysAgo++) {
        const data = { entryDate: addDays(today, -daysAgo), mood: 'neutral' }
        await page.request.post('/api/journal-entries', { data, headers })
      }
      await page.request.post('/api/test-reminder', { headers })
      await page.goto('/dev/outbox')
      const mail = page.locator(':has(> iframe)', { hasText: email }).first().locator('iframe')
      await page.setViewportSize({ width, height: 740 })
      await page.goto((await mail.getAttribute('src')) ?? '')
      const words = page.locator('td > p.muted', { hasText: 'Neutral' })
      await expect(words).toHaveCount(7)
      const tooWide = await words.evaluateAll((all) =>
        all
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((word) => word.textContent),
      )
      expect(tooWide).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    },
  )

test("its button opens today's entry, also where nobody is signed in", async ({ page, baseURL, browser }) => {
  const ana = await signIn(page)
  await page.request.post('/api/test-reminder', { headers: { Origin: baseURL ?? '' } })
  await page.goto('/dev/outbox')
  const mail = page.locator(':has(> iframe)', { hasText: ana.email }).first().locator('iframe')
  await page.goto((await mail.getAttribute('src')) ?? '')
  const link = (await page.getByRole('link', { name: "Write today's entry" }).getAttribute('href')) ?? ''
  const today = { name: "Today's Journal" }
  await page.goto(link)
  await expect(page).toHaveURL('/journal/new')
  await expect(page.getByRole('heading', today)).toBeVisible()
  const elsewhere = await (await browser.newContext({ baseURL })).newPage()
  await elsewhere.goto(link)
  await fillInSignIn(elsewhere, ana)
  await expect(elsewhere).toHaveURL('/journal/new')
  await expect(elsewhere.getByRole('heading', today)).toBeVisible()
  await elsewhere.context().close()
})
