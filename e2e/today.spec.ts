import { addDays } from '../shared/dates'
import { aYearAgo, todayCard, lastDays, openHome, today, writeToday } from './home'
import { keyboardOf } from './keyboard'
import { fillInSignIn, signIn } from './people'
import { expect, test } from './test'

test.use({ timezoneId: 'UTC' })

test('a day is begun, gone on with and opened from Home by keyboard', async ({ page }) => {
  await signIn(page)
  const { press, type, tabTo, follow } = keyboardOf(page)
  const goHome = () => follow(page.getByRole('link', { name: 'Home' }), /^Good/, 'Enter', 'Shift+Tab')
  const moods = page.getByRole('group', { name: 'How are you feeling?' })
  await follow(moods.getByRole('link', { name: 'Happy', exact: true }), "Today's Journal")
  await expect(page.getByRole('radio', { name: 'Happy', exact: true })).toBeChecked()
  await expect(page).toHaveURL('/journal/new')
  await tabTo(page.getByLabel('What happened today?'))
  await type('Snow all night')

  await goHome()
  await expect(todayCard(page).getByText('Snow all night')).toBeVisible()
  await follow(todayCard(page).getByRole('link', { name: 'Continue your draft' }), "Today's Journal")
  await expect(page.getByLabel('What happened today?')).toHaveValue('Snow all night')
  await tabTo(page.getByRole('button', { name: 'Save Entry' }))
  await press('Enter')
  await expect(page.getByText('Journal entry saved successfully').first()).toBeVisible()

  await goHome()
  await expect(lastDays(page).getByRole('listitem').last().getByRole('img')).not.toHaveAccessibleName(
    'No entry',
  )
  await tabTo(todayCard(page).getByRole('link', { name: 'Snow all night' }))
  await press('Enter')
  await expect(page).toHaveURL(`/journal?day=${today}`)
  await expect(page.getByText('Snow all night').first()).toBeVisible()
})

test('a mood that was tapped by mistake leaves Home as it was', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page)
  const faces = page.getByRole('group', { name: 'How are you feeling?' })
  await faces.getByRole('link', { name: 'Very Sad' }).click()
  await expect(page.getByRole('radio', { name: 'Very Sad' })).toBeChecked()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(faces).toBeVisible()
  await expect(todayCard(page).getByRole('link', { name: 'Continue your draft' })).toHaveCount(0)
  await faces.getByRole('link', { name: 'Happy', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Happy', exact: true })).toBeChecked()
  await expect(page.getByText('We kept your draft')).toHaveCount(0)
})

test('a mood that was tapped after the session had ended is chosen once one is signed in again', async ({
  page,
  context,
}) => {
  const person = await signIn(page)
  const happy = todayCard(page).getByRole('link', { name: 'Happy', exact: true })
  await expect(happy).toBeVisible()
  await context.clearCookies()
  await happy.click()
  await fillInSignIn(page, person)
  await expect(page.getByRole('radio', { name: 'Happy', exact: true })).toBeChecked()
})

test(
  'the last seven days and the same day of earlier years are those of the journal',
  { tag: '@nightly' },
  async ({ page }) => {
    await signIn(page)
    await writeToday(page, { entryDate: addDays(today, -1), mood: 'sad' })
    await writeToday(page, { entryDate: addDays(today, -6), mood: 'very-happy' })
    await writeToday(page, { entryDate: addDays(today, -7), mood: 'neutral' })
    await writeToday(page, { entryDate: aYearAgo, mood: 'happy', wins: 'Chapter four' })
    await openHome(page)
    const moods = await lastDays(page)
      .getByRole('img')
      .evaluateAll((dots) => dots.map((dot) => dot.ariaLabel))
    expect(moods).toEqual(['Very Happy', ...Array(4).fill('No entry'), 'Sad', 'No entry'])
    await expect(page.getByRole('heading', { name: `On this day, ${aYearAgo.slice(0, 4)}` })).toBeVisible()
    await page.getByRole('link', { name: 'Chapter four' }).click()
    await expect(page).toHaveURL(`/journal?day=${aYearAgo}`)
    await expect(page.getByText('Chapter four')).toBeVisible()
  },
)

test('yesterday is written from its dot on Home, and read from there since', async ({ page }) => {
  await signIn(page)
  const yesterday = addDays(today, -1)
  const dot = lastDays(page).getByRole('link').nth(5)
  await expect(dot).toHaveAccessibleName(/: No entry$/)
  await dot.click()
  await expect(page.getByLabel('Date')).toHaveValue(yesterday)
  await page.getByLabel('What happened today?').fill('Slept in')
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expect(page).toHaveURL('/journal')
  await page.getByRole('link', { name: 'Home' }).click()
  await dot.click()
  await expect(page).toHaveURL(`/journal?day=${yesterday}`)
  await expect(page.getByText('Slept in').first()).toBeVisible()
})

test(
  'a goal of the month is achieved on Home, by keyboard, and folded away on Goals',
  { tag: '@nightly' },
  async ({ page }) => {
    await signIn(page)
    for (const title of ['Run', 'Read', 'Cook', 'Swim', 'Sing', 'Rest'])
      await page.request.post('/api/goals', {
        data: { title, timeline: 'monthly' },
        headers: { Origin: new URL(page.url()).origin },
      })
    await openHome(page)
    const { press, tabTo, follow } = keyboardOf(page)
    const month = page.getByRole('region', { name: 'This month' })
    await expect(month.getByRole('checkbox')).toHaveCount(5)
    await tabTo(month.getByRole('checkbox', { name: 'Mark as achieved: Sing' }))
    await press('Space')
    await expect(month.getByRole('checkbox', { name: 'Mark as achieved: Sing' })).toHaveCount(0)
    await expect(month.getByRole('checkbox')).toHaveCount(5)
    await expect(month.getByRole('link', { name: /^Show all/ })).toHaveCount(0)
    await follow(page.getByRole('link', { name: 'Goals', exact: true }), 'Goals', 'Enter', 'Shift+Tab')
    await expect(page.getByRole('button', { name: 'Achieved (1)' })).toBeVisible()
  },
)

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('one tap brings the reminders by the own clock, and nothing else changes', async ({ page }) => {
    await signIn(page)
    const settings = async () => (await page.request.get('/api/reminder-settings')).json()
    const before = await settings()
    const { press, tabTo } = keyboardOf(page)
    const offer = page.getByRole('button', { name: 'Use Europe/Berlin' })
    await tabTo(offer)
    await press('Enter')
    await expect(offer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await settings()).toEqual({ ...before, timezone: 'Europe/Berlin' })
    await openHome(page)
    await expect(offer).toBeHidden()
  })
})
