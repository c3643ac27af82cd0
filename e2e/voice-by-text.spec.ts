import { expect, test, type Page } from '@playwright/test'
import { dialects } from '../server/local/voice-provider/dialects'
import { expectNoViolations } from './axe'
import { liveTracks } from './voice-media'
import { dialect, provideVoice } from './voice-provider'
import { connected, focus, hide, openVoice, printIfFailed, round, talking } from './voice-screen'
import { openTalk } from './voice-talk'
import { answerAtLength, box, captions, turn } from './voice-turns'

// The fade of a toast that closes would fail the check of contrasts.
test.use({ ...talking, reducedMotion: 'reduce' })
test.afterEach(printIfFailed)

const byText = (page: Page) => page.getByRole('button', { name: 'Write instead of speaking' })

test('what is written goes into the same talk, interrupts Lisa, and is kept until it is sent', async ({
  page,
}) => {
  const { session, received } = await openTalk(page, {
    // The SDK cancels an answer whose sound is not complete.
    sends: (event) =>
      event.type === 'response.output_audio.done' ? undefined : dialects[dialect].sends(event),
  })
  const { over } = await answerAtLength(page, session)
  expect((await box(page).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await box(page).fill('I ran at the lake.')
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('')
  await expect(captions(page).getByRole('listitem').last()).toHaveText(/^You\s*I ran at the lake\.\s*$/)
  await expect(turn(page, 'Lisa is thinking')).toBeVisible()
  await over
  const sent = received.map(({ type }) => type)
  expect(sent).toEqual(expect.arrayContaining(['response.cancel', 'output_audio_buffer.clear']))
  expect(JSON.stringify(received.filter(({ type }) => type === 'conversation.item.create'))).toContain(
    '"role":"user","content":[{"type":"input_text","text":"I ran at the lake."}]',
  )
  await expectNoViolations(page)

  await box(page).fill('It was cold.')
  const reloaded = page.waitForEvent('load')
  await round(page, 'Listening - Tap to stop').click()
  await reloaded
  await round(page, 'Tap to start talking').click()
  await expect(box(page)).toHaveValue('It was cold.')
})

test('words of danger that are written bring the numbers too', async ({ page }) => {
  await openTalk(page)
  await box(page).fill('I want to kill myself')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You deserve a human now' })).toBeVisible()
})

test.describe('without a microphone', () => {
  test.use({ permissions: [] })

  test('the demo can be tried by text: it asks, and saves what the answer allows', async ({ page }) => {
    await openVoice(page)
    await focus(page, 'Goal Setup Session').click()
    await expect(round(page, 'Connection failed - Tap to retry')).toBeVisible()
    await expectNoViolations(page)
    await byText(page).click()
    await connected(page)
    await expect(page.getByText('Goal Setup Mode')).toBeVisible()
    await expect(box(page)).toBeFocused()
    expect(await liveTracks(page)).toBe(0)
    await expect(captions(page).getByText('May I add a demo goal')).toBeVisible()
    await page.keyboard.type('No, thank you')
    await page.keyboard.press('Enter')
    await expect(captions(page).getByText("All right, I won't add anything.")).toBeVisible()
    expect(await page.request.get('/api/goals').then((answer) => answer.json())).toEqual([])
    await expect(turn(page, 'Your turn: write below')).toBeVisible()
  })

  test('a talk by text can be begun at once, with a provider that is told so, and asks for no microphone', async ({
    page,
  }) => {
    await openVoice(page)
    const provider = await provideVoice(page)
    await byText(page).click()
    await expect(page.getByText('allow it to use the microphone')).toHaveCount(0)
    const session = await provider.session
    await connected(page)
    await session.waitForRequest()
    expect(JSON.stringify(provider.received)).toContain('The user has no microphone and writes to you.')
    const microphones = () =>
      page.evaluate(() => (window as unknown as { watched: { streams: unknown[] } }).watched.streams.length)
    expect(await microphones()).toBe(0)
    await session.respond({ say: ['glitch'] })
    await page.keyboard.type('Good morning')
    await page.keyboard.press('Enter')
    await session.waitForRequest()
    await session.respond({ say: ['over'] })
    await expect(captions(page).getByText("That's all this demo can do.")).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await hide(page)
    await reloaded
    await expect(page.getByRole('region', { name: 'Your talk' }).getByText('Good morning')).toBeVisible()
  })
})
