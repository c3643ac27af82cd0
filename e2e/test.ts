import { test as base, type Locator } from '@playwright/test'

export { expect } from '@playwright/test'

/**
 * For tests that other browsers run too. In Firefox, Playwright's `fill` changes the value by a script of the page, which
 * React does not notice, so words are typed there, key by key.
 */
export const test = base.extend<object, { typing: void }>({
  typing: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') {
        const page = await browser.newPage()
        const locators = Object.getPrototypeOf(page.locator('html')) as Locator
        await page.close()
        const { fill } = locators
        locators.fill = async function (this: Locator, words, options) {
          const isTyped = await this.evaluate((field) => !field.matches('[type=date], [type=time]'))
          if (!isTyped) return fill.call(this, words, options)
          await this.selectText()
          await this.press('Backspace')
          await this.pressSequentially(words)
        }
      }
      await use()
    },
    { scope: 'worker', auto: true },
  ],
})
