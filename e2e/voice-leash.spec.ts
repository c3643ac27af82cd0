import { expect, test } from '@playwright/test'
import { liveTracks, watchMedia } from './voice-media'
import { connected, key, openVoice, round, talking } from './voice-screen'

test.use(talking)

test('a talk in a second window ends the one in the first, at the provider', async ({ page, context }) => {
  await openVoice(page)
  await round(page, 'Tap to start talking').click()
  await connected(page)

  const second = await context.newPage()
  await watchMedia(second)
  await second.goto('/voice')
  await round(second, 'Tap to start talking').click()
  await expect(round(second, 'Listening - Tap to stop')).toBeVisible()
  await expect(round(page, 'Listening - Tap to stop')).toHaveCount(0)
  // The first window may still show "Reconnecting" and hold its microphone.
  await expect.poll(() => liveTracks(page)).toBe(0)
  await expect(round(second, 'Listening - Tap to stop')).toBeVisible()
})

test('what the browser holds is good for one offer, and nothing goes anywhere else', async ({ page }) => {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await openVoice(page)
  const given = page.waitForResponse(key)
  const offered = page.waitForRequest('**/api/voice/calls')
  await round(page, 'Tap to start talking').click()
  await connected(page)
  expect([...origins].filter((origin) => origin !== 'null')).toEqual([new URL(page.url()).origin])

  const { value } = await (await given).json()
  const again = await page.evaluate(
    async ([key, body]) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/sdp' }
      return (await fetch('/api/voice/calls', { method: 'POST', headers, body })).status
    },
    [value, (await offered).postData() ?? ''],
  )
  expect(again).toBe(401)
  await expect(round(page, 'Listening - Tap to stop')).toBeVisible()
})
