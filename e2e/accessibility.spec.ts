import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { screens, type ScreenPath } from '../shared/screens'
import { expectNoViolationsInBothColors } from './axe'
import { addressOf, type Ids } from './addresses'
import { fillAccount } from './example-account'
import { keyboardOf } from './keyboard'
import { signIn, signInAt, somebody } from './people'

const paths = [...screens.map(({ path }) => path).filter((path) => !path.endsWith(':id')), '/nowhere']
const showWhatIsStored: ScreenPath[] = [
  '/goals',
  '/goals/edit/:id',
  '/journal',
  '/journal/new',
  '/journal/edit/:id',
  '/progress',
]

/** The screen has settled: its heading is there and nothing loads any more. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText('Loading…')).toHaveCount(0)
}

/** Fills the account; answers what the two edit screens show of it. */
async function fill(page: Page, origin: string): Promise<Ids> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/${path}`, { data, headers: { Origin: origin } })
    return ((await answer.json()) as { id: string }).id
  }
  const today = new Date().toISOString().slice(0, 10)
  const { entry, goal } = await fillAccount(post, { today, days: 14 })
  return { '/journal/edit/:id': entry, '/goals/edit/:id': goal }
}

test('axe finds nothing on any screen, empty and filled', async ({ page, baseURL }) => {
  test.setTimeout(300_000)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  await expectNoViolationsInBothColors(page)
  await signIn(page)
  for (const path of paths) {
    await open(page, path)
    await expectNoViolationsInBothColors(page)
  }
  const ids = await fill(page, baseURL ?? '')
  for (const path of showWhatIsStored) {
    await open(page, addressOf(path, ids))
    await expectNoViolationsInBothColors(page)
  }
  await page.request.patch(`/api/goals/${ids['/goals/edit/:id']}`, {
    data: { title: 'Changed' },
    headers: { Origin: baseURL ?? '' },
  })
  await open(page, addressOf('/goals/edit/:id', ids))
  await page.getByRole('button', { name: 'Earlier versions (1)' }).click()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expectNoViolationsInBothColors(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoViolationsInBothColors(page)
})

test('a day can be written by keyboard alone', async ({ page }) => {
  await signIn(page)
  const { press, type, tabTo, follow } = keyboardOf(page)
  await follow(page.getByRole('link', { name: 'Journal', exact: true }), 'Journal')
  await follow(page.getByRole('button', { name: 'New Entry' }), "Today's Journal")
  await tabTo(page.getByRole('radio', { name: 'Neutral' }))
  await press('ArrowRight', 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'Very Happy' })).toBeChecked()
  await press('Tab')
  await type('The keys')
  await press('Tab', 'Tab', 'Tab', 'Tab')
  await type('Written without a mouse')
  await tabTo(page.getByRole('button', { name: 'Save Entry' }))
  await press('Enter')
  await expect(page.getByText('Journal entry saved successfully').first()).toBeVisible()
  await expect(page.getByText('Written without a mouse')).toBeVisible()

  await press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).locator(':focus')).toBeVisible()
})

/** What sticks out of the window to the right. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('svg, .sr-only'),
      )
      .map((element) => `${element.tagName} ${element.className}`.slice(0, 80)),
  )

test('at 200 % zoom of a phone nothing is cut off or scrolls sideways', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 195, height: 422 })
  for (const path of paths) {
    await open(page, path)
    expect([path, await overflowing(page)]).toEqual([path, []])
  }
  const ids = await fill(page, baseURL ?? '')
  for (const path of showWhatIsStored) {
    await open(page, addressOf(path, ids))
    expect([path, await overflowing(page)]).toEqual([path, []])
  }
})

for (const [width, letters] of [
  [390, 45],
  [195, 20],
] as const)
  test(`an email address of ${letters} letters stays in its card, ${width} px wide`, async ({ page }) => {
    // A second try must not find the account of the first one.
    await signIn(page, { ...somebody(), email: `${'m'.repeat(letters)}@${randomUUID().slice(0, 3)}.example` })
    await page.setViewportSize({ width, height: 844 })
    await open(page, '/settings')
    expect(await overflowing(page)).toEqual([])
    await page.getByLabel('API Password').fill('one two three')
    await page.getByRole('button', { name: 'Add Password' }).click()
    await expect(page.getByText('API access is enabled')).toBeVisible()
    expect(await overflowing(page)).toEqual([])
  })

test('what can be touched is at least 44 px', async ({ page }) => {
  await signIn(page)
  for (const path of paths) {
    await open(page, path)
    const small = await page
      .locator(
        'a:visible:not([href="#content"]), button:visible, input:not([type=radio], [aria-hidden]):visible, textarea:visible, select:visible, label:has(input[type=radio]):visible',
      )
      .evaluateAll((elements) =>
        elements.flatMap((element) => {
          element.scrollIntoView({ block: 'center' })
          const { x, y, width, height } = element.getBoundingClientRect()
          const [middle, centre] = [x + width / 2, y + height / 2]
          // A control may be touched beyond what is drawn of it.
          const takes = (dx: number, dy: number) =>
            element.contains(document.elementFromPoint(middle + dx, centre + dy))
          const isTall = height >= 43.5 || (takes(0, -21) && takes(0, 21))
          const isWide = width >= 43.5 || (takes(-21, 0) && takes(21, 0))
          return isTall && isWide ? [] : [`${element.textContent || element.ariaLabel} ${width}×${height}`]
        }),
      )
    expect([path, small]).toEqual([path, []])
  }
})

test('reduced motion stops what moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page)
  for (const path of paths) {
    await open(page, path)
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1).length,
    )
    expect([path, moving]).toEqual([path, 0])
  }
})

test('a toast is announced once', async ({ page }) => {
  await signInAt(page, '/journal/new')
  await page.getByRole('button', { name: 'Save Entry' }).waitFor()
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver(() => {
      for (const region of document.querySelectorAll(
        '[role=status], [role=alert], [aria-live]:not([aria-live=off])',
      )) {
        const text = region.textContent ?? ''
        if (
          text.includes('Journal entry saved successfully') &&
          !heard.includes(`${region.outerHTML.slice(0, 40)}`)
        )
          heard.push(region.outerHTML.slice(0, 40))
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expect(page.getByText('Journal entry saved successfully').first()).toBeVisible()
  await page.waitForTimeout(1_500)
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard.length)).toBe(1)
})
