import { expect, test, type Page } from '@playwright/test'
import { userItem, type RealtimeSession } from '../server/local/voice-provider/realtime-session'
import { expectNoViolations } from './axe'
import { openVoice, printIfFailed, receipt, stop, talking } from './voice-screen'
import { beginTalk, notice, openTalk } from './voice-talk'
import { cancellable, captions, endResponse, speak, turn, userSays } from './voice-turns'

// The fade of a toast that closes would fail the check of contrasts.
test.use({ ...talking, reducedMotion: 'reduce' })
test.afterEach(printIfFailed)

/** Words of the user that could not be written down. */
function notWritten(session: RealtimeSession, item_id: string) {
  session.send('conversation.item.added', { item: userItem(item_id) })
  session.send('conversation.item.input_audio_transcription.failed', {
    item_id,
    content_index: 0,
    error: { type: 'transcription_error', message: 'secret' },
  })
}

test('whose turn it is stands beside the caption', async ({ page }) => {
  const { session } = await openTalk(page, cancellable)
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
  await expectNoViolations(page)
})

test('captions are whole turns with their speaker, of words that were heard, and mark speech that could not be transcribed', async ({
  page,
}) => {
  const { session } = await openTalk(page, cancellable)
  const said = () => captions(page).getByRole('listitem').allInnerTexts()
  await session.respond({ say: ['glitch', 'not-saved'] })
  userSays(session, 'first', 'Well.')
  userSays(session, 'second', 'I ran at the lake.')
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

  notWritten(session, 'third')
  await expect(captions(page).getByRole('listitem').last()).toContainText('(This could not be written down.)')
  await expect(page.getByText('secret')).toHaveCount(0)
  await expectNoViolations(page)

  // The receipt shows the same after the talk.
  await stop(page)
  await expect(receipt(page).getByText('(This could not be written down.)')).toBeVisible()
  await expect(receipt(page).getByText('That sounds')).toBeVisible()
  await expect(receipt(page).getByText('much more about it')).toHaveCount(0)
})

const unwritten = (page: Page) => notice(page, 'What you say is not written down')

test('a model that fails to transcribe is replaced in the talk, and without another one the screen says so until there are captions', async ({
  page,
}) => {
  const { session, received } = await openTalk(page, { transcriptionModels: ['writer', 'writer-2'] })
  const updates = () => received.filter(({ session }) => Object(session).audio).map(({ session }) => session)
  for (const id of ['a', 'b']) notWritten(session, id)
  await expect
    .poll(updates)
    .toEqual([{ type: 'realtime', audio: { input: { transcription: { model: 'writer-2' } } } }])
  userSays(session, 'c', 'I ran.')
  await expect(captions(page).getByText('I ran.')).toBeVisible()
  await expect(unwritten(page)).toHaveCount(0)

  for (const id of ['d', 'e']) notWritten(session, id)
  await expect(unwritten(page)).toContainText('this screen cannot notice when you need a person')
  await expectNoViolations(page)
  userSays(session, 'f', 'I am home.')
  await expect(captions(page).getByText('I am home.')).toBeVisible()
  await expect(unwritten(page)).toHaveCount(0)
})

test('a talk without transcription says so from its beginning, and after its end', async ({ page }) => {
  const { session } = await openTalk(page, { transcriptionModels: [] })
  await expect(unwritten(page)).toContainText('Need help now?')
  session.send('conversation.item.added', { item: userItem('a') })
  await expect(captions(page).getByText('(This could not be written down.)')).toBeVisible()
  await stop(page)
  await expect(receipt(page).getByText('there are no words of yours to keep')).toBeVisible()
  await expect(page.getByRole('button', { name: "Put my words into today's entry" })).toHaveCount(0)
})

const goToAnotherTab = async (page: Page) => {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('link', { name: 'Talk to Lisa' }).click()
}

for (const [name, leave] of [
  ['a stop', stop],
  ['another tab', goToAnotherTab],
] as const)
  test(
    `${name} in the middle of her words keeps those that were heard`,
    { tag: '@nightly' },
    async ({ page }) => {
      const { session } = await openTalk(page, cancellable)
      const rest = 'and so on '.repeat(200)
      speak(session, 'long', `Once upon a time there was a house by the lake, ${rest}until the end.`)
      await expect(captions(page).getByText('until the end.')).toBeVisible()
      await page.waitForTimeout(1000)
      await leave(page)
      const receipt = page.getByRole('region', { name: 'Your talk' })
      await expect(receipt.getByText('Once upon a time')).toBeVisible()
      await expect(page.getByText('until the end.')).toHaveCount(0)
    },
  )

test(
  'a page that is left in the middle of her words keeps those that were heard too, and sends no others',
  { tag: '@nightly' },
  async ({ page }) => {
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
    const { session } = await beginTalk(page, cancellable)
    userSays(session, 'own', 'I ran at the lake.')
    speak(session, 'long', `Once upon a time ${'and so on '.repeat(200)}until the end.`)
    await expect(captions(page).getByText('until the end.')).toBeVisible()
    await page.reload()
    const told = await page.evaluate(() => sessionStorage.getItem('told'))
    expect(told).toContain('I ran at the lake.')
    expect(told).not.toContain('until the end.')
    await expect(
      page.getByRole('region', { name: 'Your talk' }).getByText('I ran at the lake.'),
    ).toBeVisible()
    await expect(page.getByText('until the end.')).toHaveCount(0)
  },
)
