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
