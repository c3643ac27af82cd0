import { expect, test } from '@playwright/test'
import { signIn, signInAt } from './people'

const background = (element: Element) => getComputedStyle(element).backgroundColor

test('on a desk the column is a sheet on a darker table, and the bottom bar ends with it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page)
  const sheet = page.locator('#root > .max-w-column')
  const [column, bar] = [await sheet.boundingBox(), await page.getByRole('navigation').boundingBox()]
  expect(column).toMatchObject({ width: 420 })
  expect(bar).toMatchObject({ x: column?.x, width: 420 })
  expect(await sheet.evaluate(background)).not.toBe(await page.locator('html').evaluate(background))
})

test('the words of an entry are 17 px on a desk and 16 px on a phone', async ({ page }) => {
  await signInAt(page, '/journal/new')
  const words = page.getByLabel('What are your wins today?')
  for (const [width, size] of [
    [1280, '17px'],
    [390, '16px'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(words).toHaveCSS('font-size', size)
  }
})

test('the landing page fits on common screens, with an entry of the product', async ({ page }) => {
  for (const [width, height] of [
    [360, 640],
    [393, 727],
    [1440, 760],
    [1440, 801],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await expect(page.getByRole('img', { name: /^A journal entry/ })).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Track Progress')).toBeInViewport({ ratio: 1 })
  }
})
