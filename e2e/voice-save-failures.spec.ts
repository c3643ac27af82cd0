import { expect, test, type Page, type Route } from '@playwright/test'
import { expectNoViolations } from './axe'
import { connected, demoGoal, focus, openVoice, progress, receipt, stop, talking } from './voice-screen'

test.use({ ...talking, reducedMotion: 'reduce' })

const goals = '**/api/goals'
const savedGoals = async (page: Page) =>
  ((await page.request.get('/api/goals').then((answer) => answer.json())) as { title: string }[]).map(
    ({ title }) => title,
  )

/** What happens to each request to create a goal, the first one first. */
async function onCreate(page: Page, ...happenings: ((route: Route) => Promise<unknown>)[]) {
  await page.route(goals, (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const [happen = (route: Route) => route.continue()] = happenings.splice(0, 1)
    return happen(route)
  })
}
const writeAndLoseAnswer = async (route: Route) => {
  await route.fetch()
  await route.abort('connectionreset')
}
const writeAndHang = (route: Route) => route.fetch()
const hang = async () => {}

test('a goal whose answer was lost is asked for again, and there is one', async ({ page }) => {
  await openVoice(page)
  await onCreate(page, writeAndLoseAnswer)
  await focus(page, 'Goal Setup Session').click()
  await connected(page)
  await expect(progress(page).getByText(`✓ Goal created: ${demoGoal}`)).toBeVisible({ timeout: 60_000 })
  expect(await savedGoals(page)).toEqual([demoGoal])
})

test('a stop in the middle of a write: the screen says that nobody knows, and makes sure once asked', async ({
  page,
}) => {
  await openVoice(page)
  await onCreate(page, writeAndHang)
  await focus(page, 'Goal Setup Session').click()
  await connected(page)
  await expect(progress(page).getByText('Creating goal…')).toBeVisible({ timeout: 60_000 })
  await stop(page)
  await expect(receipt(page).getByText(`Goal: ${demoGoal}`)).toBeVisible()
  await expect(receipt(page).getByText('this may or may not be saved')).toBeVisible()
  await expectNoViolations(page)
  await receipt(page).getByRole('button', { name: 'Make sure it is saved' }).click()
  const link = receipt(page).getByRole('link', { name: `Goal created: ${demoGoal}` })
  await expect(link).toBeVisible()
  expect(await savedGoals(page)).toEqual([demoGoal])
  await link.click()
  await expect(page.getByRole('heading', { name: 'Edit Goal' })).toBeVisible()
})

test('a server that hangs is given up in the end, and the goal can be saved afterwards', async ({ page }) => {
  await openVoice(page)
  await onCreate(page, hang, hang, hang)
  await focus(page, 'Goal Setup Session').click()
  await connected(page)
  await expect(progress(page).getByText('✗ Failed to create goal')).toBeVisible({ timeout: 90_000 })
  await stop(page)
  await receipt(page).getByRole('button', { name: 'Make sure it is saved' }).click()
  await expect(receipt(page).getByRole('link', { name: demoGoal })).toBeVisible()
  expect(await savedGoals(page)).toEqual([demoGoal])
})
