import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { liveTracks, microphone, sounds, watchSounds } from './voice-media'
import { failResponse, provideVoice } from './voice-provider'
import type { RealtimeSession } from '../server/local/voice-provider/realtime-session'
import { connected, openVoice, progress, round, talking } from './voice-screen'

test.use({ ...talking, reducedMotion: 'reduce' })

const main = (page: Page) => page.getByRole('main')
const notice = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })
const isAccessible = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])

async function talk(page: Page, options: Parameters<typeof provideVoice>[1] = {}) {
  await watchSounds(page)
  await openVoice(page)
  const provider = await provideVoice(page, options)
  await round(page, 'Tap to start talking').click()
  return provider
}

async function openTalk(page: Page, options: Parameters<typeof provideVoice>[1] = {}) {
  const provider = await talk(page, options)
  const session = await provider.session
  await connected(page)
  await session.waitForRequest()
  return { ...provider, session }
}

test.describe('a provider that fails', () => {
  const passing: [status: string, details: object, said: string][] = [
    ['failed', { error: { code: 'rate_limit_exceeded' } }, 'Wait a moment, then say it again.'],
    ['failed', { error: { type: 'server_error' } }, 'had a problem'],
    ['incomplete', { reason: 'content_filter' }, 'refused to answer that'],
    ['incomplete', { reason: 'max_output_tokens' }, 'ask her to go on'],
  ]

  test('and may recover: it is told, and the talk goes on', async ({ page }) => {
    const { session } = await openTalk(page)
    for (const [status, details, said] of passing) {
      failResponse(session, status, details)
      await expect(notice(page, "Lisa couldn't answer").getByText(said)).toBeVisible()
      await expect(round(page, 'Listening - Tap to stop')).toBeVisible()
      expect(await microphone(page)).toMatchObject({ enabled: true, readyState: 'live' })
    }
    await isAccessible(page)
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
    await expect.poll(() => ended).toEqual([{ talkId, usage: { inputTokens: 30, outputTokens: 12 } }])
  })

  test('because its session is over: the talk ends in words, and can be begun again', async ({ page }) => {
    const { session, hangUp } = await openTalk(page)
    const error = { type: 'invalid_request_error', code: 'session_expired', message: 'secret' }
    session.send('error', { error })
    hangUp()
    await expect(main(page).getByText('the longest time that the voice service allows')).toBeVisible()
    expect(await liveTracks(page)).toBe(0)
    await expect(page.getByText('secret')).toHaveCount(0)
    await round(page, 'Tap to start talking').click()
    await connected(page)
  })
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
      session.send('error', { error: { type: 'invalid_request_error', code: 'invalid_value' } })
    }
    const { session, ended } = await talk(page, {
      intercept(event, session) {
        if (event.type !== 'session.update') return false
        void refuse(session)
        return true
      },
    })
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
    await expect.poll(() => provider.received.length).toBeGreaterThan(1)
    await isSilent(page)
    await page.clock.fastForward(20_000)
    await expect(round(page, 'Connection failed - Tap to retry')).toBeVisible()
    await expect(main(page).getByText('This took too long.')).toBeVisible()
    expect(provider.received.map(({ type }) => type)).not.toContain('response.create')
    expect(await liveTracks(page)).toBe(0)
  })
})

test('50 long goals in Japanese do not keep a talk from beginning, nor what the tools read from arriving', async ({
  page,
  baseURL,
}) => {
  await openVoice(page)
  const headers = { Origin: baseURL ?? '' }
  for (let n = 0; n < 50; n++)
    await page.request.post('/api/goals', {
      data: {
        timeline: 'annual',
        title: `${n}${'目'.repeat(150)}`,
        description: '説'.repeat(300),
        motivation: '理'.repeat(300),
      },
      headers,
    })
  const provider = await provideVoice(page, {
    // What a data channel takes then is 64 KiB.
    describe: (sdp) => sdp.replace(/^a=max-message-size:.*\r?\n/m, ''),
  })
  await round(page, 'Tap to start talking').click()
  const session = await provider.session
  await connected(page)
  const update = provider.received.find(({ type }) => type === 'session.update')
  const { instructions = '', tools } = (update?.session ?? {}) as { instructions?: string; tools?: object[] }
  expect(Buffer.byteLength(JSON.stringify({ instructions, tools }))).toBeLessThanOrEqual(8 * 1024)
  expect(instructions).toContain('49目')
  await session.waitForRequest()
  const output = await session.respond({ call: { name: 'get_goals', arguments: {} } })
  expect(output).toContain('49目')
  expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThan(33 * 1024)
})

