import { expect, test, type Page } from '@playwright/test'
import { failResponse } from './voice-provider'
import { progress, talking } from './voice-screen'
import { openTalk } from './voice-talk'
import { box, userSays } from './voice-turns'

test.use(talking)

const caption = (page: Page, text: string) => progress(page).getByText(text)

/** How many pixels of the caption the text box covers; not positive if it covers nothing. */
const covered = async (page: Page, text: string) => {
  const [shown, over] = await Promise.all([caption(page, text).boundingBox(), box(page).boundingBox()])
  return shown && over ? shown.y + shown.height - over.y : Number.NaN
}
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`${viewport.width}x${viewport.height}`, () => {
    test.use({ viewport })

    test(
      'the newest caption is in sight, unless the user has scrolled away',
      { tag: viewport.width > 360 ? '@nightly' : [] },
      async ({ page }) => {
        const { session } = await openTalk(page)
        for (let i = 0; i < 6; i++)
          userSays(session, `${i}`, `Line ${i} about the walk at the lake. `.repeat(4))
        await expect(caption(page, 'Line 5')).toBeVisible()
        await expect.poll(() => covered(page, 'Line 5')).toBeLessThan(0)

        await box(page).fill('One.\nTwo.\nThree.\nFour.')
        await expect.poll(() => covered(page, 'Line 5')).toBeLessThan(0)
        failResponse(session, 'failed', { error: { code: 'rate_limit_exceeded' } })
        await expect(page.getByText("Lisa couldn't answer")).toBeVisible()
        await expect.poll(() => covered(page, 'Line 5')).toBeLessThan(0)

        await page.mouse.wheel(0, -2000)
        await expect.poll(() => scrolled(page)).toBe(0)
        userSays(session, 'late', 'A late line.')
        await expect(caption(page, 'A late line.')).toBeAttached()
        session.send('response.done', { response: { id: 'a', object: 'realtime.response', output: [] } })
        await expect(page.getByText("Lisa couldn't answer")).toHaveCount(0)
        expect(await covered(page, 'A late line.')).toBeGreaterThan(0)
        expect(await scrolled(page)).toBe(0)
      },
    )

    test('the quiet notice is in sight when it appears, and what is more urgent after it', async ({
      page,
    }) => {
      const { session } = await openTalk(page)
      for (let i = 0; i < 6; i++)
        userSays(session, `${i}`, `Line ${i} about the walk at the lake. `.repeat(4))
      await expect.poll(() => covered(page, 'Line 5')).toBeLessThan(0)
      userSays(session, 'heavy', 'Sometimes I think everyone would be fine without me')
      await expect(page.getByRole('status').filter({ hasText: 'That sounds heavy.' })).toBeInViewport({
        ratio: 1,
      })
      userSays(session, 'danger', 'I took all my pills')
      const card = page.getByRole('status').filter({ hasText: 'Call the emergency number now' })
      await expect(card).toBeInViewport({ ratio: 1 })
    })

    test('the numbers to call are in sight when they appear, and stay so', async ({ page }) => {
      const { session } = await openTalk(page)
      for (let i = 0; i < 6; i++)
        userSays(session, `${i}`, `Line ${i} about the walk at the lake. `.repeat(4))
      await expect.poll(() => covered(page, 'Line 5')).toBeLessThan(0)
      userSays(session, 'danger', 'I want to kill myself')
      const card = page.getByRole('status').filter({ hasText: 'You deserve a human now' })
      await expect(card).toBeInViewport({ ratio: 1 })
      userSays(session, 'after', 'And I bought a rope.')
      await expect(caption(page, 'a rope')).toBeAttached()
      await expect(card).toBeInViewport({ ratio: 1 })
    })
  })
}
