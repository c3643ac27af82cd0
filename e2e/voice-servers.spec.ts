import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort, startApp, temporaryDataDir } from './app'
import { watchMedia } from './voice-media'
import { connected, demoGoal, focus, openVoice, progress, round, talking } from './voice-screen'

test.use(talking)

const servers: Record<string, Record<string, string>> = {
  'a server that speaks json': { REALTIME_DIALECT: 'json' },
  'a server that speaks sdp': { REALTIME_DIALECT: 'sdp' },
  'a model that the provider no longer has': { REALTIME_MODEL: 'retired' },
}

// Each has a dialect of its own.
for (const [what, settings] of Object.entries(servers))
  test(
    `with ${what}, the first tap begins a talk that saves a goal, and a second window takes over`,
    { tag: ['@nightly', '@openai'] },
    async ({ browser }) => {
      const data = await temporaryDataDir()
      const app = await startApp(data.folder, await freePort(), {
        ...settings,
        NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'drill/voice-foreign/watch-connections.mjs')}`,
      })
      const context = await browser.newContext({ baseURL: app.url, permissions: ['microphone'] })
      try {
        const page = await context.newPage()
        await openVoice(page)
        await focus(page, 'Goal Setup Session').click()
        await connected(page)
        await expect(progress(page).getByText(`✓ Goal created: ${demoGoal}`)).toBeVisible({ timeout: 60_000 })

        const second = await context.newPage()
        await watchMedia(second)
        await second.goto('/voice')
        await round(second, 'Tap to start talking').click()
        // With `sdp` the server has room for one talk, so the first talk has to end before this one begins.
        await connected(second)
        // `json` has no way to hang up.
        const answer = await page.request.put('/api/ai-settings', {
          data: { enabled: false },
          headers: { Origin: app.url },
        })
        expect(answer.status()).toBe(200)
        await expect(round(second, 'Tap to start talking')).toBeVisible()
        expect(app.output()).not.toContain('Connects to another machine')
      } finally {
        await context.close()
        await app.signal('SIGTERM')
        await data.remove()
      }
    },
  )
