import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { fillInSignIn, somebody } from './people'
import { connected, openVoice, round, stop, talking } from './voice-screen'

test.use({ ...talking, timezoneId: 'Europe/Rome', reducedMotion: 'reduce' })

const needHelp = (page: Page) => page.getByRole('link', { name: 'Need help now?' })
const card = (page: Page) => page.getByRole('status').filter({ hasText: 'You deserve a human now' })

/** What the provider has understood: the stand-in understands no words. */
async function hears(page: Page, transcript: string, id = 'said') {
  await page.evaluate(
    ([transcript, id]) => {
      const { channel } = window as unknown as { channel: RTCDataChannel }
      const type = 'conversation.item.input_audio_transcription.completed'
      const data = JSON.stringify({ type, event_id: 'e', item_id: id, content_index: 0, transcript })
      channel.dispatchEvent(new MessageEvent('message', { data }))
    },
    [transcript, id],
  )
}

/** A talk with a data channel that {@link hears} finds. */
async function openHearingTalk(page: Page) {
  await page.addInitScript(() => {
    const create = RTCPeerConnection.prototype.createDataChannel
    RTCPeerConnection.prototype.createDataChannel = function (...args) {
      const channel = create.apply(this, args)
      Object.assign(window, { channel })
      return channel
    }
  })
  await openVoice(page)
  await round(page, 'Tap to start talking').click()
  await connected(page)
}

test('a user who speaks of danger gets the numbers of the country, for as long as the words are there', async ({
  page,
}) => {
  await openHearingTalk(page)
  await expect(card(page)).toHaveCount(0)

  await hears(page, 'Ciao. Non voglio più vivere.')
  await expect(card(page)).toBeInViewport()
  const call = card(page).getByRole('link', { name: 'Call 02 2327 2327' })
  await expect(call).toHaveAttribute('href', 'tel:0223272327')
  for (const link of await card(page).getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectNoViolations(page)

  await stop(page)
  await expect(call).toBeVisible()

  await page.getByRole('link', { name: 'Goals' }).click()
  await expect(page.getByRole('heading', { name: 'Goals' }).first()).toBeVisible()
  await page.goBack()
  await expect(call).toBeVisible()
})

test('the numbers are there again after a reload in mid-talk, and for the same person alone', async ({
  page,
}) => {
  await openHearingTalk(page)
  await hears(page, 'Ciao. Non voglio più vivere.')
  await expect(card(page)).toBeVisible()
  await page.reload()
  await expect(round(page, 'Tap to start talking')).toBeVisible()
  await expect(card(page)).toBeInViewport()

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByText('Sign out').click()
  await page.getByRole('button', { name: 'Get Started' }).click()
  await fillInSignIn(page, somebody('Ben'))
  await page.goto('/voice')
  await expect(round(page, 'Tap to start talking')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Let Lisa remember our talks' })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('a talk begins before the weights are there, and what was said until then is read once they are', async ({
  page,
}) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const held: string[] = []
  page.on('response', (response) => {
    if (/assets\/.*danger/.test(response.url())) held.push(response.url())
  })
  await page.route(/\/assets\/[^/]*danger[^/]*\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  await openHearingTalk(page)
  await hears(page, 'Ciao. Non voglio più vivere.')
  await hears(page, 'Sono stanco.', 'later')
  expect(held).toEqual([])
  await expect(card(page)).toHaveCount(0)
  arrive()
  await expect(card(page)).toBeInViewport()
})

test('`Need help now?` is there before, in and after a talk, and opens the numbers by keyboard', async ({
  page,
}) => {
  await openVoice(page)
  const numbers = page.getByRole('status').filter({ hasText: 'People you can call' })
  await expect(needHelp(page)).toBeInViewport()
  expect((await needHelp(page).boundingBox())?.height).toBeGreaterThanOrEqual(44)

  await needHelp(page).focus()
  await page.keyboard.press('Enter')
  await expect(numbers).toBeInViewport()
  await expect(numbers.getByRole('link', { name: 'Call 1522' })).toHaveAttribute('href', 'tel:1522')
  await page.keyboard.press('Tab')
  await expect(numbers.getByRole('link').first()).toBeFocused()
  for (const link of await numbers.getByRole('link').all()) {
    await link.scrollIntoViewIfNeeded()
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // Fails where the bar at the bottom covers it.
    await link.click({ trial: true })
  }
  await expectNoViolations(page)
  await numbers.getByRole('button', { name: 'Close' }).click()
  await expect(numbers).toHaveCount(0)
  await expect(needHelp(page)).toBeFocused()

  await round(page, 'Tap to start talking').click()
  await connected(page)
  await needHelp(page).click()
  await expect(numbers).toBeInViewport()
  await expect(round(page, 'Listening - Tap to stop')).toBeVisible()
  await stop(page)
  await expect(needHelp(page)).toBeInViewport()
})
