import { open } from 'node:fs/promises'
import { AppError } from '../../http/errors'
import type { FoundEntry, FoundGoal } from './source'

const mostFound = 200_000
const bufferedBytes = 1_000_000

type Place = { at: number; length: number }
type EntryPlace = Place & { time: string }

/**
 * What a reader found, kept in a file: the entries of one day may stand far apart and be read together, and a long journal
 * does not fill the memory.
 */
export async function createFoundFile(name: string) {
  const handle = await open(name, 'wx+', 0o600)
  const days = new Map<string, EntryPlace[]>()
  const goals: Place[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let size = 0
  let count = 0

  async function add(value: object): Promise<Place> {
    if (++count > mostFound)
      throw new AppError(400, `The file holds more than ${mostFound.toLocaleString('en')} entries and goals.`)
    const bytes = Buffer.from(JSON.stringify(value))
    const place = { at: size, length: bytes.length }
    size += bytes.length
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes > bufferedBytes) await flush()
    return place
  }
  async function flush() {
    await handle.writeFile(Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
  }
  async function read({ at, length }: Place) {
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, at)
    return JSON.parse(buffer.toString())
  }

  return {
    addEntry: async (entry: FoundEntry) => {
      const places = days.get(entry.date) ?? []
      days.set(entry.date, places)
      places.push({ ...(await add(entry)), time: entry.time ?? '' })
    },
    addGoal: async (goal: FoundGoal) => void goals.push(await add(goal)),
    flush,
    /** In order. */
    days: () => [...days.keys()].sort(),
    /** In the order in which they were written; the sort keeps the order of the file for the same time. */
    async *entriesOf(day: string): AsyncGenerator<FoundEntry> {
      const places = days.get(day) ?? []
      for (const place of places.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time))))
        yield await read(place)
    },
    async *goals(): AsyncGenerator<FoundGoal> {
      for (const place of goals) yield await read(place)
    },
    close: () => handle.close(),
  }
}
export type FoundFile = Awaited<ReturnType<typeof createFoundFile>>
