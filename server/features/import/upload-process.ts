import { AppError } from '../../http/errors'
import { createUploadReader } from './read-upload'

/** The process that start-reading.ts starts: answers its calls, one after the other. */

export type Call = { name: keyof ReturnType<typeof createUploadReader>; args: unknown[] }
export type Answer =
  | { value: unknown }
  /** An AppError: its sentence is for the user. */
  | { refusal: { status: number; message: string } }
  | { fault: Error }

const reader = createUploadReader()

process.on('message', async (call: Call) => void process.send?.(await answerTo(call)))

async function answerTo({ name, args }: Call): Promise<Answer> {
  try {
    return { value: await (reader[name] as (...args: unknown[]) => unknown)(...args) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { status: error.status, message: error.message } }
    return { fault: error instanceof Error ? error : new Error(String(error)) }
  }
}

// Ctrl-C in a terminal reaches this process too, while the server still answers what is under way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
