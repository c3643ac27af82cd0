import { openSync, readSync, writeFileSync } from 'node:fs'
import type { FoundEntry, FoundGoal } from './source'

const bufferedBytes = 1_000_000

type Place = { at: number; length: number }
type EntryPlace = Place & { time: string }

/**
 * What a reader found, kept in a file: the entries of one day may stand far apart and be read together, and a long journal
 * does not fill the memory. The process that reads waits for the disk, since it has nothing else to do, and the file is closed
 * when that process ends.
 */
export function createFoundFile(name: string) {
  const file = openSync(name, 'wx+', 0o600)
  const days = new Map<string, EntryPlace[]>()
  const goals: Place[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let size = 0

  function add(value: object): Place {
    const bytes = Buffer.from(JSON.stringify(value))
    const place = { at: size, length: bytes.length }
    size += bytes.length
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes > bufferedBytes) flush()
    return place
  }
  function flush() {
    writeFileSync(file, Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
  }
  function read({ at, length }: Place) {
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, at)
    return JSON.parse(bytes.toString())
  }

  return {
    addEntry(entry: FoundEntry) {
      const places = days.get(entry.date) ?? []
      days.set(entry.date, places)
      places.push({ ...add(entry), time: entry.time ?? '' })
    },
    addGoal: (goal: FoundGoal) => void goals.push(add(goal)),
    /** Comes before anything is read. */
    flush,
    /** In order. */
    days: () => [...days.keys()].sort(),
    /** In the order in which they were written; the sort keeps the order of the file for the same time. */
    *entriesOf(day: string): Generator<FoundEntry> {
      const places = days.get(day) ?? []
      for (const place of places.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time))))
        yield read(place)
    },
    *goals(): Generator<FoundGoal> {
      for (const place of goals) yield read(place)
    },
  }
}
export type FoundFile = ReturnType<typeof createFoundFile>
