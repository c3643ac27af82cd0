import { expect, test } from '@playwright/test'
import { expectNoViolations } from './axe'
import { sounds, watchSounds } from './voice-media'
import { openVoice, round, talking } from './voice-screen'
import { openTalk } from './voice-talk'

test.use({ ...talking, reducedMotion: 'reduce' })

test('a microphone that the system mutes is told, until it is not', async ({ page }) => {
  await openTalk(page)
  const setMuted = (muted: boolean) =>
    page.evaluate((muted) => {
      const [stream] = (window as unknown as { watched: { streams: MediaStream[] } }).watched.streams
      const [track] = stream?.getTracks() ?? []
      if (track) Object.defineProperty(track, 'muted', { configurable: true, value: muted })
      track?.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
    }, muted)
  const warning = page.getByRole('alert').filter({ hasText: 'Your microphone is muted' })
  await setMuted(true)
  await expect(warning).toBeVisible()
  await expectNoViolations(page)
  await setMuted(false)
  await expect(warning).toHaveCount(0)
})

test('a browser that plays no sound without a tap gets one', async ({ page }) => {
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play
    let isAllowed = false
    window.addEventListener('allow-sound', () => (isAllowed = true))
    HTMLMediaElement.prototype.play = function () {
      return isAllowed ? play.call(this) : Promise.reject(new DOMException('', 'NotAllowedError'))
    }
  })
  await watchSounds(page)
  await openTalk(page)
  const button = page.getByRole('button', { name: 'Tap to hear Lisa' })
  await button.click()
  await expect(button).toBeVisible()
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectNoViolations(page)
  await page.evaluate(() => window.dispatchEvent(new Event('allow-sound')))
  await button.click()
  await expect(button).toHaveCount(0)
  expect(await sounds(page)).toMatchObject([{ muted: false, paused: false }])
})

test.describe('without permission', () => {
  test.use({ permissions: [] })

  test('a refused microphone asks for no key', async ({ page }) => {
    await openVoice(page)
    const keys: string[] = []
    page.on('request', (request) => request.url().endsWith('/ephemeral-key') && keys.push(request.url()))
    for (const name of ['Tap to start talking', 'Connection failed - Tap to retry']) {
      await round(page, name).click()
      await expect(page.getByRole('main').getByText("Lisa can't use your microphone.")).toBeVisible()
    }
    expect(keys).toEqual([])
  })
})
