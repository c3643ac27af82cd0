import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import type { RealtimeSession } from '../server/local/voice-provider/realtime-session'
import { liveTracks } from './voice-media'
import { provideVoice } from './voice-provider'
import { connected, focus, hide, openVoice, progress, round, talking } from './voice-screen'

test.use(talking)

// Prints the screen of a failed test: it shows how far the talk got, and a trace may be out of reach.
test.afterEach(async ({ page }, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(await page.getByRole('main').innerText({ timeout: 5_000 }))
})

const isAccessible = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
const turn = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })
const captions = (page: Page) => progress(page).getByRole('group', { name: 'Captions' })
const box = (page: Page) => page.getByRole('textbox', { name: 'Write to Lisa' })
const byText = (page: Page) => page.getByRole('button', { name: 'Write instead of speaking' })

/** Counts the animation frames that the page requests, and the AudioContexts that measure sound. */
const countFrames = (page: Page) =>
  page.addInitScript(() => {
    const counted = { frames: 0, contexts: [] as AudioContext[] }
    Object.assign(window, { counted })
    const request = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) => {
      counted.frames++
      return request(callback)
    }
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        counted.contexts.push(this)
      }
    }
  })

/** How many animation frames the page requests in a while. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    const { counted } = window as unknown as { counted: { frames: number } }
    const before = counted.frames
    await new Promise((resolve) => setTimeout(resolve, 400))
    return counted.frames - before
  })

const openContexts = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { counted: { contexts: AudioContext[] } }).counted.contexts.filter(
        ({ state }) => state !== 'closed',
      ).length,
  )

/** The radii of the disc, which follows the user's voice, and of the outermost ring, which follows Lisa's. */
const radii = (page: Page) =>
  page.evaluate(() => {
    const circles = [...document.querySelectorAll('[aria-labelledby=voice-caption]')].flatMap((button) => [
      ...(button.parentElement?.querySelectorAll('svg[viewBox^="-160"] circle') ?? []),
    ])
    const [you = 0, , , lisa = 0] = circles.map((circle) => Number(circle.getAttribute('r')))
    return { you, lisa }
  })
const rest = { you: 56, lisa: 80 }

/** Begins a talk with a fake provider, which says nothing by itself. */
async function openTalk(page: Page) {
  await openVoice(page)
  return beginTalk(page)
}

async function beginTalk(page: Page) {
  const provider = await provideVoice(page, {
    intercept({ type }, session) {
      if (type === 'response.cancel') endResponse(session, 'cancelled')
      return type === 'response.cancel'
    },
  })
  await round(page, 'Tap to start talking').click()
  const session = await provider.session
  await connected(page)
  await session.waitForRequest()
  return { ...provider, session }
}

const endResponse = (session: RealtimeSession, status: string) =>
  session.send('response.done', { response: { id: 'a', object: 'realtime.response', output: [], status } })

/** Sends all words of an answer, whose sound goes on. */
function speak(session: RealtimeSession, item_id: string, words: string) {
  const place = { response_id: `of-${item_id}`, item_id, output_index: 0, content_index: 0 }
  session.send('response.created', {
    response: { id: place.response_id, object: 'realtime.response', output: [] },
  })
  session.send('output_audio_buffer.started', { response_id: place.response_id })
  for (const delta of words.split(/(?<= )/))
    session.send('response.output_audio_transcript.delta', { ...place, delta })
}

function hear(session: RealtimeSession, item_id: string, type: 'completed' | 'failed', transcript?: string) {
  const item = { id: item_id, type: 'message', role: 'user', status: 'completed', content: [] }
  session.send('conversation.item.added', { item })
  session.send(`conversation.item.input_audio_transcription.${type}`, {
    item_id,
    content_index: 0,
    ...(type === 'failed' ? { error: { type: 'transcription_error', message: 'secret' } } : { transcript }),
  })
}

