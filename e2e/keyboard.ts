import { expect, type Locator, type Page } from '@playwright/test'

/** In Firefox the Tab key leaves the page after its last element, so a test that would go past it goes back instead. */
type TabKey = 'Tab' | 'Shift+Tab'

/** Somebody who has a keyboard and nothing else. */
export function keyboardOf(page: Page) {
  async function press(...keys: string[]) {
    for (const key of keys) await page.keyboard.press(key)
  }

  const type = (text: string) => page.keyboard.type(text)

  /** Goes on until it is there, and sees that it is. */
  async function tabTo(target: Locator, key: TabKey = 'Tab') {
    await target.waitFor({ state: 'attached' })
    for (let presses = 0; presses < 60; presses++) {
      if (await isFocused(target)) return expectRing(target)
      await press(key)
    }
    throw new Error(`${target} cannot be reached by ${key}`)
  }

  /** Goes to a button or link, uses it, and is taken to the heading of the screen that it leads to. */
  async function follow(
    target: Locator,
    heading: string | RegExp,
    key: 'Enter' | 'Space' = 'Enter',
    tab: TabKey = 'Tab',
  ) {
    await tabTo(target, tab)
    await press(key)
    await expectHeading(heading)
  }

  const expectHeading = (name: string | RegExp) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeFocused()

  return { press, type, tabTo, follow, expectHeading }
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** The ring around what has the focus; around its label when it is itself not to be seen. */
async function expectRing(target: Locator) {
  const ring = await target.evaluate((element) => {
    const seen = element.closest('.choice') ?? element
    const { outlineStyle, outlineWidth: width } = getComputedStyle(seen)
    const { top, bottom } = seen.getBoundingClientRect()
    return { outlineStyle, isWide: parseFloat(width) >= 2, isInView: top < innerHeight && bottom > 0 }
  })
  expect(ring, `the focus ring of ${target}`).toEqual({
    outlineStyle: 'solid',
    isWide: true,
    isInView: true,
  })
}
