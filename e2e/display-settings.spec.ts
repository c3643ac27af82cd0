import { expect, test, type Locator, type Page } from '@playwright/test'
import { enlargeText } from './enlarge-text'
import { signIn, signInAt } from './people'

// What somebody has set in the browser or the system: high contrast, and larger text.

const styleOf = (target: Locator, property: 'backgroundColor' | 'borderBottomColor' | 'textDecorationLine') =>
  target.evaluate((element, property) => getComputedStyle(element)[property], property)

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`high contrast, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: 'active' } })

    test('switches, the streak and what is selected can be told apart', async ({ page, baseURL }) => {
      await signIn(page)
      await page.request.post('/api/journal-entries', {
        data: { entryDate: new Date().toISOString().slice(0, 10) },
        headers: { Origin: baseURL ?? '' },
      })
      await page.goto('/settings')
      const [on, off] = ['Enable daily reminders', 'Enable phone reminders'].map((name) =>
        page.getByRole('switch', { name }),
      ) as [Locator, Locator]
      expect(await styleOf(on, 'backgroundColor')).not.toBe(await styleOf(off, 'backgroundColor'))
      for (const control of [on, off])
        expect(await styleOf(control.locator('span'), 'backgroundColor')).not.toBe(
          await styleOf(control, 'backgroundColor'),
        )

      await page.getByRole('link', { name: 'Progress' }).click()
      const streak = page.getByRole('progressbar')
      expect(await styleOf(streak.locator('div'), 'backgroundColor')).not.toBe(
        await styleOf(streak, 'backgroundColor'),
      )
      const tab = (name: string) => styleOf(page.getByRole('tab', { name }), 'borderBottomColor')
      expect(await tab('Weekly')).not.toBe(await tab('Monthly'))
      expect(await tab('Monthly')).toBe(await tab('Annual'))
      const screen = (name: string) => styleOf(page.getByRole('link', { name }), 'textDecorationLine')
      expect(await screen('Progress')).not.toBe(await screen('Goals'))
    })

    test('a choice shows by its background that it is chosen, and by its outline the focus', async ({
      page,
    }) => {
      await signInAt(page, '/goals/new')
      const [chosen, other] = ['Monthly', 'Annual'].map((name) =>
        page.locator('label', { hasText: name }),
      ) as [Locator, Locator]
      await expect(chosen).toHaveCSS('outline-style', 'none')
      await page.getByRole('radio', { name: 'Monthly' }).focus()
      await page.keyboard.press('Shift')
      await expect(chosen).toHaveCSS('outline-style', 'solid')
      await expect(other).toHaveCSS('outline-style', 'none')
      expect(await styleOf(chosen, 'backgroundColor')).not.toBe(await styleOf(other, 'backgroundColor'))
    })
  })

for (const [system, chosen] of [
  ['light', 'Dark'],
  ['dark', 'Light'],
] as const)
  test.describe(`where the system is ${system}`, () => {
    test.use({ colorScheme: system })

    test(`${chosen} is shown before the app's code is there, and also after a sign-out and to the signed-out`, async ({
      page,
    }) => {
      const lightness = () =>
        page.evaluate(() => {
          const [, lightness] =
            /^oklch\(([\d.]+)/.exec(getComputedStyle(document.documentElement).backgroundColor) ?? []
          return Number(lightness) > 0.5 ? 'Light' : 'Dark'
        })
      const bar = () =>
        page.evaluate(() => {
          const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
          return metas.find(({ media }) => matchMedia(media).matches)?.content
        })
      await signIn(page)
      const ofSystem = await bar()
      await page.goto('/settings')
      await page.locator('label', { hasText: chosen }).click()
      await expect(page.getByRole('radio', { name: chosen })).toBeChecked()
      expect(await lightness()).toBe(chosen)
      expect(await bar()).not.toBe(ofSystem)
      await expect(page.locator('html')).toHaveCSS('color-scheme', chosen.toLowerCase())

      // Without the app's code only the static frame is painted.
      await page.route(/\/assets\/index-/, (route) =>
        route.request().resourceType() === 'script' ? route.abort() : route.continue(),
      )
      await page.goto('/', { waitUntil: 'domcontentloaded' })
      await expect(page.getByText('Lisa', { exact: true })).toBeVisible()
      expect(await lightness()).toBe(chosen)
      await page.unroute(/\/assets\/index-/)

      await page.goto('/')
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
      expect(await lightness()).toBe(chosen)
    })
  })

