import type { Page } from '@playwright/test'
import type { RealtimeResponse } from 'openai/resources/realtime/realtime'
import { userItem, type RealtimeSession } from '../server/local/voice-provider/realtime-session'
import type { provideVoice } from './voice-provider'
import { progress } from './voice-screen'

export const turn = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })
export const captions = (page: Page) => progress(page).getByRole('group', { name: 'Captions' })
export const box = (page: Page) => page.getByRole('textbox', { name: 'Write to Lisa' })

/** For a provider whose answers the test sends itself: one that is cancelled ends. */
export const cancellable: Parameters<typeof provideVoice>[1] = {
  intercept({ type }, session) {
    if (type === 'response.cancel') endResponse(session, 'cancelled')
    return type === 'response.cancel'
  },
}

export const endResponse = (session: RealtimeSession, status: RealtimeResponse['status']) =>
  session.send('response.done', { response: { id: 'a', object: 'realtime.response', output: [], status } })

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

/** Sends all words of an answer, whose sound goes on. */
export function speak(session: RealtimeSession, item_id: string, words: string) {
  const place = { response_id: `of-${item_id}`, item_id, output_index: 0, content_index: 0 }
  session.send('response.created', {
    response: { id: place.response_id, object: 'realtime.response', output: [] },
  })
  session.send('output_audio_buffer.started', { response_id: place.response_id })
  for (const delta of words.split(/(?<= )/))
    session.send('response.output_audio_transcript.delta', { ...place, delta })
}
