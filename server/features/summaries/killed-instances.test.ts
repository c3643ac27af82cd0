import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { conversationDays, dailySummaries } from '@shared/schema'
import { drizzleOn } from '../../db/db'
import { root } from '../../root'
import { createTestDatabase } from '../../test/database'
import { createUser } from '../../test/factories'
import { serve } from '../../test/serve'
import { queueSummary } from './summary-queue-repository'
import { messagesOf } from '../messages/messages-repository'

const [database, model] = [await createTestDatabase(), await serve()]
const db = drizzleOn(database.pool)
const running = new Set<ChildProcess>()
afterAll(async () => {
  for (const instance of running) instance.kill('SIGKILL')
  await database.drop()
})

const people = 120
const killAt = [15, 50, 90]
const localDate = '2026-11-21'
const midnight = new Date('2026-11-22T00:00:00Z')
const random = (below: number) => Math.floor(Math.random() * below)

// It summarises by repeating what it was told.
let asked = 0
async function repeat(req: IncomingMessage, res: ServerResponse) {
  asked++
  killSomebody()
  const { messages } = (await json(req)) as { messages: { content: string }[] }
  await setTimeout(random(60))
  const summary = JSON.stringify({ summary: messages[1]!.content, topics: [] })
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ choices: [{ message: { content: summary } }] }))
}
// A process that is killed takes its request with it.
model.handle((req, res) => void repeat(req, res).catch(() => {}))

// Ten seconds a second: a claim is over after twelve, which no instance sleeps through, however busy the machine is.
const clock = { shows: midnight.getTime(), since: Date.now(), speed: 10 }

async function startInstance() {
  const settings = {
    databaseUrl: database.url,
    model: { apiKey: 'key', baseUrl: model.origin, model: 'repeating' },
    clock,
  }
  const args = ['--import', 'tsx', 'server/test/summaries-instance.ts', JSON.stringify(settings)]
  const instance = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await Promise.race([once(instance.stdout, 'data'), once(instance, 'exit')])
  if (typeof said === 'number') throw new Error('An instance ended by itself')
  running.add(instance)
}

const starting: Promise<void>[] = []
function killSomebody() {
  const [victim] = running
  if (!victim || asked < (killAt[starting.length] ?? Infinity)) return
  running.delete(victim)
  victim.kill('SIGKILL')
  starting.push(startInstance())
}

test('three instances on one database, killed in the middle: everybody gets one summary, of all that was said', async ({
  annotate,
}) => {
  const said = new Map<string, string>()
  for (let n = 0; n < people; n++) {
    const phoneNumber = `+1555${1_000_000 + n}`
    const { id: userId } = await createUser(db, { phoneNumber })
    const [messageContent, createdAt] = [`I am number ${n}.`, new Date(midnight.getTime() - 60_000)]
    const text = { phoneNumber, messageContent, messageDirection: 'inbound' as const, localDate, createdAt }
    await messagesOf(db, userId).add(text)
    await queueSummary(db, { userId, localDate, dueAt: midnight })
    said.set(userId, `User: ${messageContent}`)
  }

  await Promise.all([startInstance(), startInstance(), startInstance()])
  while (await db.$count(conversationDays)) await setTimeout(50)
  await Promise.all(starting)

  const summaries = await db.select().from(dailySummaries)
  await annotate(JSON.stringify({ people, asked, killed: starting.length }))
  expect(starting).toHaveLength(killAt.length)
  expect(new Map(summaries.map(({ userId, summary }) => [userId, summary]))).toEqual(said)
  expect(summaries).toHaveLength(people)
  // Only what was under way in a process that was killed is asked again.
  expect(asked).toBeLessThanOrEqual(people + killAt.length * 10)
  for (const { createdAt, updatedAt } of summaries) expect(updatedAt).toEqual(createdAt)
}, 600_000)
