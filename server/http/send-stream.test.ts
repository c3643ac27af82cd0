import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { drain, openList } from '../test/long-lists'
import { serve } from '../test/serve'
import { sendStream } from './send-stream'

test('what takes longer than it may is ended with its connection, and what it is read from with it', async () => {
  const server = await serve()
  const content = Readable.from(endless())
  server.handle((req, res) => {
    void sendStream(req as Request, res as Response, content, { end: AbortSignal.timeout(200) })
  })
  const { bytes, isComplete } = await drain(await openList(server.origin, '', '/'))
  expect(bytes).toBeGreaterThan(0)
  expect(isComplete).toBe(false)
  expect(content.destroyed).toBe(true)
})

async function* endless() {
  for (;;) {
    await new Promise(setImmediate)
    yield 'words'
  }
}
