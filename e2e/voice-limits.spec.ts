import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { liveTracks } from './voice-media'
import { failResponse, provideVoice } from './voice-provider'
import { openVoice, round, stop, talking } from './voice-screen'
import { notice, openTalk } from './voice-talk'

test.use({ ...talking, reducedMotion: 'reduce' })

const main = (page: Page) => page.getByRole('main')

test.describe('the limits of a talk', () => {
  const told = (received: { type: string; item?: unknown }[]) =>
    JSON.stringify(received.filter(({ type }) => type === 'conversation.item.create'))

  async function openTimedTalk(page: Page, seconds: number, tokens?: number) {
    await openVoice(page)
    await page.clock.install()
    const provider = await provideVoice(page, { seconds, tokens })
    await round(page, 'Tap to start talking').click()
    const session = await provider.session
    await expect(round(page, 'Listening - Tap to stop')).toBeVisible()
    await session.waitForRequest()
    return { ...provider, session }
  }

  for (const [which, seconds, warnedAfter] of [
    ['', 140, 20],
    [', after an hour at the latest', 86_400, 3_480],
  ] as const)
    test(
      `two minutes before the end Lisa and the screen say so, and then the talk ends${which}`,
      { tag: '@nightly' },
      async ({ page }) => {
        const { session, received, ended } = await openTimedTalk(page, seconds)
        // Somebody goes on talking.
        session.send('input_audio_buffer.speech_started', { item_id: 'a', audio_start_ms: 0 })
        await expect(main(page).getByText('You are speaking')).toBeVisible()
        await expect(notice(page, 'This talk ends soon')).toHaveCount(0)
        await page.clock.fastForward(warnedAfter * 1_000)
        await expect(notice(page, 'This talk ends soon').getByText('2 minutes left.')).toBeVisible()
        await expect.poll(() => told(received)).toContain('2 minutes left until this talk ends')
        await expectNoViolations(page)
        await page.clock.fastForward(121_000)
        await expect(main(page).getByText('The time for this talk is over.')).toBeVisible()
        await expect(round(page, 'Tap to start talking')).toBeVisible()
        expect(await liveTracks(page)).toBe(0)
        await expect.poll(() => ended).toHaveLength(1)
      },
    )

  test(
    'in silence Lisa and the screen ask whether to go on, and then the talk ends',
    { tag: '@nightly' },
    async ({ page }) => {
      const { session, received } = await openTimedTalk(page, 900)
      await session.respond({})
      await page.clock.fastForward(60_000)
      await expect(notice(page, 'Are you still there?')).toBeVisible()
      await expect.poll(() => told(received)).toContain('wants to go on')
      await session.waitForRequest()
      await expectNoViolations(page)
      session.send('input_audio_buffer.speech_started', { item_id: 'a', audio_start_ms: 0 })
      session.send('input_audio_buffer.speech_stopped', { item_id: 'a', audio_end_ms: 0 })
      await expect(notice(page, 'Are you still there?')).toHaveCount(0)
      await page.clock.fastForward(60_000)
      await expect(notice(page, 'Are you still there?')).toBeVisible()
      await page.clock.fastForward(60_000)
      await expect(main(page).getByText('Nobody said anything for two minutes')).toBeVisible()
      expect(await liveTracks(page)).toBe(0)
    },
  )

  test('the screen stays on only while somebody talks', { tag: '@nightly' }, async ({ page }) => {
    await page.addInitScript(() => {
      const locks = { held: 0 }
      Object.assign(window, { locks })
      const request = async () => {
        locks.held++
        return { release: async () => void locks.held-- }
      }
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    })
    const held = () => page.evaluate(() => (window as unknown as { locks: { held: number } }).locks.held)
    const { session } = await openTimedTalk(page, 900)
    expect(await held()).toBe(1)
    await page.clock.fastForward(31_000)
    await expect.poll(held).toBe(0)
    void session.respond({ say: ['over'] })
    await expect.poll(held).toBe(1)
    failResponse(session, 'failed', { error: { code: 'insufficient_quota' } })
    await expect.poll(held).toBe(0)
  })

  // The limit is about OpenAI's bill.
  test('a talk that has used its tokens ends', { tag: ['@nightly', '@openai'] }, async ({ page }) => {
    const { session, ended } = await openTimedTalk(page, 900, 80)
    failResponse(session, 'incomplete', { reason: 'content_filter' })
    await expect(notice(page, "Lisa couldn't answer")).toBeVisible()
    failResponse(session, 'incomplete', { reason: 'content_filter' })
    await expect(main(page).getByText('as much of the voice service as one talk may')).toBeVisible()
    expect(await liveTracks(page)).toBe(0)
    await expect.poll(() => ended).toMatchObject([{ usage: { inputTokens: 60, outputTokens: 24 } }])
  })

  test(
    'what a talk used is told to the server when it is stopped, and when the page goes',
    { tag: '@nightly' },
    async ({ page }) => {
      for (const leave of [
        () => stop(page),
        () => page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide'))),
      ]) {
        const { session, ended, talkId } = await openTalk(page)
        failResponse(session, 'incomplete', { reason: 'content_filter' })
        failResponse(session, 'incomplete', { reason: 'content_filter' })
        await expect(notice(page, "Lisa couldn't answer")).toBeVisible()
        await leave()
        await expect
          .poll(() => ended)
          .toMatchObject([{ talkId, usage: { inputTokens: 60, outputTokens: 24 } }])
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.context().clearCookies()
      }
    },
  )
})
