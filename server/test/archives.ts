import { on } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import type { Client } from './people'

const open: (zip: Buffer, options: object) => Promise<ZipFile> = promisify(fromBuffer)

/** The files of a ZIP, by name and in its order, read by another library than the one that wrote it. */
export async function unzip(zip: Buffer): Promise<Map<string, string>> {
  const archive = await open(zip, { lazyEntries: true, strictFileNames: true })
  const openEntry = promisify(archive.openReadStream.bind(archive) as typeof archive.openReadStream)
  const files = new Map<string, string>()
  archive.readEntry()
  for await (const [entry] of on(archive, 'entry', { close: ['end'] }) as AsyncIterable<[Entry]>) {
    files.set(entry.fileName, await text(await openEntry(entry)))
    archive.readEntry()
  }
  return files
}

/** The files of an export. */
export async function exportedTo(client: Client, path = '/api/export'): Promise<Map<string, string>> {
  const { body } = await client.get(path).responseType('blob').expect(200)
  return unzip(body as Buffer)
}
