import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { fillInSignIn, somebody } from './people'
import {
  connected,
  demoGoal,
  focus,
  hide,
  openVoice,
  progress,
  receipt,
  round,
  stop,
  talking,
} from './voice-screen'

test.use({ ...talking, reducedMotion: 'reduce' })

/** Keeps the data channel, and what the app sends over it. */
const watchChannel = (page: Page) =>
  page.addInitScript(() => {
    const sent: string[] = []
    const create = RTCPeerConnection.prototype.createDataChannel
    RTCPeerConnection.prototype.createDataChannel = function (...args) {
      const channel = create.apply(this, args)
      const send = channel.send.bind(channel) as (data: string) => void
      channel.send = (data: unknown) => {
        sent.push(String(data))
        send(String(data))
      }
      Object.assign(window, { channel, sent })
      return channel
    }
  })
const sentTo = (page: Page) => page.evaluate(() => (window as unknown as { sent: string[] }).sent.join('\n'))

/** Lisa says it, as the provider would tell. */
async function lisaSays(page: Page, transcript: string) {
  await page.evaluate((transcript) => {
    const { channel } = window as unknown as { channel: RTCDataChannel }
    const type = 'response.output_audio_transcript.done'
    const place = { response_id: 'r', item_id: 'claim', output_index: 0, content_index: 0 }
    const data = JSON.stringify({ type, event_id: 'e', ...place, transcript })
    channel.dispatchEvent(new MessageEvent('message', { data }))
  }, transcript)
}

test(
  'a hidden page leaves what was saved and said; the own words become a draft, and nothing is saved unasked',
  { tag: '@nightly' },
  async ({ page, baseURL }) => {
    await openVoice(page)
    const entryDate = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
    const data = { entryDate, wins: 'Wrote a page', overallReflection: 'A good day.' }
    await page.request.post('/api/journal-entries', { data, headers: { Origin: baseURL ?? '' } })
    await focus(page, 'Goal Setup Session').click()
    await connected(page)
    await expect(progress(page).getByText('✓ Goal created')).toBeVisible({ timeout: 60_000 })
    const reloaded = page.waitForEvent('load')
    await hide(page)
    await reloaded
    await expect(receipt(page).getByRole('link', { name: demoGoal })).toBeVisible()
    await expect(receipt(page).getByText("Hi, I'm Lisa, and this is a demo.")).toBeVisible()
    await expectNoViolations(page)

    await receipt(page).getByRole('button', { name: "Put my words into today's entry" }).click()
    await expect(receipt(page).getByText('They are not saved until you save it.')).toBeVisible()
    const saved = () => page.request.get('/api/journal-entries').then((answer) => answer.json())
    expect(await saved()).toMatchObject([data])
    await receipt(page).getByRole('link', { name: 'Open the draft' }).click()
    const reflection = page.getByLabel('Overall reflection')
    await expect(reflection).toHaveValue(/^A good day\.\n\n.*You spoke/s)
    await expect(page.getByLabel('What are your wins today?')).toHaveValue('Wrote a page')
    expect(await saved()).toMatchObject([data])

    // The talk is there on the way back, too.
    await page.goBack()
    await expect(receipt(page).getByRole('link', { name: demoGoal })).toBeVisible()
  },
)

test(
  'a talk that is left by another tab, or by a crash, is there on return, until the next one begins',
  { tag: '@nightly' },
  async ({ page, context, baseURL }) => {
    const begin = async (page: Page) => {
      await focus(page, 'Goal Setup Session').click()
      await connected(page)
      await expect(progress(page).getByText('✓ Goal created')).toBeVisible({ timeout: 60_000 })
    }
    const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }))
    await openVoice(page)
    await begin(page)
    await page.getByRole('link', { name: 'Goals', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Goals', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('link', { name: 'Talk to Lisa' }).click()
    await expect(receipt(page).getByText("Hi, I'm Lisa, and this is a demo.")).toHaveCount(1)
    await expect(receipt(page).getByRole('link', { name: demoGoal })).toBeVisible()
    await expect(receipt(page).getByRole('button', { name: "Put my words into today's entry" })).toBeVisible()
    await expectNoViolations(page)

    await begin(page)
    await expect.poll(() => kept(page)).toContain(`Goal created: ${demoGoal}`)
    const crashed = page.waitForEvent('crash')
    await page.goto('chrome://crash').catch(() => undefined)
    await crashed
    await page.close()
    const another = await context.newPage()
    await another.goto('/voice')
    await expect(receipt(another).getByRole('link', { name: demoGoal })).toHaveCount(1)
    await expect(receipt(another).getByText("Hi, I'm Lisa, and this is a demo.")).toHaveCount(1)
    await expect(receipt(another).getByText('You spoke').first()).toBeVisible()
    // With `sdp` the server has room for one talk, and holds that of the page that has crashed until it misses it.
    await context.request.delete('/api/voice/calls', { data: {}, headers: { Origin: baseURL ?? '' } })
  },
)