/** Pairs of words that lie on each other; what is fixed lies on what scrolls beneath. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const texts: { words: string; box: DOMRect }[] = []
    const walker = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const words = textContent?.trim()
      if (
        !words ||
        !parentElement?.checkVisibility() ||
        parentElement.closest('.sr-only, .sticky-actions, svg, option')
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      for (const box of range.getClientRects()) texts.push({ words, box })
    }
    return texts.flatMap((a, i) =>
      texts
        .slice(i + 1)
        .filter(({ words, box }) => {
          const width = Math.min(a.box.right, box.right) - Math.max(a.box.left, box.left)
          const height = Math.min(a.box.bottom, box.bottom) - Math.max(a.box.top, box.top)
          // Lines of a text are higher than its letters, and may touch.
          return words !== a.words && width > 1 && height > 12
        })
        .map(({ words }) => `${a.words} | ${words}`),
    )
  })

test('with text of twice the size nothing overlaps, and headings stay the largest', async ({
  page,
  baseURL,
}) => {
  await enlargeText(page)
  await signIn(page)
  for (const entryDate of ['2026-08-31', '2026-09-30'])
    await page.request.post('/api/journal-entries', {
      data: { entryDate, mood: 'happy' },
      headers: { Origin: baseURL ?? '' },
    })
  await page.goto('/progress')
  const circles = page.locator('ol li > span:last-child')
  await expect(circles).toHaveCount(7)
  const boxes = await circles.evaluateAll((all) => all.map((circle) => circle.getBoundingClientRect()))
  for (const [i, box] of boxes.entries()) expect(box.right).toBeLessThanOrEqual(boxes[i + 1]?.left ?? 390)

  await page.goto('/journal')
  const search = page.getByRole('searchbox', { name: 'Search your journal' })
  await expect(search).toBeVisible()
  expect((await search.boundingBox())?.width).toBeGreaterThan(300)

  for (const path of [
    '/',
    '/goals',
    '/goals/new',
    '/journal',
    '/journal?day=2026-09-30',
    '/journal/new',
    '/progress',
    '/progress?month=2026-09',
    '/progress?year=2026',
    '/settings',
    '/voice',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    const sizes = await page.evaluate(() => {
      const size = (element: Element) => parseFloat(getComputedStyle(element).fontSize)
      const texts = [...document.querySelectorAll('main :is(p, label, button, a, li, input)')]
      const heading = document.querySelector('h1')
      return { heading: heading && size(heading), largest: Math.max(...texts.map(size)) }
    })
    // A day that is read has its date as the heading, in smaller type.
    const heading = path.includes('day=') ? 44 : 56
    expect(sizes.heading).toBe(heading)
    expect(sizes.largest).toBeLessThan(heading)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([path, width]).toEqual([path, 390])
    expect([path, await overlaps(page)]).toEqual([path, []])
  }

  await page.goto('/journal')
  await expect(page.getByRole('button', { name: 'Jump to month' })).toHaveCount(1)
  await page.goto('/progress?month=2026-09')
  const centerOf = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      return (top + bottom) / 2
    })
  expect(await centerOf('Next month')).toBe(await centerOf('Previous month'))

  await page.setViewportSize({ width: 1280, height: 800 })
  expect((await page.locator('#root > div').first().boundingBox())?.width).toBe(420)
})
