import type { Locator, Page } from '@playwright/test'
import { addDays } from '../shared/dates'
import { today, todayCard } from './home'
import { confirmNumber, someNumber, textLisa } from './phone'
import { settled, type Shoot } from './screenshot-states'
import { deviceCard, switchOn, toggle } from './stored-entries'

async function shootAt(page: Page, place: Locator, name: string, shoot: Shoot) {
  await place.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await settled(page)
  await shoot(page, name)
}

/** What the journal shows besides its entries: a day without one, and its months. */
export async function shootJournal(page: Page, shoot: Shoot) {
  await page.goto(`/journal?day=${addDays(today, -12)}`)
  await page.getByRole('link', { name: 'Write this day' }).waitFor()
  await settled(page)
  await shoot(page, 'Journal, an unwritten day')
  await page.goto('/journal')
  await page.getByRole('button', { name: 'Jump to month' }).click()
  await settled(page)
  await shoot(page, 'Journal, jump to month')
}

/** What the pictures of a month and a year open where they are tapped. */
export async function shootTouched(page: Page, shoot: Shoot) {
  await page.goto('/progress?year=')
  const written = page.getByRole('grid', { name: /^Days of/ }).locator(`[data-day="${today}"]`)
  await written.dispatchEvent('pointerdown', { pointerType: 'touch' })
  await written.dispatchEvent('click')
  await shootAt(
    page,
    page.getByRole('region', { name: /^[A-Z][a-z]+ \d{4}$/ }),
    'Progress, a touched month',
    shoot,
  )
  await page
    .getByRole('button', { name: /^Very Happy in \d{4}/ })
    .first()
    .click()
  await shootAt(
    page,
    page.getByRole('region', { name: /^Very Happy in/ }),
    'Progress, the days of a mood',
    shoot,
  )
}

/** The keys that the pages listen to. */
export async function shootShortcuts(page: Page, shoot: Shoot) {
  await page.goto('/journal')
  // The code that listens comes late.
  await page.waitForLoadState('networkidle')
  await settled(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await settled(page)
  await shoot(page, 'Keyboard shortcuts')
}

/** Settings that were changed and not saved: what one is told on leaving, and on coming back. */
export async function shootSettingsDraft(page: Page, shoot: Shoot) {
  const daily = page.getByRole('switch', { name: 'Enable daily reminders' })
  await page.goto('/settings')
  await daily.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Goals' }).click()
  await page.getByText('Not saved yet').first().waitFor()
  await settled(page)
  await shoot(page, 'Settings, left with changes')
  await page.goto('/settings')
  const discard = page.getByRole('button', { name: 'Discard draft' })
  await discard.waitFor()
  await settled(page)
  await shoot(page, 'Settings, with a draft')
  await discard.click()
}

/** Without a network: an entry that waits to be sent, and Home as it is kept on the device. */
export async function shootCutOff(page: Page, shoot: Shoot) {
  const api = '**/api/**'
  await switchOn(page)
  await page.goto('/journal')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const wins = page.getByLabel('What are your wins today?')
  const before = await wins.inputValue()
  await page.route(api, (route) => route.abort())
  await wins.fill(`${before} And slept on it.`)
  await page.getByRole('button', { name: 'Update Entry' }).click()
  await page.getByText('Waiting to send').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Waiting to send').waitFor()
  await settled(page)
  await shoot(page, 'Journal, waiting')
  await page.goto('/')
  await page.getByText('As kept on this device').first().waitFor()
  // The line of the connection comes late.
  await page.waitForTimeout(1_500)
  await settled(page)
  await shoot(page, 'Home, as kept')
  await page.goto('/settings')
  await toggle(page).click()
  await page.goto('/journal')
  await page.getByText("We couldn't load your journal").waitFor()
  await page.getByText('Waiting to send').waitFor()
  await settled(page)
  await shoot(page, 'Journal, waiting, failed')
  await page.goto('/')
  await page.getByText("We couldn't load your day").waitFor()
  await page.getByText('Waiting to send').waitFor()
  await settled(page)
  await shoot(page, 'Home, waiting, failed')
  await page.unroute(api)
  await page.reload()
  await page.getByText('Waiting to send').waitFor({ state: 'detached' })
}

/** The look that is chosen for this device, whatever the system has. */
export async function shootAppearance(page: Page, shoot: Shoot) {
  await page.goto('/settings')
  const choice = (name: string) => deviceCard(page).getByText(name, { exact: true })
  for (const name of ['Light', 'Dark']) {
    await choice(name).click()
    await shootAt(page, choice(name), `This device, ${name.toLowerCase()} chosen`, shoot)
  }
  await choice('System').click()
}

/** What somebody has texted today, and what STOP leaves in Settings. */
export async function shootTexts(page: Page, shoot: Shoot) {
  const number = someNumber()
  await confirmNumber(page, number)
  for (const words of ['Fog over the river all morning.', 'Ben made soup.'])
    await textLisa(page, number, words)
  await page.goto('/')
  await page.getByText('You texted 2 messages today').waitFor()
  await shootAt(page, todayCard(page), 'Home, texted', shoot)
  await textLisa(page, number, 'STOP')
  await page.goto('/settings')
  const stopped = page.getByText('has said STOP')
  await stopped.waitFor()
  await shootAt(page, stopped, 'Settings, texts stopped', shoot)
}
