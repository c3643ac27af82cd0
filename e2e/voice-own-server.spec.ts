import { expect, test } from '@playwright/test'
import { dialects } from '../server/local/voice-provider/dialects'
import { printIfFailed, progress, talking } from './voice-screen'
import { notice, openTalk } from './voice-talk'
import { box, captions, turn } from './voice-turns'

test.use(talking)
test.afterEach(printIfFailed)

// It has a dialect of its own.
test(
  'a whole talk works with a self-hosted server that repeats no settings and sends no `output_audio_buffer` events',
  { tag: ['@nightly', '@openai'] },
  async ({ page }) => {
    const { session, received } = await openTalk(page, {
      session: { type: 'realtime', audio: { output: { voice: 'coral' } } },
      // LocalAI sends no event ids.
      sends: (event) => dialects.sdp.sends({ ...event, event_id: undefined }),
      intercept({ type }, session) {
        if (type === 'session.update') session.send('session.updated', { session: { type: 'realtime' } })
        return type === 'session.update'
      },
    })
    expect(received[0]?.session).toMatchObject({
      audio: { output: { voice: 'coral' } },
      tools: expect.arrayContaining([expect.objectContaining({ name: 'create_goal' })]),
    })

    const greeting = session.respond({ say: ['glitch'], call: { name: 'get_goals', arguments: {} } })
    await expect(turn(page, 'Lisa is speaking')).toBeVisible()
    await greeting
    await expect(progress(page).getByText('✓ No goals yet')).toBeVisible()

    void session.respond({ say: ['ask-daily-journal'] })
    await expect(captions(page).getByText('waits for your tap')).toBeVisible()
    await expect(turn(page, 'Lisa is speaking')).toBeVisible()
    session.send('input_audio_buffer.speech_started', { item_id: 'a', audio_start_ms: 0 })
    await expect(captions(page).getByText('How was your day?')).toHaveText(/How was .*…\s*$/)
    session.send('input_audio_buffer.speech_stopped', { item_id: 'a', audio_end_ms: 0 })

    await box(page).fill('No, thank you.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(captions(page).getByText('No, thank you.')).toBeVisible()
    const place = { response_id: 'b', output_index: 0 }
    session.send('response.created', { response: { id: 'b', object: 'realtime.response', output: [] } })
    session.send('response.output_audio_transcript.delta', {
      ...place,
      item_id: 'b',
      content_index: 0,
      delta: 'All right. {"name": "create_goal", "arguments": {"title": "Run"}}',
    })
    session.send('response.output_item.done', {
      ...place,
      item: { id: 'b', type: 'message', role: 'assistant', content: [] },
    })
    await expect(notice(page, 'This was not done')).toBeVisible()
    await expect(captions(page).getByRole('listitem').last()).toHaveText(/All right\.\s*$/)
  },
)