test('rings follow both voices, in a talk only', async ({ page }) => {
  await countFrames(page)
  await openVoice(page)
  await expect.poll(() => frames(page)).toBe(0)
  await round(page, 'Tap to start talking').click()
  await connected(page)
  await expect.poll(async () => (await radii(page)).lisa).toBeGreaterThan(rest.lisa + 3)
  await expect.poll(async () => (await radii(page)).you).toBeGreaterThan(rest.you + 3)
  expect(await frames(page)).toBeGreaterThan(0)
  // Between two sounds the rings are at rest.
  await expect
    .poll(() => radii(page))
    .toEqual(expect.objectContaining({ lisa: expect.closeTo(rest.lisa, 0) }))

  await page.evaluate(() => Object.assign(window, { keptOpen: true }))
  await page.getByRole('link', { name: 'Goals' }).click()
  await expect(page.getByRole('heading', { name: 'Goals' }).first()).toBeVisible()
  await expect.poll(() => frames(page)).toBe(0)
  await expect.poll(() => openContexts(page)).toBe(0)
  // The page was not reloaded.
  expect(await page.evaluate(() => 'keptOpen' in window)).toBe(true)
})

test('a hidden page asks for no frame', async ({ page }) => {
  await countFrames(page)
  // Suppresses the reload half a second after the page is hidden, so that the test can look at the page.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window)
    const waitUnlessReload = (then: () => void, ms?: number) => (ms === 500 ? 0 : wait(then, ms))
    Object.assign(window, { setTimeout: waitUnlessReload })
  })
  await openTalk(page)
  await expect.poll(() => frames(page)).toBeGreaterThan(0)
  await hide(page)
  await expect(round(page, 'Tap to start talking')).toBeVisible()
  await expect.poll(() => frames(page)).toBe(0)
  await expect.poll(() => openContexts(page)).toBe(0)
})

test('under reduced motion the rings are still, also when that is chosen in mid-talk', async ({ page }) => {
  await countFrames(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openVoice(page)
  await round(page, 'Tap to start talking').click()
  await connected(page)
  await expect(turn(page, 'Lisa is speaking')).toBeVisible()
  await expect.poll(() => frames(page)).toBe(0)
  expect(await radii(page)).toEqual(rest)
  expect(await openContexts(page)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => frames(page)).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => frames(page)).toBe(0)
  await expect.poll(() => openContexts(page)).toBe(0)
})

