import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe finds on the page as it is at the moment is nothing. */
export async function expectNoViolations(page: Page) {
  expect(page.frames(), 'the page alone, without frames').toHaveLength(1)
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
    // The other mode opens a window at each look, only to add up what it has found in several frames.
    .setLegacyMode()
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  expect([page.url(), found]).toEqual([page.url(), []])
}

/** In light and in dark colours, neither of them on its way to the other. */
export async function expectNoViolationsInBothColors(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(() => {
      const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      for (const transition of fading) transition.finish()
      return fading.length === 0
    })
    await expectNoViolations(page)
  }
}
