import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects that axe finds nothing wrong in the page, once what fades or moves has come to its end. */
export async function expectNoViolations(page: Page, colorScheme = '', runOnly?: string[]) {
  expect(page.frames(), 'the page alone, without frames').toHaveLength(1)
  await page.waitForFunction(() => {
    const running = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState !== 'finished' && effect?.getComputedTiming().endTime !== Infinity,
      )
    for (const animation of running) animation.finish()
    return running.length === 0
  })
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'], runOnly })
    // Its default mode opens another page for each analysis, to merge the results of frames.
    .setLegacyMode()
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  expect(found, `${page.url()} ${colorScheme}`).toEqual([])
}

/** The rules whose outcome the scheme can change: the others, which take most of the time, run once. */
const rulesForColors = ['color-contrast', 'link-in-text-block']

/** The same in light colours, in which it leaves the page, and what the colours change in dark ones. */
export async function expectNoViolationsInBothColors(page: Page) {
  // Playwright cannot ask Firefox for a scheme.
  if (page.context().browser()?.browserType().name() === 'firefox') return expectNoViolations(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
      colorScheme,
    )
    await expectNoViolations(page, colorScheme, colorScheme === 'dark' ? rulesForColors : undefined)
  }
}
