import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Conversation, conversations } from './conversations'
import type { LogEntry } from './event-log'

type Head = {
  conversation: string
  isStandIn: boolean
  /** When the talk began, in ISO format: what was said of today is about that day. */
  begun: string
}

/** A recorded talk, which can be replayed without its provider. */
export type Cassette = Head & { log: LogEntry[] }

/** A replay makes its own of these, and in that of a provider there could be a key. */
const leftOut = ['session.created', 'session.updated']

/** As JSON lines: the head, then each event. */
export function writeCassette(file: string, { log, ...head }: Cassette) {
  const kept = log.filter(({ source, event }) => source !== 'provider' || !leftOut.includes(event.type))
  return writeFile(file, [head, ...kept].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

export async function readCassette(file: string): Promise<Cassette> {
  const [head = '', ...events] = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return { ...(JSON.parse(head) as Head), log: events.map((line) => JSON.parse(line) as LogEntry) }
}

/** The cassettes in a folder, or the one in a file. */
export async function readCassettes(place: string): Promise<Cassette[]> {
  if (!(await stat(place)).isDirectory()) return [await readCassette(place)]
  const files = (await readdir(place, { recursive: true })).filter((name) => name.endsWith('.jsonl')).sort()
  if (!files.length) throw new Error(`There is no cassette in ${place}`)
  return Promise.all(files.map((name) => readCassette(path.join(place, name))))
}

export function conversationOf({ conversation: wanted }: Cassette): Conversation {
  const found = conversations.find(({ name }) => name === wanted)
  if (!found) throw new Error(`There is no conversation ${wanted}`)
  return found
}
