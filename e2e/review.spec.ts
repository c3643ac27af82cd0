import { expect, test } from '@playwright/test'
import { addDays, mondayOf } from '../shared/dates'
import { openHome, today, todayCard, writeToday } from './home'
import { keyboardOf } from './keyboard'
import { signIn } from './people'

test.use({ timezoneId: 'UTC' })

const sunday = addDays(mondayOf(today), -1)
const wednesday = addDays(sunday, -4)

test(
  'a week is looked back on and written about by keyboard, and is not offered again',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.clock.setFixedTime(`${sunday}T20:00:00Z`)
    await signIn(page)
    const goal = await page.request.post('/api/goals', {
      data: { title: 'Run', timeline: 'monthly' },
      headers: { Origin: new URL(page.url()).origin },
    })
    const { id } = (await goal.json()) as { id: string }
    await writeToday(page, { entryDate: wednesday, dailyEvents: 'Ten kilometres.', goalIds: [id] })
    await openHome(page)

    const { press, tabTo, follow } = keyboardOf(page)
    const offer = page.getByRole('button', { name: 'Look back at your week' })
    const review = page.getByRole('region', { name: 'Look back at your week' })
    await tabTo(offer)
    await press('Enter')
    await expect(review.getByText('You wrote on 1 day.')).toBeVisible()
    const day = review.getByRole('link', { name: /Ten kilometres/ })
    await tabTo(day)
    await press('Enter')
    await expect(page).toHaveURL(`/journal?day=${wednesday}`)
    await page.goBack()
    await expect(day).toBeFocused()

    await tabTo(review.getByRole('button', { name: 'Write my review' }))
    await press('Enter')
    await expect(page).toHaveURL('/journal/new')
    await expect(page.getByLabel('Overall reflection')).toBeFocused()
    await page.keyboard.type('My legs.')
    await expect(page.getByLabel('Overall reflection')).toHaveValue(
      /Run\n> Ten kilometres\.\n\nWhat moved\?\nMy legs\.\n/,
    )
    await tabTo(page.getByRole('button', { name: 'Save Entry' }))
    await press('Enter')
    await expect(review.getByText('You wrote on 2 days.')).toBeVisible()
    await expect(review.getByText("Your review is in today's entry.")).toBeVisible()

    await follow(page.getByRole('link', { name: 'Journal', exact: true }), 'Journal')
    await follow(page.getByRole('link', { name: 'Home' }), /^Good/)
    await expect(todayCard(page).getByRole('list', { name: 'Last seven days' })).toBeVisible()
    await expect(offer).toHaveCount(0)
    await tabTo(page.getByRole('button', { name: 'Your week' }))
    await press('Enter')
    await expect(review.getByText('You wrote on 2 days.')).toBeVisible()
  },
)

test('the address of a review leads to its heading, also when it is offered no longer', async ({ page }) => {
  await signIn(page)
  await writeToday(page, { entryDate: wednesday, dailyEvents: 'Ten kilometres.' })
  await page.clock.setFixedTime(`${addDays(sunday, 2)}T20:00:00Z`)
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/?review=week')
  const review = page.getByRole('region', { name: 'Look back at your week' })
  const heading = review.getByRole('heading').first()
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expect(review.getByText('You wrote on 1 day.')).toBeInViewport()
})

test('the way back from a day of a goal on Progress is to that goal', async ({ page }) => {
  await signIn(page)
  const goal = await page.request.post('/api/goals', {
    data: { title: 'Run', timeline: 'monthly' },
    headers: { Origin: new URL(page.url()).origin },
  })
  const { id } = (await goal.json()) as { id: string }
  await writeToday(page, { dailyEvents: 'Ten kilometres.', goalIds: [id] })
  await page.goto(`/progress?month=${today.slice(0, 7)}`)
  const day = page.getByRole('grid', { name: 'Days of goals' }).getByRole('link')
  await day.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/journal?day=${today}`)
  await page.goBack()
  await expect(day).toBeFocused()
})
