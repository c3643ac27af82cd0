import { inject } from 'vitest'
import { createUploadReader } from '../features/import/read-upload'
import { type Reading, startReading } from '../features/import/start-reading'
import { createLog } from '../log'

/** Starts to read an upload as the server does. */
export const readingWithin =
  (options: Parameters<typeof startReading>[1] = {}) =>
  () =>
    startReading(createLog('silent'), { program: [inject('uploadProgram')], ...options })

/** Reads uploads in this process, for tests with many. */
export function readHere(): Reading {
  const reader = createUploadReader()
  return {
    call: async (name, ...args) => (reader[name] as (...args: unknown[]) => never)(...args),
    end: () => {},
  }
}
