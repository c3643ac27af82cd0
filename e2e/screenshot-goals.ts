import type { Locator, Page, Route } from '@playwright/test'
import { addDays, mondayOf } from '../shared/dates'
import { type GoalView, timelines } from '../shared/goals'
import type { JournalEntryView } from '../shared/journal'
import type { ReviewView } from '../shared/review'
import { periodsOffered } from '../shared/review-period'
import { addressOf, type Ids } from './addresses'
import { today, todayCard } from './home'
import { settled, type Shoot } from './screenshot-states'

async function shootAt(place: Locator, name: string, shoot: Shoot, block: ScrollLogicalPosition = 'center') {
  await place.evaluate((element, block) => element.scrollIntoView({ block }), block)
  await settled(place.page())
  await shoot(place.page(), name)
}

const review = (page: Page) => page.getByRole('region', { name: /^Look back at your/ })
const goalsOfMonth = (page: Page) => page.getByRole('figure', { name: /^Goals in / })

async function shootReview(page: Page, period: string, name: string, shoot: Shoot) {
  await page.goto(`/?review=${period}`)
  await shootAt(review(page).getByRole('heading').first(), name, shoot, 'start')
}

/** What links goals with days, and looking back, of an account that is filled. Moves the clock of the page. */
export async function shootGoals(page: Page, ids: Ids, shoot: Shoot) {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await shootToggles(page, ids, 'Edit entry, goals', shoot)
  await shootConflict(page, ids, shoot)
  await page.goto('/progress?month=')
  await shootAt(goalsOfMonth(page), 'Progress, goals of a month', shoot)
  await page.goto('/goals')
  await button(/(?:days? in|Last on) .*: Run a half marathon$/).click()
  await shootAt(page.getByRole('list', { name: 'Days for Run a half marathon' }), 'Goals, days', shoot)
  await button('Edit Read two novels').click()
  await shootAt(page.getByLabel('Part of'), 'Edit goal, part of', shoot)

  const nextMonth = new Date(`${today.slice(0, 7)}-01T09:00:00`)
  nextMonth.setMonth(nextMonth.getMonth() + 1)
  await page.clock.setFixedTime(nextMonth)
  await page.goto('/goals')
  await shootAt(page.getByRole('group', { name: /is over/ }).last(), 'Goals, carry-over', shoot)
  await page.goto('/progress?month=')
  await page.getByText(/^No days for your goals/).waitFor()
  await shootAt(goalsOfMonth(page), 'Progress, no days for goals', shoot)
  await shootReview(page, 'month', 'Looking back at a month', shoot)
  const carryOver = review(page)
    .getByRole('group', { name: /is over/ })
    .first()
  await shootAt(carryOver, 'Looking back at a month, carry-over', shoot)
  await button('Keep: Read two novels').click()
  await shootAt(carryOver, 'Looking back at a month, kept', shoot)
  await button('Undo: Read two novels').click()
  await button('Keep: Read two novels').waitFor()
  await page.clock.setFixedTime(nextMonth.getTime() - 12 * 3_600_000)
  await page.goto('/?review=month')
  const endsToday = review(page)
    .getByRole('group', { name: /ends today/ })
    .first()
  await shootAt(endsToday, 'Looking back at a month, on its last day', shoot)
  await page.clock.setFixedTime(`${Number(today.slice(0, 4)) + 1}-01-01T09:00:00`)
  await shootReview(page, 'year', 'Looking back at a year', shoot)

  // The end of this week, where no month ends with it.
  const end = [6, 7, -1].map((days) => addDays(mondayOf(today), days)).find(isOfWeekOnly) ?? today
  await page.clock.setFixedTime(`${end}T20:00:00`)
  await page.goto('/')
  await shootAt(button('Look back at your week'), 'Home, a week to look back at', shoot)
  await button('Look back at your week').click()
  await button('Write my review').waitFor()
  await page.goto('/')
  await button('Your week').waitFor()
  await shootAt(todayCard(page), 'Home, a week looked back at', shoot)
  await page.route('**/api/review?*', withoutLinks)
  await shootReview(page, 'week', 'Looking back at a week, without goals', shoot)
  await page.unroute('**/api/review?*')

  await page.clock.setFixedTime(`${today}T12:00:00`)
}

const isOfWeekOnly = (day: string) => periodsOffered(day, 20)[0]?.name === 'week'

async function withoutLinks(route: Route) {
  const found = (await (await route.fetch()).json()) as ReviewView
  await route.fulfill({ json: { ...found, goals: [], untouched: [...found.goals, ...found.untouched] } })
}

