import { expect, test, type Page } from '@playwright/test'
import { connected, hide, openVoice, printIfFailed, round, talking } from './voice-screen'
import { openTalk } from './voice-talk'
import { turn } from './voice-turns'

test.use(talking)
test.afterEach(printIfFailed)

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

test('rings follow both voices, in a talk only', { tag: '@nightly' }, async ({ page }) => {
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

// Where no event tells who speaks, Lisa's voice is measured under reduced motion too.
test(
  'under reduced motion the rings are still, also when that is chosen in mid-talk',
  { tag: '@openai' },
  async ({ page }) => {
    await countFrames(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openVoice(page)
    await round(page, 'Tap to start talking').click()
    await connected(page)
    await expect(turn(page, 'Lisa is speaking')).toBeVisible()
    await expect.poll(() => frames(page)).toBe(0)
    expect(await radii(page)).toEqual(rest)
    // What waits for her answer listens throughout a talk.
    expect(await openContexts(page)).toBe(1)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(() => frames(page)).toBeGreaterThan(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(() => frames(page)).toBe(0)
    await expect.poll(() => openContexts(page)).toBe(1)
  },
)
