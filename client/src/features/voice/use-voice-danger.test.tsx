import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer } from '@/test/fake-api'
import { clearTalks } from '@/lib/device/storage'
import { emptyDevice } from '@/test/device'
import { renderApp } from '@/test/render-app'
import type { Talk } from './realtime-talk'
import type * as DangerWords from './voice-danger-words'

const begun = vi.hoisted(() => ({ talks: [] as Talk[], failures: 0 }))
vi.mock('./realtime-talk', () => ({
  connect: async (talk: Talk) => {
    begun.talks.push(talk)
    return { isDemo: false, write: () => true, onTyping() {}, measureLoudness: () => undefined }
  },
  VoiceCard: () => null,
  VoiceRings: () => null,
}))
vi.mock('./voice-danger-words', async (original) => {
  const actual = await original<typeof DangerWords>()
  return {
    ...actual,
    dangerToShow(...given: Parameters<typeof actual.dangerToShow>) {
      if (begun.failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
      return actual.dangerToShow(...given)
    },
  }
})
emptyDevice()
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  begun.talks = []
  begun.failures = 0
})

const end = 'DELETE /api/voice/calls'

async function openScreen() {
  const app = renderApp('/voice', {
    'GET /api/voice/help': { contact: null, phoneCountry: null },
    'GET /api/ai-settings': { enabled: true },
    [end]: answer(204),
    'GET /api/talks/memory': { remember: false },
    'GET /api/talks': [],
  })
  await screen.findByRole('button', { name: 'Write instead of speaking' })
  return app
}

async function talk() {
  const talks = begun.talks.length
  const { actor, api, unmount } = await openScreen()
  await actor.click(screen.getByRole('button', { name: 'Write instead of speaking' }))
  await waitFor(() => expect(begun.talks).toHaveLength(talks + 1))
  await screen.findByText('Listening - Tap to stop')
  const say = (text: string) =>
    act(async () => begun.talks.at(-1)?.onCaption({ id: text, speaker: 'You', text, isDone: true }))
  return { say, api, unmount }
}

test('an overdose told after a wish to die brings the card for an overdose', async () => {
  const { say } = await talk()
  await say('I want to die')
  expect(await screen.findByText('You deserve a human now')).toBeVisible()
  await say('I have just taken all the pills that I had, forty of them')
  await say('I took all my pills')
  expect(await screen.findByText('Call the emergency number now', {}, { timeout: 2000 })).toBeVisible()
})

test('the last words are read once the code for them has loaded, also where the first try failed', async () => {
  begun.failures = 1
  const { say } = await talk()
  await say('I want to die')
  expect(await screen.findByText('You deserve a human now', {}, { timeout: 4000 })).toBeVisible()
})

test('at the end the server is told for which kinds numbers were shown, and no words', async () => {
  const { say, api } = await talk()
  await say('sometimes I think everyone would be fine without me')
  expect(await screen.findByText('That sounds heavy.')).toBeVisible()
  await say('I want to die')
  expect(await screen.findByText('You deserve a human now')).toBeVisible()
  begun.talks[0]?.hangUp({ talkId: 'talk-1' })
  await waitFor(() =>
    expect(api.callsOf(end)[0]?.body).toEqual({
      talkId: 'talk-1',
      helpShown: ['self-harm'],
      lineShown: ['self-harm'],
    }),
  )
})

test('the quiet notice appears in one talk a day; help always does', async () => {
  const heavy = 'sometimes I think everyone would be fine without me'
  const first = await talk()
  await first.say(heavy)
  expect(await screen.findByText('That sounds heavy.')).toBeVisible()
  first.unmount()
  clearTalks()
  const second = await talk()
  await second.say(heavy)
  await second.say('I had tea')
  expect(screen.queryByText('That sounds heavy.')).not.toBeInTheDocument()
  await second.say('I want to die')
  expect(await screen.findByText('You deserve a human now')).toBeVisible()
})

test('in a second talk of the day, words of another kind bring their notice, also after those that have none left', async () => {
  const heavy = 'sometimes I think everyone would be fine without me'
  const first = await talk()
  await first.say(heavy)
  expect(await screen.findByText('That sounds heavy.')).toBeVisible()
  first.unmount()
  clearTalks()
  const second = await talk()
  await second.say(heavy)
  await second.say('I keep counting the pills in the drawer')
  expect(await screen.findByText(/If you have taken too much/)).toBeVisible()
})

test('the quiet notice is there again when the screen is opened again with the same words', async () => {
  const { say, unmount } = await talk()
  await say('sometimes I think everyone would be fine without me')
  expect(await screen.findByText('That sounds heavy.')).toBeVisible()
  unmount()
  await openScreen()
  expect(await screen.findByText('That sounds heavy.')).toBeVisible()
})
