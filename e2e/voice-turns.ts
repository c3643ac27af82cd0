import { expect, type Page } from '@playwright/test'
import { userItem, type RealtimeSession } from '../server/local/voice-provider/realtime-session'
import { progress } from './voice-screen'

export const turn = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })
export const captions = (page: Page) => progress(page).getByRole('group', { name: 'Captions' })
export const box = (page: Page) => page.getByRole('textbox', { name: 'Write to Lisa' })

/** Words of the user, as they are written down. */
export function userSays(session: RealtimeSession, item_id: string, transcript: string) {
  session.send('conversation.item.added', { item: userItem(item_id) })
  session.send('conversation.item.input_audio_transcription.completed', {
    item_id,
    content_index: 0,
    transcript,
    usage: { type: 'duration', seconds: 1 },
  })
}

/** The first and the last words of an answer whose words are all there long before they are heard. */
export const longAnswer = { first: 'How was', last: 'waits for your tap' }

/** Lisa gives her long answer. Resolves once its first words were heard; `over` resolves once it has ended. */
export async function answerAtLength(page: Page, session: RealtimeSession) {
  const over = session.respond({ say: ['ask-daily-journal'] })
  await expect(captions(page).getByText(longAnswer.last)).toBeVisible()
  await expect(turn(page, 'Lisa is speaking')).toBeVisible()
  await page.waitForTimeout(1000)
  return { over }
}