test('a talk that the other side ends leaves the same', { tag: '@nightly' }, async ({ page, baseURL }) => {
  await openVoice(page)
  await focus(page, 'Goal Setup Session').click()
  await connected(page)
  await expect(progress(page).getByText('✓ Goal created')).toBeVisible({ timeout: 60_000 })
  await page.request.delete('/api/voice/calls', { data: {}, headers: { Origin: baseURL ?? '' } })
  await expect(receipt(page).getByRole('link', { name: demoGoal })).toBeVisible({ timeout: 60_000 })
  await expect(receipt(page).getByText("Hi, I'm Lisa, and this is a demo.")).toBeVisible()
  await page.reload()
  await expect(receipt(page).getByRole('link', { name: demoGoal })).toBeVisible()
})

test('whoever comes next in this browser finds nothing of it', { tag: '@nightly' }, async ({ page }) => {
  await openVoice(page)
  await focus(page, 'Goal Setup Session').click()
  await connected(page)
  await expect(progress(page).getByText('✓ Goal created')).toBeVisible({ timeout: 60_000 })
  await stop(page)
  await expect(receipt(page)).toBeVisible()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByText('Sign out').click()
  await page.getByRole('button', { name: 'Get Started' }).click()
  await fillInSignIn(page, somebody('Ben'))
  await page.getByRole('link', { name: 'Talk to Lisa' }).click()
  await expect(round(page, 'Tap to start talking')).toBeVisible()
  await expect(receipt(page)).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'Demo goal',
  )
})

test('when Lisa says that something is saved and nothing is, the screen says so', async ({ page }) => {
  await watchChannel(page)
  await openVoice(page)
  await round(page, 'Tap to start talking').click()
  await connected(page)
  await lisaSays(page, "All right. I've saved that for you.")
  await expect(page.getByRole('alert').filter({ hasText: 'This was not saved' })).toBeVisible()
  await expectNoViolations(page)
  await stop(page)
  await expect(receipt(page).getByText('Nothing was saved.')).toBeVisible()
})

test(
  'what Lisa remembers: off until switched on, read by her the next time, and forgotten when asked',
  { tag: '@nightly' },
  async ({ page }) => {
    await watchChannel(page)
    await openVoice(page)
    const remember = page.getByRole('switch', { name: 'Let Lisa remember our talks' })
    const remembered = page.getByRole('list', { name: 'What Lisa remembers' })
    await expect(remember).not.toBeChecked()
    const talk = async () => {
      await round(page, 'Tap to start talking').click()
      await connected(page)
      const instructions = await sentTo(page)
      await expect(progress(page).getByText('(You spoke.').first()).toBeVisible({ timeout: 60_000 })
      await stop(page)
      return instructions
    }
    await talk()
    await expect(remember).toBeVisible()
    await expect(remembered).toHaveCount(0)

    await remember.click()
    await expect(remember).toBeChecked()
    await expect(page.getByText('Nothing yet. Your next talk appears here.')).toBeVisible()
    await talk()
    await expect(remember).toBeChecked()
    await expect(remembered.getByRole('listitem')).toContainText('You spoke')
    await expectNoViolations(page)
    expect(await talk()).toContain('You spoke')

    await remember.click()
    await expect(remember).not.toBeChecked()
    await expect(page.getByText('They stay until you forget them or they end.')).toBeVisible()
    for (let left = 2; left > 0; left--) {
      await expect(remembered.getByRole('listitem')).toHaveCount(left)
      await remembered.getByRole('button', { name: 'Forget' }).first().click()
    }
    await expect(remembered).toHaveCount(0)
    expect(await page.request.get('/api/talks').then((answer) => answer.json())).toEqual([])
  },
)
