import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { conversationOf, readCassette } from './eval/cassette'
import { replayCassette } from './eval/replay-cassette'
import { scoreOf } from './eval/table'
import { talking } from './voice-screen'

test.use(talking)

const folder = path.join(import.meta.dirname, 'eval/cassettes')

for (const file of readdirSync(folder))
  test(
    `a replay of ${file} gets the verdicts of the recorded talk`,
    { tag: '@nightly' },
    async ({ browser, baseURL }) => {
      const cassette = await readCassette(path.join(folder, file))
      const log = await replayCassette(cassette, { browser, url: String(baseURL) })
      const [then, now] = [cassette.log, log].map(
        (log) => scoreOf(log, conversationOf(cassette), cassette.isStandIn).results,
      )
      expect(now).toEqual(then)
    },
  )
