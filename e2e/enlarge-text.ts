import type { Page } from '@playwright/test'

/** Text of twice the size, as the browser's own setting makes it. */
export const enlargeText = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('readystatechange', () => (document.documentElement.style.fontSize = '200%')),
  )
