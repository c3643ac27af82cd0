import type { Locator, Page } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInBothColors } from './axe'
import { keyboardOf } from './keyboard'
import { signIn, signInAt } from './people'
import { expect, test } from './test'

test.use({ timezoneId: 'UTC', locale: 'en-US' })

const events = (page: Page) => page.getByLabel('What happened today?')
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name })
const heightOf = async (element: Locator) => Math.round((await element.boundingBox())?.height ?? NaN)
const threeLines = 'One line,\nanother one,\nand a third'

const post = (page: Page, data: object, origin = '') =>
  page.request.post('/api/journal-entries', { data, headers: { Origin: origin } })

test('a day is written from the first gratitude to the save without leaving the keys', async ({ page }) => {
  const { press, type, tabTo, expectHeading } = keyboardOf(page)
  await signInAt(page, '/journal/new')
  await tabTo(page.getByLabel('Gratitude 1'))
  for (const words of ['The sun', 'Tea', 'A letter']) {
    await type(words)
    await press('Enter')
  }
  await expect(events(page)).toBeFocused()
  await type('Two lines,')
  await press('Enter')
  await type('no mouse.')
  await press('Control+s')
  await expectHeading('Journal')
  await expect(page.getByText('Journal entry saved successfully').first()).toBeVisible()
  for (const words of ['The sun', 'Tea', 'A letter']) await expect(page.getByText(words)).toBeVisible()

  await page.goto('/journal/new')
  await expect(button(page, 'Update Entry')).toBeVisible()
  await expect(events(page)).toHaveValue('Two lines,\nno mouse.')
  await tabTo(page.getByLabel('What went well?'))
  await type('All of it')
  await press('Control+Enter')
  await expectHeading('Journal')
  await expect(page.getByText('All of it')).toBeVisible()
})

