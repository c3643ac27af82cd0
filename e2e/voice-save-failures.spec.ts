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

test(
  'a goal whose answer was lost is asked for again, and there is one',
  { tag: '@nightly' },
  async ({ page }) => {
    await openVoice(page)
    await onCreate(page, writeAndLoseAnswer)
    await focus(page, 'Goal Setup Session').click()
    await connected(page)
    await expect(progress(page).getByText(`✓ Goal created: ${demoGoal}`)).toBeVisible({ timeout: 60_000 })
    expect(await savedGoals(page)).toEqual([demoGoal])
  },
)

test('a stop in the middle of a write: it waits on the device, and is sent by itself, once', async ({
  page,
}) => {
  await openVoice(page)
  await onCreate(page, writeAndHang)
  await focus(page, 'Goal Setup Session').click()
  await connected(page)
  await expect(progress(page).getByText('Creating goal…')).toBeVisible({ timeout: 60_000 })
  await stop(page)
  const link = receipt(page).getByRole('link', { name: `Goal created: ${demoGoal}` })
  await expect(link).toBeVisible()
  expect(await savedGoals(page)).toEqual([demoGoal])
  await link.click()
  await expect(page.getByRole('heading', { name: 'Edit Goal' })).toBeVisible()
})

test(
  'while Lisa cannot be reached the goal waits, and is saved when she can',
  { tag: '@nightly' },
  async ({ page }) => {
    await openVoice(page)
    let isCut = true
    await page.route(goals, (route) => (isCut ? route.abort('connectionreset') : route.continue()))
    await focus(page, 'Goal Setup Session').click()
    await connected(page)
    await expect(receipt(page).or(progress(page)).getByText('Creating goal…')).toBeVisible({
      timeout: 60_000,
    })
    await stop(page)
    await expect(receipt(page).getByText(`Goal: ${demoGoal}`)).toBeVisible()
    await expect(receipt(page).getByText('Waiting to send', { exact: false })).toBeVisible({
      timeout: 20_000,
    })
    await expectNoViolations(page)
    isCut = false
    await expect(receipt(page).getByRole('link', { name: demoGoal })).toBeVisible({ timeout: 30_000 })
    expect(await savedGoals(page)).toEqual([demoGoal])
  },
)