test('whose turn it is stands beside the caption', async ({ page }) => {
  const { session } = await openTalk(page)
  await expect(turn(page, 'Lisa is thinking')).toBeVisible()
  session.send('output_audio_buffer.started', { response_id: 'a' })
  await expect(turn(page, 'Lisa is speaking')).toBeVisible()
  endResponse(session, 'completed')
  session.send('output_audio_buffer.stopped', { response_id: 'a' })
  await expect(turn(page, 'Your turn: speak or write')).toBeVisible()
  session.send('input_audio_buffer.speech_started', { item_id: 'b', audio_start_ms: 0 })
  await expect(turn(page, 'You are speaking')).toBeVisible()
  session.send('input_audio_buffer.speech_stopped', { item_id: 'b', audio_end_ms: 0 })
  await expect(turn(page, 'Lisa is thinking')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Listening - Tap to stop' })).toBeVisible()
  await isAccessible(page)
})

test('captions are whole turns with their speaker, of words that were heard, and mark speech that could not be transcribed', async ({
  page,
}) => {
  const { session } = await openTalk(page)
  const said = () => captions(page).getByRole('listitem').allInnerTexts()
  await session.respond({ say: ['glitch', 'not-saved'] })
  hear(session, 'first', 'completed', 'Well.')
  hear(session, 'second', 'completed', 'I ran at the lake.')
  await expect
    .poll(said)
    .toEqual([
      "Lisa\nHmm, something glitched. All right, I won't add anything.",
      'You\nWell. I ran at the lake.',
    ])

  speak(session, 'long', 'That sounds lovely, and I would like to hear much more about it from you.')
  await expect(captions(page).getByText('much more about it')).toBeVisible()
  session.send('input_audio_buffer.speech_started', { item_id: 'third', audio_start_ms: 0 })
  session.send('output_audio_buffer.cleared', { response_id: 'of-long' })
  session.send('conversation.item.truncated', { item_id: 'long', content_index: 0, audio_end_ms: 1200 })
  await expect(captions(page).getByText('much more about it')).toHaveCount(0)
  await expect(captions(page).getByText('That sounds')).toHaveText(/^That sounds.*…\s*$/)

  hear(session, 'third', 'failed')
  await expect(captions(page).getByRole('listitem').last()).toContainText('(This could not be written down.)')
  await expect(page.getByText('secret')).toHaveCount(0)
  await isAccessible(page)

  // The receipt shows the same after the talk.
  const reloaded = page.waitForEvent('load')
  await round(page, 'Listening - Tap to stop').click()
  await reloaded
  const receipt = page.getByRole('region', { name: 'Your talk' })
  await expect(receipt.getByText('(This could not be written down.)')).toBeVisible()
  await expect(receipt.getByText('That sounds')).toBeVisible()
  await expect(receipt.getByText('much more about it')).toHaveCount(0)
})

test('a stop in the middle of her words keeps those that were heard', async ({ page }) => {
  const { session } = await openTalk(page)
  const rest = 'and so on '.repeat(200)
  speak(session, 'long', `Once upon a time there was a house by the lake, ${rest}until the end.`)
  await expect(captions(page).getByText('until the end.')).toBeVisible()
  await page.waitForTimeout(1000)
  const reloaded = page.waitForEvent('load')
  await round(page, 'Listening - Tap to stop').click()
  await reloaded
  await expect(page.getByRole('region', { name: 'Your talk' })).toBeVisible()
  await expect(page.getByText('until the end.')).toHaveCount(0)
})

test('a page that is left in the middle of her words keeps those that were heard too, and sends no others', async ({
  page,
}) => {
  // Recorded in the page, because `route` does not see requests of a page that is gone.
  await page.addInitScript(() => {
    const request = window.fetch.bind(window)
    window.fetch = (input, init) => {
      if (String(input).endsWith('/said')) sessionStorage.setItem('told', String(init?.body))
      return request(input, init)
    }
  })
  await openVoice(page)
  await page.getByRole('switch', { name: 'Let Lisa remember our talks' }).click()
  await expect(page.getByRole('switch', { name: 'Let Lisa remember our talks' })).toBeChecked()
  const { session } = await beginTalk(page)
  hear(session, 'own', 'completed', 'I ran at the lake.')
  speak(session, 'long', `Once upon a time ${'and so on '.repeat(200)}until the end.`)
  await expect(captions(page).getByText('until the end.')).toBeVisible()
  await page.reload()
  const told = await page.evaluate(() => sessionStorage.getItem('told'))
  expect(told).toContain('I ran at the lake.')
  expect(told).not.toContain('until the end.')
  await expect(page.getByRole('region', { name: 'Your talk' }).getByText('I ran at the lake.')).toBeVisible()
  await expect(page.getByText('until the end.')).toHaveCount(0)
})

test('what is written goes into the same talk, interrupts Lisa, and is kept until it is sent', async ({
  page,
}) => {
  const { session, received } = await openTalk(page)
  speak(session, 'long', 'Let me tell you something.')
  await expect(turn(page, 'Lisa is speaking')).toBeVisible()
  expect((await box(page).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await box(page).fill('I ran at the lake.')
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('')
  await expect(captions(page).getByRole('listitem').last()).toHaveText(/^You\s*I ran at the lake\.\s*$/)
  await expect(turn(page, 'Lisa is thinking')).toBeVisible()
  await session.waitForRequest()
  const sent = received.map(({ type }) => type)
  expect(sent).toEqual(expect.arrayContaining(['response.cancel', 'output_audio_buffer.clear']))
  expect(JSON.stringify(received.filter(({ type }) => type === 'conversation.item.create'))).toContain(
    '"role":"user","content":[{"type":"input_text","text":"I ran at the lake."}]',
  )
  await isAccessible(page)

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
    await isAccessible(page)
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