test('tools that are called wrongly fail in words, save nothing, and the talk goes on', async ({ page }) => {
  const { session, received } = await openTalk(page)
  const afterTomorrow = await page.evaluate(() => {
    const day = new Date()
    day.setDate(day.getDate() + 2)
    return day.toLocaleDateString('en-CA')
  })
  for (const [entryDate, reason] of [
    ['2999-01-01', 'in the future'],
    [afterTomorrow, 'in the future'],
    ['1900-01-01', 'too long ago'],
  ]) {
    const call = { name: 'create_journal_entry', arguments: { entryDate, wins: 'Ran' } }
    expect(await session.respond({ call })).toContain(`That day is ${reason}. Today is `)
  }
  await expect(progress(page).getByText('✗ Failed to create journal entry')).toHaveCount(3)

  const unknown = { name: 'delete_everything', arguments: {} }
  expect(await session.respond({ call: unknown })).toBe('Tool delete_everything not found')
  await expect(progress(page).getByText('✗ Tool not found')).toBeVisible()

  const response = { id: 'a', object: 'realtime.response', output: [] }
  const cutOff = { name: 'create_goal', call_id: 'b', arguments: '{"title":' }
  const item = { id: 'c', type: 'function_call', status: 'completed', ...cutOff }
  session.send('response.created', { response })
  session.send('response.output_item.done', { response_id: 'a', output_index: 0, item })
  session.send('response.done', { response: { ...response, status: 'completed' } })
  await session.waitForRequest()
  expect(JSON.stringify(received.at(-2))).toContain('Failed to create goal: The arguments are not valid JSON')
  await expect(progress(page).getByText('✗ Failed to create goal')).toBeVisible()

  await session.respond({ say: ['over'] })
  await expect(progress(page).getByText("That's all this demo can do.")).toBeVisible()
  await expect(round(page, 'Listening - Tap to stop')).toBeVisible()
  for (const rows of ['goals', 'journal-entries'])
    expect(await page.request.get(`/api/${rows}`).then((answer) => answer.json())).toEqual([])
})

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
  await isAccessible(page)
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
  await openTalk(page)
  const button = page.getByRole('button', { name: 'Tap to hear Lisa' })
  await button.click()
  await expect(button).toBeVisible()
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await isAccessible(page)
  await page.evaluate(() => window.dispatchEvent(new Event('allow-sound')))
  await button.click()
  await expect(button).toHaveCount(0)
  expect(await sounds(page)).toMatchObject([{ muted: false, paused: false }])
})

test.describe('the leash', () => {
  const told = (received: { type: string; item?: unknown }[]) =>
    JSON.stringify(received.filter(({ type }) => type === 'conversation.item.create'))

  async function openTimedTalk(page: Page, seconds: number) {
    await openVoice(page)
    await page.clock.install()
    const provider = await provideVoice(page, { seconds })
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
    test(`two minutes before the end Lisa and the screen say so, and then the talk ends${which}`, async ({
      page,
    }) => {
      const { session, received, ended } = await openTimedTalk(page, seconds)
      // Somebody goes on talking.
      session.send('input_audio_buffer.speech_started', { item_id: 'a', audio_start_ms: 0 })
      await expect(main(page).getByText('You are speaking')).toBeVisible()
      await expect(notice(page, 'This talk ends soon')).toHaveCount(0)
      await page.clock.fastForward(warnedAfter * 1_000)
      await expect(notice(page, 'This talk ends soon').getByText('2 minutes left.')).toBeVisible()
      await expect.poll(() => told(received)).toContain('2 minutes left until this talk ends')
      await isAccessible(page)
      await page.clock.fastForward(121_000)
      await expect(main(page).getByText('The time for this talk is over.')).toBeVisible()
      await expect(round(page, 'Tap to start talking')).toBeVisible()
      expect(await liveTracks(page)).toBe(0)
      await expect.poll(() => ended).toHaveLength(1)
    })

  test('in silence Lisa and the screen ask whether to go on, and then the talk ends', async ({ page }) => {
    const { session, received } = await openTimedTalk(page, 900)
    await session.respond({})
    await page.clock.fastForward(60_000)
    await expect(notice(page, 'Are you still there?')).toBeVisible()
    await expect.poll(() => told(received)).toContain('wants to go on')
    await session.waitForRequest()
    await isAccessible(page)
    session.send('input_audio_buffer.speech_started', { item_id: 'a', audio_start_ms: 0 })
    session.send('input_audio_buffer.speech_stopped', { item_id: 'a', audio_end_ms: 0 })
    await expect(notice(page, 'Are you still there?')).toHaveCount(0)
    await page.clock.fastForward(60_000)
    await expect(notice(page, 'Are you still there?')).toBeVisible()
    await page.clock.fastForward(60_000)
    await expect(main(page).getByText('Nobody said anything for two minutes')).toBeVisible()
    expect(await liveTracks(page)).toBe(0)
  })

  test('the screen stays on only while somebody talks', async ({ page }) => {
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
    session.send('output_audio_buffer.started', { response_id: 'a' })
    await expect.poll(held).toBe(1)
    session.send('error', { error: { code: 'session_expired' } })
    await expect.poll(held).toBe(0)
  })

  test('what a talk used is told to the server when it is stopped, and when the page goes', async ({
    page,
  }) => {
    for (const leave of [
      async () => {
        // Waits for the reload, which would otherwise abort the next navigation.
        const reloaded = page.waitForEvent('load')
        await round(page, 'Listening - Tap to stop').click()
        await reloaded
      },
      () => page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide'))),
    ]) {
      const { session, ended, talkId } = await openTalk(page)
      failResponse(session, 'incomplete', { reason: 'content_filter' })
      failResponse(session, 'incomplete', { reason: 'content_filter' })
      await expect(notice(page, "Lisa couldn't answer")).toBeVisible()
      await leave()
      await expect.poll(() => ended).toEqual([{ talkId, usage: { inputTokens: 60, outputTokens: 24 } }])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().clearCookies()
    }
  })
})

test.describe('without permission', () => {
  test.use({ permissions: [] })

  test('a refused microphone asks for no key', async ({ page }) => {
    await openVoice(page)
    const keys: string[] = []
    page.on('request', (request) => request.url().endsWith('/ephemeral-key') && keys.push(request.url()))
    for (const name of ['Tap to start talking', 'Connection failed - Tap to retry']) {
      await round(page, name).click()
      await expect(main(page).getByText("Lisa can't use your microphone.")).toBeVisible()
    }
    expect(keys).toEqual([])
  })
})
