import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { conversationDays, dailySummaries } from '@shared/schema'
import { drizzleOn } from '../../db/db'
import { createTestDatabase } from '../../test/database'
import { createUser, newPhoneNumber } from '../../test/factories'
import { createInstances, fastClock, people, random } from '../../test/instances'
import { serve } from '../../test/serve'
import { messagesOf } from '../messages/messages-repository'
import { queueSummary } from './summary-queue-repository'

const [database, model] = [await createTestDatabase(), await serve()]
const db = drizzleOn(database.pool)
afterAll(database.drop)

const kills = 3
const localDate = '2026-11-21'
const midnight = new Date('2026-11-22T00:00:00Z')

// It summarises by repeating what it was told.
async function repeat(req: IncomingMessage, res: ServerResponse) {
  const { messages } = (await json(req)) as { messages: { content: string }[] }
  await setTimeout(random(60))
  const summary = JSON.stringify({ summary: messages[1]!.content, topics: [] })
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ choices: [{ message: { content: summary } }] }))
}

test(
  'summaries of three instances, killed at random moments: everybody gets one, of all that was said',
  { timeout: 600_000, tags: 'nightly' },
  async () => {
    const said = new Map<string, string>()
    for (let n = 0; n < people; n++) {
      const phoneNumber = newPhoneNumber()
      const { id: userId } = await createUser(db, { phoneNumber })
      const [messageContent, createdAt] = [`I am number ${n}.`, new Date(midnight.getTime() - 60_000)]
      const text = { phoneNumber, messageContent, messageDirection: 'inbound' as const, localDate, createdAt }
      await messagesOf(db, userId).add(text)
      await queueSummary(db, { userId, localDate, dueAt: midnight })
      said.set(userId, `User: ${messageContent}`)
    }
    const settings = {
      databaseUrl: database.url,
      model: { apiKey: 'key', baseUrl: model.origin, model: 'repeating' },
      clock: fastClock(midnight),
    }
    const instances = createInstances('server/test/summaries-instance.ts', settings, kills)
    let asked = 0
    model.handle((req, res) => {
      instances.killAfter(asked++)
      // A process that is killed takes its request with it.
      void repeat(req, res).catch(() => {})
    })

    await instances.start()
    while (await db.$count(conversationDays)) await setTimeout(50)
    const killed = await instances.killed()
    process.stdout.write(`${JSON.stringify({ people, asked, killed })}\n`)
    expect(killed).toBe(kills)

    const summaries = await db.select().from(dailySummaries)
    expect(new Map(summaries.map(({ userId, summary }) => [userId, summary]))).toEqual(said)
    expect(summaries).toHaveLength(people)
    // Only what was under way in a process that was killed is asked again.
    expect(asked).toBeLessThanOrEqual(people + kills * 10)
    for (const { createdAt, updatedAt } of summaries) expect(updatedAt).toEqual(createdAt)
  },
)
