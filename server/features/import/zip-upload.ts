import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { MiB } from '@shared/endpoint'
import { AppError } from '../../http/errors'
import type { Upload } from './source'

const mostFiles = 50_000
const mostUnpackedBytes = 1024 * MiB
/** Names, and what programs write beside them; all of it stays in memory. */
const mostBytesOfList = 32 * MiB

const refused = (reason: string) => new AppError(400, `The ZIP file cannot be read: ${reason}.`)
const damaged = () => refused('it is damaged')

/** Lists the files of a ZIP and refuses unsafe ones, before anything is unpacked. */
export async function openZip(file: string): Promise<{ upload: Upload; close(): void }> {
  const zip = await yauzl
    .openPromise(file, { autoClose: false, decodeStrings: false })
    .catch(() => Promise.reject(damaged()))
  try {
    const entries = await filesOf(zip)
    const read = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new Error('The ZIP has no file of this name')
      return Readable.from(contentOf(zip, file, entry), { objectMode: false })
    }
    return { upload: { kind: 'zip', names: [...entries.keys()], read }, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function filesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostFiles) throw refused(`it holds more than ${mostFiles.toLocaleString('en')} files`)
  const files = new Map<string, Entry>()
  let unpackedBytes = 0
  let bytesOfList = 0
  for (const entries = zip.eachEntry(); ;) {
    const { value: entry, done } = await entries.next().catch(() => Promise.reject(damaged()))
    if (done) return files
    bytesOfList += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (bytesOfList > mostBytesOfList) throw refused('its list of files is too long')
    const name = nameOf(entry)
    if (entry.isEncrypted()) throw refused('it is protected by a password')
    if (isSymbolicLink(entry)) throw refused('it holds a link to another file')
    // A file that turns out to be longer than this says ends the reading (contentOf), so the sum holds for what is unpacked.
    unpackedBytes += entry.uncompressedSize
    if (unpackedBytes > mostUnpackedBytes) throw refused('it unpacks to more than 1 GB')
    if (name.endsWith('/')) continue
    if (files.has(name)) throw refused('it holds two files of the same name')
    files.set(name, entry)
  }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
  if (yauzl.validateFileName(name) !== null) throw refused('it names a file outside of itself')
  return name
}

const fileTypeMask = 0o170000
const symbolicLink = 0o120000
const isSymbolicLink = ({ externalFileAttributes }: Entry) =>
  ((externalFileAttributes >>> 16) & fileTypeMask) === symbolicLink

/** Checked as far as it is read: its length and its checksum are what the ZIP says. */
async function* contentOf(zip: ZipFile, file: string, entry: Entry): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData()) throw refused('it is compressed in a way that Lisa does not know')
  let size = 0
  let checksum = 0
  try {
    for await (const chunk of await unpacked(zip, file, entry)) {
      size += chunk.length
      if (size > entry.uncompressedSize) break
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch {
    throw damaged()
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) throw damaged()
}

/** By Node's own streams: one of yauzl's that is left before its end may throw where nobody can catch it. */
async function unpacked(zip: ZipFile, file: string, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  if (!entry.compressedSize) return Readable.from([])
  const packed = createReadStream(file, { start, end: start + entry.compressedSize - 1 })
  const isStored = entry.compressionMethod === 0
  return isStored ? packed : pipeline(packed, createInflateRaw(), () => {})
}
