import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Request } from 'express'
import { bodyTooLarge } from '@shared/endpoint'
import type { AskAgain } from './ask-again'
import { AppError } from './errors'
import { writeTo } from './temporary-file'

const prefix = 'lisa-upload-'
const fileName = 'upload'
/** Longer than a request takes from the last byte of its body. */
const keptMs = 3 * 60 * 60 * 1000

type Accepted = { fileTypes: readonly string[]; bodyLimit: number }

/** Keeps the body in a file of a folder of its own, which is removed after `task`, however that ends. */
export async function withStoredBody<T>(
  req: Request,
  { fileTypes, bodyLimit }: Accepted,
  task: (file: string, folder: string) => Promise<T>,
  askAgain?: AskAgain,
): Promise<T> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = req.headers
  if (encoding.toLowerCase() !== 'identity') throw new AppError(415, 'The body must not be compressed')
  if (!req.is([...fileTypes]))
    throw new AppError(415, `The body must be a file (Content-Type: ${fileTypes.join(', ')})`)
  if (Number(length) > bodyLimit) throw new AppError(413, bodyTooLarge(bodyLimit))
  const folder = await mkdtemp(path.join(tmpdir(), prefix))
  try {
    const file = path.join(folder, fileName)
    await store(req, file, bodyLimit, askAgain)
    return await task(file, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function store(req: Request, file: string, limit: number, askAgain?: AskAgain) {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeTo(handle, chunksOf(req, limit, askAgain))
  } finally {
    await handle.close()
  }
}

/** Leaves the request open where it is not read to its end, so that it can still be answered. */
async function* chunksOf(req: Request, limit: number, askAgain?: AskAgain): AsyncGenerator<Buffer> {
  let size = 0
  const chunks: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const { value, done } = await chunks.next().catch(() => {
        throw new AppError(400, 'The body is incomplete')
      })
      if (done) return
      size += value.length
      if (size > limit) throw new AppError(413, bodyTooLarge(limit))
      await askAgain?.()
      yield value
    }
  } finally {
    await chunks.return?.()
  }
}

/** Removes the uploads of processes that were killed. Uses the system's clock, because files are dated by it. */
export async function removeLeftUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const folder = path.join(tmpdir(), name)
    // Another process may remove it at the same moment.
    const changed = await stat(path.join(folder, fileName))
      .catch(() => stat(folder))
      .catch(() => undefined)
    if (changed && Date.now() - changed.mtimeMs > keptMs) await rm(folder, { recursive: true, force: true })
  }
}