test('Enter at the date or at a mood of an entry saves nothing', async ({ page, baseURL }) => {
  const { press, tabTo } = keyboardOf(page)
  await signIn(page)
  const { id } = (await (await post(page, { entryDate: '2026-01-05' }, baseURL)).json()) as { id: string }
  await page.goto(`/journal/edit/${id}`)
  for (const field of [page.getByLabel('Date'), radio(page, 'Neutral')]) {
    await tabTo(field)
    await press('Enter')
    await expect(field).toBeFocused()
  }
  await expect(page).toHaveURL(/\/journal\/edit\//)
})

for (const isSupported of [true, false])
  test(`boxes grow, and open at full height, ${isSupported ? 'with' : 'without'} field-sizing`, async ({
    page,
    baseURL,
  }) => {
    if (!isSupported) await page.addInitScript(() => (CSS.supports = () => false))
    await signInAt(page, '/journal/new')
    const sixLines = 6 * 28 + 22
    await expect(events(page)).toBeVisible()
    expect(await heightOf(events(page))).toBe(sixLines)

    const gratitude = page.getByLabel('Gratitude 1')
    await gratitude.fill('Tea')
    expect(await heightOf(gratitude)).toBe(46)
    await gratitude.fill('Tea, and the whole of a morning in which nobody wanted anything')
    expect(await heightOf(gratitude)).toBe(46 + 24)

    await events(page).fill(`${threeLines}\n`.repeat(3))
    const full = 10 * 28 + 22
    expect(await heightOf(events(page))).toBe(full)
    await page.reload()
    await expect(page.getByText('We kept your draft')).toBeVisible()
    expect(await heightOf(events(page))).toBe(full)
    await button(page, 'Discard draft').click()
    expect(await heightOf(events(page))).toBe(sixLines)

    await post(page, { entryDate: '2026-01-05', wentWell: `${threeLines}\n${threeLines}` }, baseURL)
    await page.goto('/journal/new?date=2026-01-05')
    await expect(button(page, 'Update Entry')).toBeVisible()
    const wentWell = page.getByLabel('What went well?')
    expect(await heightOf(wentWell)).toBe(6 * 24 + 22)
    expect(await wentWell.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  })

test.describe('the quiet questions', () => {
  const line = (page: Page, question: string) => page.locator('form').getByText(question, { exact: true })
  const gratitude = 'What are you grateful for today?'
  const labels = [
    'Gratitude 1',
    'Gratitude 2',
    'Gratitude 3',
    'What happened today?',
    'What are your wins today?',
    'What went well?',
    'What was challenging?',
    'What was hard today?',
    'What goals did you make progress on?',
    'How did you feel about family/relationships?',
    'Overall reflection',
  ]

  test('are filled by their labels without being opened before', async ({ page }) => {
    await signInAt(page, '/journal/new')
    for (const label of labels.toReversed()) {
      await expect(page.getByLabel(label)).toBeVisible()
      await page.getByLabel(label).fill(label)
    }
    await expect(page.getByText('11 of 11')).toBeVisible()
    await button(page, 'Save Entry').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Journal', exact: true })).toBeVisible()
    await page.goto('/journal/new')
    for (const label of labels) await expect(page.getByLabel(label)).toHaveValue(label)
  })

  test('open where they are tapped, and move nothing that is tapped next', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 1700 })
    await signInAt(page, '/journal/new')
    const top = (question: string) =>
      line(page, question).evaluate((words) => {
        const range = document.createRange()
        range.selectNodeContents(words.firstChild ?? words)
        return range.getBoundingClientRect().top
      })
    for (const question of ['What was hard today?', 'What went well?', 'What are your wins today?']) {
      const before = await top(question)
      const { x, y, height } = (await line(page, question).boundingBox()) ?? { x: 0, y: 0, height: 0 }
      await page.mouse.move(x + 150, y + height / 2)
      await page.mouse.down()
      await expect(page.getByLabel(question)).toBeFocused()
      expect(await top(question)).toBe(before)
      await page.mouse.up()
      await page.keyboard.type('Here')
      await expect(page.getByLabel(question)).toHaveValue('Here')
    }
    // Without a text it stays open too, so that what is below stays where it is.
    await line(page, 'What was challenging?').click()
    const below = await top('Overall reflection')
    await page.getByLabel('What are your wins today?').click()
    expect(await top('Overall reflection')).toBe(below)
  })

  test('each is reached by a click on its words or on its field', async ({ page }) => {
    await signIn(page)
    // One of each kind.
    for (const label of ['Gratitude 2', 'What went well?', 'Overall reflection']) {
      await page.goto('/journal/new')
      await page.getByLabel(label).click()
      await expect(page.getByLabel(label)).toBeFocused()
    }
    for (const question of [gratitude, 'What was hard today?', 'Overall reflection']) {
      await page.goto('/journal/new')
      await line(page, question).click()
      await expect(page.getByLabel(question === gratitude ? 'Gratitude 1' : question)).toBeFocused()
    }
  })

  for (const [width, height, text] of [
    [390, 844, '100%'],
    [390, 844, '200%'],
    [195, 560, '100%'],
  ] as const)
    test(`are gone through with the Tab key in sight, ${width} px wide, text at ${text}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await signInAt(page, '/journal/new')
      await expect(button(page, 'Save Entry')).toBeVisible()
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), text)
      await page.getByLabel('Gratitude 1').focus()
      for (const label of labels) {
        const box = page.getByLabel(label)
        await expect(box).toBeFocused()
        const bar = (await page.locator('.sticky-actions').boundingBox())?.y ?? NaN
        const { y = NaN } = (await box.boundingBox()) ?? {}
        expect(y, label).toBeGreaterThanOrEqual(0)
        // The first line, in which the caret is.
        expect(y + 40, label).toBeLessThanOrEqual(bar)
        await page.keyboard.press('Tab')
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
})

test('Arabic and Hebrew run from the right, in a line and in a box', async ({ page }) => {
  await signInAt(page, '/journal/new')
  for (const [field, words] of [
    [page.getByLabel('Gratitude 1'), 'قهوة الصباح'],
    [events(page), 'יום יפה'],
  ] as const) {
    await expect(field).toHaveCSS('direction', 'ltr')
    await field.fill(words)
    await expect(field).toHaveCSS('direction', 'rtl')
  }
})

test('a mood saved on the phone is kept by the laptop, where none was chosen, and the focus goes on', async ({
  page: laptop,
  context,
}) => {
  const { press, tabTo, expectHeading } = keyboardOf(laptop)
  await signIn(laptop)
  await laptop.goto('/journal/new')
  await events(laptop).fill('from the laptop')

  const phone = await context.newPage()
  await phone.goto('/journal/new?mood=sad')
  await phone.getByLabel('What are your wins today?').fill('from the phone')
  await button(phone, 'Save Entry').click()
  await expect(phone).toHaveURL(/\/journal$/)

  await laptop.bringToFront()
  await events(laptop).focus()
  await press('Control+s')
  await expect(laptop.getByText('You already have an entry for this day')).toBeVisible()
  await expect(laptop.getByText('Saved: Mood')).toBeVisible()
  await expectNoViolations(laptop)
  await tabTo(button(laptop, 'Keep both'))
  await press('Enter')
  await expect(events(laptop)).toBeFocused()
  await expect(radio(laptop, 'Sad')).toBeChecked()
  await press('Control+s')
  await expectHeading('Journal')
  const saved = await laptop.request.get('/api/journal-entries')
  expect(await saved.json()).toMatchObject([
    { mood: 'sad', wins: 'from the phone', dailyEvents: 'from the laptop' },
  ])
})

test('a save that waits for the connection leaves the focus in its field', async ({ page, context }) => {
  const { press } = keyboardOf(page)
  await signInAt(page, '/journal/new')
  await events(page).fill('typed')
  await context.setOffline(true)
  await press('Control+s')
  await expect(page.getByText('Waiting to send')).toBeVisible()
  await expect(page.getByText('Failed to save journal entry')).toHaveCount(0)
  await expect(events(page)).toBeFocused()
})

test('a link opens the form with a mood or on a date, which it tells in words', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-21T12:00:00Z')
  await signInAt(page, '/journal/new?mood=happy')
  await expect(radio(page, 'Happy')).toBeChecked()
  await expect(page.locator('header').getByText('Saturday, November 21')).toBeVisible()
  await expect(page.locator('header').getByText('Today', { exact: true })).toBeVisible()
  await expectNoViolationsInBothColors(page)

  await page.goto('/journal/new?date=2026-11-10')
  await expect(page.getByText('11 days ago')).toBeVisible()
  await expect(radio(page, 'Neutral')).toBeChecked()
  await page.getByLabel('Date').fill('2026-12-01')
  await expect(page.getByText('That day is still to come.')).toBeVisible()
  await expect(page).toHaveURL(/\?date=2026-12-01$/)
  await page.reload()
  await expect(page.getByLabel('Date')).toHaveValue('2026-12-01')
  await expectNoViolationsInBothColors(page)
})
