import { expect, test, type Page } from '@playwright/test'
import type { RealtimeResponse } from 'openai/resources/realtime/realtime'
import { liveTracks, microphone, sounds, watchSounds } from './voice-media'
import { dialect, failResponse, provideVoice } from './voice-provider'
import type { RealtimeSession } from '../server/local/voice-provider/realtime-session'
import { expectNoViolations } from './axe'
import { connected, openVoice, round, talking } from './voice-screen'
import { notice, openTalk } from './voice-talk'

test.use({ ...talking, reducedMotion: 'reduce' })

const main = (page: Page) => page.getByRole('main')

test.describe('a provider that fails', () => {
  const passing: [
    status: RealtimeResponse['status'],
    details: RealtimeResponse['status_details'],
    said: string,
  ][] = [
    ['failed', { error: { code: 'rate_limit_exceeded' } }, 'Wait a moment, then say it again.'],
    ['failed', { error: { type: 'server_error' } }, 'had a problem'],
    ['incomplete', { reason: 'content_filter' }, 'refused to answer that'],
    ['incomplete', { reason: 'max_output_tokens' }, 'ask her to go on'],
  ]

  test('and may recover: it is told, and the talk goes on', { tag: '@nightly' }, async ({ page }) => {
    const { session } = await openTalk(page)
    for (const [status, details, said] of passing) {
      failResponse(session, status, details)
      await expect(notice(page, "Lisa couldn't answer").getByText(said)).toBeVisible()
      await expect(round(page, 'Listening - Tap to stop')).toBeVisible()
      expect(await microphone(page)).toMatchObject({ enabled: true, readyState: 'live' })
    }
    await expectNoViolations(page)
    await session.respond({ say: ['over'] })
    await expect(notice(page, "Lisa couldn't answer")).toHaveCount(0)
  })

  test('for good: the quota is used up, the talk ends in words, and the microphone is off', async ({
    page,
  }) => {
    const { session, ended, talkId } = await openTalk(page)
    failResponse(session, 'failed', { error: { type: 'insufficient_quota', code: 'insufficient_quota' } })
    await expect(main(page).getByText('The voice service has no credit left.')).toBeVisible()
    await expect(round(page, 'Tap to start talking')).toBeVisible()
    expect(await liveTracks(page)).toBe(0)
    await expect.poll(() => ended).toMatchObject([{ talkId, usage: { inputTokens: 30, outputTokens: 12 } }])
  })

  // Only OpenAI ends a session after an hour, with this error.
  test(
    'because its session is over: the talk ends in words, and can be begun again',
    { tag: ['@nightly', '@openai'] },
    async ({ page }) => {
      const { session, hangUp } = await openTalk(page)
      const error = { type: 'invalid_request_error', code: 'session_expired', message: 'secret' }
      session.send('error', { error })
      hangUp()
      await expect(main(page).getByText('the longest time that the voice service allows')).toBeVisible()
      expect(await liveTracks(page)).toBe(0)
      await expect(page.getByText('secret')).toHaveCount(0)
      await round(page, 'Tap to start talking').click()
      await connected(page)
    },
  )
})

test.describe('without instructions', () => {
  const isSilent = async (page: Page) => {
    for (const sound of await sounds(page)) expect(sound).toMatchObject({ muted: true })
    expect(await microphone(page)).toMatchObject({ enabled: false })
  }

  test('that are refused there is no talk, and nobody hears the default assistant', async ({ page }) => {
    let check = () => {}
    const checked = new Promise<void>((resolve) => (check = resolve))
    async function refuse(session: RealtimeSession) {
      // The default assistant greets by itself.
      await session.respond({ say: ['hello-general'] })
      await checked
      session.send('error', {
        error: { type: 'invalid_request_error', code: 'invalid_value', message: 'It is invalid' },
      })
    }
    await watchSounds(page)
    await openVoice(page)
    const { session, ended } = await provideVoice(page, {
      intercept(event, session) {
        if (event.type !== 'session.update') return false
        void refuse(session)
        return true
      },
    })
    await round(page, 'Tap to start talking').click()
    await session
    await expect(round(page, 'Connecting...')).toBeVisible()
    await expect.poll(() => sounds(page).then((all) => all.length)).toBe(1)
    await isSilent(page)
    check()
    await expect(round(page, 'Connection failed - Tap to retry')).toBeVisible()
    await expect(main(page).getByText("Lisa didn't get her instructions")).toBeVisible()
    expect(await liveTracks(page)).toBe(0)
    await expect.poll(() => ended).toHaveLength(1)
    await expect(page.getByText('Voice Mode Active')).toHaveCount(0)
  })

  test('that are never confirmed there is no talk either', async ({ page }) => {
    const isOpenAi = dialect === 'openai'
    await watchSounds(page)
    await openVoice(page)
    await page.clock.install()
    const provider = await provideVoice(page, {
      intercept(event, session) {
        if (event.type !== 'session.update') return false
        session.send('session.updated', {
          session: { type: 'realtime', instructions: 'Be helpful.', tools: [] },
        })
        return true
      },
    })
    await round(page, 'Tap to start talking').click()
    await provider.session
    // A self-hosted server is refused at once.
    if (isOpenAi) {
      await expect.poll(() => provider.received.length).toBeGreaterThan(1)
      await isSilent(page)
      await page.clock.fastForward(20_000)
    }
    await expect(round(page, 'Connection failed - Tap to retry')).toBeVisible()
    const said = isOpenAi ? 'This took too long.' : "Lisa didn't get her instructions"
    await expect(main(page).getByText(said)).toBeVisible()
    await isSilent(page)
    expect(provider.received.map(({ type }) => type)).not.toContain('response.create')
    expect(await liveTracks(page)).toBe(0)
  })
})
