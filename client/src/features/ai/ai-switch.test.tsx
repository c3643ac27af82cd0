import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer } from '@/test/fake-api'
import { renderApp } from '@/test/render-app'
import { openSettings } from '@/test/settings'
import { talkRoutes } from '@/test/talk-routes'

const get = 'GET /api/ai-settings'
const put = 'PUT /api/ai-settings'
const aiSwitch = () => screen.findByRole('switch', { name: "Use Lisa's AI" })

test('is on at first, says what off means, and is saved by the press', async () => {
  const { actor, api } = openSettings({}, { [put]: { enabled: false } })
  expect(await aiSwitch()).toBeChecked()
  expect(await aiSwitch()).toHaveAccessibleDescription(/^When this is off, nothing of yours goes to an AI/)
  await actor.click(await aiSwitch())
  await waitFor(async () => expect(await aiSwitch()).toBeEnabled())
  expect(await aiSwitch()).not.toBeChecked()
  expect(api.callsOf(put)).toMatchObject([{ body: { enabled: false } }])
})

test.each([
  [{}, /^When this is off/],
  [{ textHost: 'ollama' }, /^Lisa runs on ollama\. When/],
  [{ voiceHost: 'api.openai.com', textHost: 'api.openai.com' }, /^Lisa runs at OpenAI\. When/],
  [
    { voiceHost: 'api.openai.com', textHost: 'ollama' },
    /^Lisa's voice runs at OpenAI, her replies and summaries on ollama\. When/,
  ],
])('says where Lisa runs: %j', async (hosts, hint) => {
  openSettings({}, { [get]: { enabled: true, ...hosts } })
  expect(await aiSwitch()).toHaveAccessibleDescription(hint)
})

test('the voice screen says where the words of a talk go, but not while AI is off or the stand-in answers', async () => {
  const { unmount } = renderApp('/voice', {
    ...talkRoutes,
    [get]: { enabled: true, voiceHost: 'home.example' },
  })
  expect(await screen.findByText(/Lisa runs on home\.example\./)).toBeVisible()
  unmount()
  const away = renderApp('/voice', { ...talkRoutes, [get]: { enabled: false, voiceHost: 'home.example' } })
  await screen.findByRole('switch', { name: /remember/ })
  expect(screen.queryByText(/Lisa runs/)).toBeNull()
  away.unmount()
  renderApp('/voice', talkRoutes)
  await screen.findByRole('switch', { name: /remember/ })
  expect(screen.queryByText(/Lisa runs/)).toBeNull()
})

test('goes back where the server did not take it', async () => {
  const { actor } = openSettings({}, { [put]: answer(500, {}) })
  await actor.click(await aiSwitch())
  await waitFor(async () => expect(await aiSwitch()).toBeEnabled())
  expect(await aiSwitch()).toBeChecked()
})

test('cannot be moved where it is switched off for everybody', async () => {
  openSettings({}, { [get]: { enabled: true, offForAll: true } })
  expect(await aiSwitch()).not.toBeChecked()
  expect(await aiSwitch()).toBeDisabled()
  expect(await aiSwitch()).toHaveAccessibleDescription(/^It is switched off on this server/)
})

test.each([{ enabled: false }, { enabled: true, offForAll: true }])(
  'a talk with %o is refused before the browser asks for the microphone',
  async (settings) => {
    const getUserMedia = vi.fn<() => void>()
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }))
    const { actor } = renderApp('/voice', {
      ...talkRoutes,
      [get]: settings,
      'POST /api/voice/ephemeral-key': answer(503, { message: "Lisa's AI is switched off" }),
    })
    await waitFor(() => expect(screen.getByRole('switch', { name: /remember/ })).toBeEnabled())
    await actor.click(await screen.findByRole('button', { name: 'Tap to start talking' }))
    expect(await screen.findByText("Lisa's AI is switched off.")).toBeVisible()
    expect(getUserMedia).not.toHaveBeenCalled()
  },
)
