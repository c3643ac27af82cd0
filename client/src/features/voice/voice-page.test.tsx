import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { talkRoutes } from '@/test/talk-routes'

test('opens over plain http, which has no crypto.randomUUID, and says what the microphone needs', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const { actor } = renderApp('/voice', talkRoutes)
  await actor.click(await screen.findByRole('button', { name: 'Tap to start talking' }))
  expect(await screen.findByText('The microphone only works on a secure (https) page.')).toBeInTheDocument()
})
