import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Cassette, readCassettes, writeCassette } from './cassette'
import type { LoggedEvent } from './event-log'
import { lisa, stored, user } from './sample-logs'

test('a cassette is read as it was written, without what may hold a key', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisa-cassette-'))
  const events: LoggedEvent[] = [...user('Hello.'), ...lisa('Hello.'), ...stored()]
  const log = events.map((event, at) => ({ at, ...event }))
  const session = { type: 'session.created', session: { client_secret: { value: 'ek_1' } } }
  const cassette: Cassette = { conversation: 'goal', isStandIn: true, begun: '2026-11-26T20:00:00.000Z', log }
  try {
    const withKey: Cassette = { ...cassette, log: [{ at: 0, source: 'provider', event: session }, ...log] }
    await writeCassette(path.join(folder, 'goal.jsonl'), withKey)
    expect(await readCassettes(folder)).toEqual([cassette])
  } finally {
    await rm(folder, { recursive: true })
  }
})
