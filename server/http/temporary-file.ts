import { randomUUID } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { MiB } from '@shared/endpoint'
import { RetryLaterError } from './errors'

/** A file without a name: the system removes it once it is closed, also when the process is killed. */
export type TemporaryFile = { size: number; read: () => ReadStream; close: () => Promise<void> }

/** Keeps `content` on the disk; an abort of `signal` ends that. */
export async function keepOnDisk(content: Readable, signal: AbortSignal): Promise<TemporaryFile> {
  // It may fail before it is read.
  content.on('error', () => {})
  let handle: FileHandle | undefined
  try {
    const file = (handle = await unnamedFile())
    await writeTo(file, addAbortSignal(signal, content))
    const { size } = await file.stat()
    return { size, read: () => file.createReadStream({ start: 0 }), close: () => file.close() }
  } catch (error) {
    content.destroy()
    await handle?.close()
    throw error
  }
}

async function unnamedFile(): Promise<FileHandle> {
  const name = path.join(tmpdir(), `lisa-download-${randomUUID()}`)
  const handle = await open(name, 'wx+', 0o600)
  await unlink(name).catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  return handle
}

/** Left free on the disk of the temporary files, which may be that of the database too. */
const [sparedBytes, sparedPart] = [1024 * MiB, 0.1]
const checkedEvery = 8 * MiB

/** Writes `chunks` to a temporary file, unless that would fill the disk. */
export async function writeTo(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  let unchecked = checkedEvery
  for await (const chunk of chunks) {
    unchecked += chunk.length
    if (unchecked >= checkedEvery) {
      await needRoom()
      unchecked = 0
    }
    await file.writeFile(chunk)
  }
}

async function needRoom() {
  const { bavail, blocks, bsize } = await statfs(tmpdir())
  if (bavail * bsize < Math.min(sparedBytes, blocks * bsize * sparedPart))
    throw new RetryLaterError(
      503,
      'The server has no room for large files right now. Please try again later.',
      600,
    )
}
