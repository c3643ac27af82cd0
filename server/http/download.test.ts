import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { MiB } from '@shared/endpoint'
import { drain, openList } from '../test/long-lists'
import { serve } from '../test/serve'
import { slowClient } from './download'
import { sendStream } from './send-stream'

const size = 30 * MiB
const server = await serve()
let isOver = false
server.handle((req, res) => {
  const { signal } = slowClient(req.socket, { bytes: 64 * 1024, everyMs: 300 })
  const content = Readable.from(Array.from({ length: size / 65_536 }, () => Buffer.alloc(65_536)))
  void sendStream(req as Request, res as Response, content, { end: signal }).finally(() => (isOver = true))
})
const open = () => openList(server.origin, '', '/')

test('a client that takes too little is not waited for', async () => {
  const response = await open()
  await expect.poll(() => isOver).toBe(true)
  const { bytes, isComplete } = await drain(response)
  expect([bytes < size, isComplete]).toEqual([true, false])
})

test('a client that is slow, and takes enough, gets all of it', async () => {
  const response = await open()
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes % MiB < chunk.length) await setTimeout(50)
  }
  expect(bytes).toBe(size)
})
