import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addDays } from '@shared/dates'
import { today } from '@/lib/dates/days'
import { emptyDevice } from '@/test/device'
import { answer } from '@/test/fake-api'
import { renderApp } from '@/test/render-app'
import { talkRoutes } from '@/test/talk-routes'
import type { Talk } from './realtime-talk'

const begun = vi.hoisted(() => ({ isDemo: false, talk: undefined as Talk | undefined }))
vi.mock('./realtime-talk', () => ({
  connect: async (talk: Talk) => {
    begun.talk = talk
    await talk.prepare()
    return { isDemo: begun.isDemo, write: () => true, onTyping() {}, measureLoudness: () => undefined }
  },
  VoiceCard: () => null,
  VoiceRings: () => null,
}))
emptyDevice()

const change = 'PATCH /api/talks/:id'
const call = { date: addDays(today(), -1), text: 'Call my sister' }
const talk = { id: 'a', date: call.date, summary: 'A talk', kept: false }

test.each([
  { isDemo: false, asked: [{ params: { id: 'a' }, body: { asked: [call] } }] },
  { isDemo: true, asked: [] },
])(
  'Lisa has asked once the user answers her first words, and not as a demo: $isDemo',
  async ({ isDemo, asked }) => {
    begun.isDemo = isDemo
    const { api, actor } = renderApp('/voice', {
      ...talkRoutes,
      'GET /api/talks/memory': { remember: true, readsJournal: false },
      'GET /api/talks': [{ ...talk, intentions: [{ ...call, asked: false }] }],
      [change]: { ...talk, intentions: [{ ...call, asked: true }] },
      'DELETE /api/voice/calls': answer(204),
    })
    await actor.click(await screen.findByRole('button', { name: 'Write instead of speaking' }))
    await screen.findByText('Listening - Tap to stop')
    const say = (speaker: 'Lisa' | 'You', id: string) =>
      act(async () => begun.talk?.onCaption({ id, speaker, text: 'Hello', isDone: true }))
    await say('You', '1')
    await say('Lisa', '2')
    expect(api.callsOf(change)).toEqual([])
    await say('You', '3')
    await waitFor(() => expect(api.callsOf(change)).toMatchObject(asked))
    expect(api.callsOf(change)).toHaveLength(asked.length)
  },
)
