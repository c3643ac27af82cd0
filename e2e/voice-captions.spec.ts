import { expect, test, type Page } from '@playwright/test'
import { userItem, type RealtimeSession } from '../server/local/voice-provider/realtime-session'
import { expectNoViolations } from './axe'
import { openVoice, printIfFailed, receipt, stop, talking } from './voice-screen'
import { beginTalk, notice, openTalk } from './voice-talk'
import { answerAtLength, captions, longAnswer, turn, userSays } from './voice-turns'

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
  const { session } = await openTalk(page)
  await expect(turn(page, 'Lisa is thinking')).toBeVisible()
  void session.respond({ say: ['over'] })
  await expect(turn(page, 'Lisa is speaking')).toBeVisible()
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
  const { session } = await openTalk(page)
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

  await answerAtLength(page, session)
  session.send('input_audio_buffer.speech_started', { item_id: 'third', audio_start_ms: 0 })
  session.send('output_audio_buffer.cleared', { response_id: 'long' })
  await expect(captions(page).getByText(longAnswer.last)).toHaveCount(0)
  await expect(captions(page).getByText(longAnswer.first)).toHaveText(/^How was.*…\s*$/)

  notWritten(session, 'third')
  await expect(captions(page).getByRole('listitem').last()).toContainText('(This could not be written down.)')
  await expect(page.getByText('secret')).toHaveCount(0)
  await expectNoViolations(page)

  // The receipt shows the same after the talk.
  await stop(page)
  await expect(receipt(page).getByText('(This could not be written down.)')).toBeVisible()
  await expect(receipt(page).getByText(longAnswer.first)).toBeVisible()
  await expect(receipt(page).getByText(longAnswer.last)).toHaveCount(0)
})

const unwritten = (page: Page) => notice(page, 'What you say is not written down')

test('a model that fails to transcribe is replaced in the talk, and without another one the screen says so until there are captions', async ({
  page,
}) => {
  const { session, received } = await openTalk(page, { transcriptionModels: ['writer', 'writer-2'] })
  const before = received.length
  const updates = () => received.slice(before).flatMap(({ session }) => session ?? [])
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

// A server of one's own may transcribe unasked, so there the screen says it after the first answer to unwritten words.
test(
  'a talk without transcription says so from its beginning, and after its end',
  { tag: '@openai' },
  async ({ page }) => {
    const { session } = await openTalk(page, { transcriptionModels: [] })
    await expect(unwritten(page)).toContainText('Need help now?')
    session.send('conversation.item.added', { item: userItem('a') })
    await expect(captions(page).getByText('(This could not be written down.)')).toBeVisible()
    await stop(page)
    await expect(receipt(page).getByText('there are no words of yours to keep')).toBeVisible()
    await expect(page.getByRole('button', { name: "Put my words into today's entry" })).toHaveCount(0)
  },
)

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
      const { session } = await openTalk(page)
      await answerAtLength(page, session)
      await leave(page)
      await expect(receipt(page).getByText(longAnswer.first)).toBeVisible()
      await expect(page.getByText(longAnswer.last)).toHaveCount(0)
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
    const { session } = await beginTalk(page)
    userSays(session, 'own', 'I ran at the lake.')
    await answerAtLength(page, session)
    await page.reload()
    const told = await page.evaluate(() => sessionStorage.getItem('told'))
    expect(told).toContain('I ran at the lake.')
    expect(told).not.toContain(longAnswer.last)
    await expect(receipt(page).getByText('I ran at the lake.')).toBeVisible()
    await expect(page.getByText(longAnswer.last)).toHaveCount(0)
  },
)