async function shootToggles(page: Page, ids: Ids, name: string, shoot: Shoot) {
  await page.goto(addressOf('/journal/edit/:id', ids))
  await shootAt(page.getByRole('group', { name: 'Goals you worked on' }), name, shoot)
}

/** The same entry, with other words and goals in another window. */
async function shootConflict(page: Page, ids: Ids, shoot: Shoot) {
  await page.goto(addressOf('/journal/edit/:id', ids))
  const wins = page.getByLabel('What are your wins today?')
  await wins.fill(`${await wins.inputValue()} And slept on it.`)
  await page.getByRole('button', { name: 'Cook with Ben on Sundays' }).click()
  const entry = await theEntry(page, today)
  const house = (await goalsOf(page)).find(({ title }) => title === 'A small house by the sea')
  await put(page, { ...entry, wins: 'Signed for the house.', goalIds: [...entry.goalIds, house?.id ?? ''] })
  await page.getByRole('button', { name: 'Update Entry' }).click()
  await page.getByText('Saved: Goals you worked on').waitFor()
  await settled(page)
  await shoot(page, 'Edit entry, a conflict over goals')
  await page.getByRole('button', { name: 'Use the saved version' }).click()
  await put(page, entry)
}

/** Adds goals to the account until forty are open, some of them part of others, and links them with the last days. Moves the clock of the page. */
export async function shootForty(page: Page, ids: Ids, shoot: Shoot) {
  const first = await goalsOf(page)
  const idOf = (name?: string) => first.find(({ title }) => title === name)?.id
  for (const [n, title] of thirtyFiveGoals.entries()) {
    const timeline = timelines[n % timelines.length]
    const parentId = timeline === 'monthly' ? idOf(partOf[title.split(' ')[0] ?? '']) : undefined
    await page.request.post('/api/goals', { data: { title, timeline, parentId }, headers: headersOf(page) })
  }
  await page.goto('/goals')
  await page
    .getByRole('button', { name: /^Show all/ })
    .last()
    .click()
  await shootAt(page.getByRole('region', { name: /Key Results/ }), 'Goals, forty', shoot, 'start')
  await shootToggles(page, ids, 'Edit entry, forty goals', shoot)

  const goals = await goalsOf(page)
  for (let day = today, n = 0; n < 5; day = addDays(day, -1), n++) {
    const entry = await theEntry(page, day)
    const linked = goals.filter((_, place) => n === 0 || place % 7 === n)
    await put(page, { ...entry, goalIds: linked.map(({ id }) => id) })
  }
  await page.goto('/progress?month=')
  await goalsOfMonth(page).getByRole('button', { name: 'Show all 40' }).click()
  await shootAt(goalsOfMonth(page), 'Progress, forty goals', shoot, 'start')
  await page.clock.setFixedTime(`${addDays(mondayOf(today), 7)}T09:00:00`)
  await page.goto('/?review=week')
  await page.getByRole('button', { name: 'Show all 40 goals' }).click()
  await shootAt(
    review(page).getByRole('heading', { name: 'Goals you worked on' }),
    'Looking back at a week, forty goals',
    shoot,
    'start',
  )
}

const thirtyFiveGoals = ['winter', 'spring', 'summer', 'autumn', 'the holidays'].flatMap((season) => [
  `Swim once a week in ${season}`,
  `Sort the photographs of ${season}`,
  `Call my brother on Sundays in ${season}, without looking at the clock`,
  `Yoga, ${season}`,
  `Learn to bake what my grandmother baked in ${season}, with her starter and in her oven`,
  `Write to Marta in ${season}`,
  `A poem for ${season}`,
])

/** What those are part of that begin with a word. */
const partOf: Record<string, string> = {
  Swim: 'Run a half marathon',
  Yoga: 'Run a half marathon',
  Learn: 'Speak Portuguese with my grandmother',
}

const headersOf = (page: Page) => ({ Origin: new URL(page.url()).origin })

const goalsOf = async (page: Page) => (await (await page.request.get('/api/goals')).json()) as GoalView[]

const theEntry = async (page: Page, day: string) =>
  (await (await page.request.get(`/api/journal-entries/by-date/${day}`)).json()) as JournalEntryView

/** Whatever it was changed to since. */
const put = (page: Page, entry: JournalEntryView) =>
  page.request.put(`/api/journal-entries/${entry.id}`, {
    data: { ...entry, updatedAt: undefined },
    headers: headersOf(page),
  })
