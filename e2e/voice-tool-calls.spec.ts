import { expect, test } from '@playwright/test'
import type { ConversationItem, RealtimeResponse } from 'openai/resources/realtime/realtime'
import { provideVoice } from './voice-provider'
import { connected, openVoice, progress, round, talking } from './voice-screen'
import { openTalk } from './voice-talk'

test.use({ ...talking, reducedMotion: 'reduce' })

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
  expect(Buffer.byteLength(JSON.stringify({ instructions, tools }))).toBeLessThanOrEqual(10 * 1024)
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

  const response: RealtimeResponse = { id: 'a', object: 'realtime.response', output: [] }
  const cutOff = { name: 'create_goal', call_id: 'b', arguments: '{"title":' }
  const item: ConversationItem = { id: 'c', type: 'function_call', status: 'completed', ...cutOff }
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
