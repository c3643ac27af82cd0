import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { MiB } from '@shared/endpoint'
import { AppError } from '../../http/errors'
import { hiddenPartOf } from './readers/upload-files'
import type { Skipped, Upload } from './source'

const mostFiles = 50_000
const mostUnpackedBytes = 1024 * MiB
/** Names, and what programs write beside them; all of it stays in memory. */
const mostBytesOfList = 32 * MiB
/** ZIP files within one, which are unpacked to the disk. */
const mostInner = 100
const mostInnerBytes = 200 * MiB

const refused = (reason: string) => new AppError(400, `The ZIP file cannot be read: ${reason}.`)
const damaged = () => refused('it is damaged')

type Content = { zip: ZipFile; file: string; entry: Entry }
type Files = Map<string, Content>

/**
 * Lists the files of a ZIP and refuses unsafe ones, before anything is unpacked. If it holds nothing but ZIP files, as
 * Notion's exports do, those are unpacked into `folder` and their files are listed.
 */
export async function openZip(file: string, folder: string): Promise<{ upload: Upload; close(): void }> {
  const opened: ZipFile[] = []
  const close = () => opened.forEach((zip) => zip.close())
  const open = async (file: string) => {
    const options = { autoClose: false, decodeStrings: false } as const
    const zip = await yauzl.openPromise(file, options).catch(() => Promise.reject(damaged()))
    opened.push(zip)
    return zip
  }
  try {
    const list = createList()
    const outer = await list(await open(file), file)
    const { files, unopened } = (await innerFiles(outer, { folder, open, list })) ?? { files: outer }
    const read = async (name: string) => {
      const content = files.get(name)
      if (!content) throw new Error('The ZIP has no file of this name')
      return Readable.from(contentOf(content), { objectMode: false })
    }
    return { upload: { kind: 'zip', names: [...files.keys()], read, look: read, unopened }, close }
  } catch (error) {
    close()
    throw error
  }
}

type Tools = {
  folder: string
  open(file: string): Promise<ZipFile>
  list: ReturnType<typeof createList>
}

/** The files of the ZIP files, if there are no others. One that cannot be opened is told. */
async function innerFiles(outer: Files, { folder, open, list }: Tools) {
  const inner = [...outer].filter(([name]) => !hiddenPartOf(name))
  if (!inner.length || !inner.every(([name]) => /\.zip$/i.test(name))) return undefined
  const sizes = inner.reduce((sum, [, { entry }]) => sum + entry.uncompressedSize, 0)
  if (inner.length > mostInner || sizes > mostInnerBytes) throw refused('it holds too many other ZIP files')
  const files: Files = new Map([...outer].filter(([name]) => hiddenPartOf(name)))
  const unopened: Skipped[] = []
  const hasSeveral = inner.length > 1
  for (const [index, [name, content]] of inner.entries()) {
    const file = path.join(folder, `inner-${index}.zip`)
    try {
      await piped(contentOf(content), createWriteStream(file, { mode: 0o600 }))
      const found = await list(await open(file), file)
      for (const [innerName, each] of found) files.set(hasSeveral ? `${name}/${innerName}` : innerName, each)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      unopened.push({ where: name, reason: error.message })
    }
  }
  return { files, unopened }
}

/** Lists the files of one ZIP after the other, within the bounds for all of them together. */
function createList() {
  let count = 0
  let unpackedBytes = 0
  let bytesOfList = 0
  return async (zip: ZipFile, file: string): Promise<Files> => {
    count += zip.entryCount
    if (count > mostFiles) throw refused(`it holds more than ${mostFiles.toLocaleString('en')} files`)
    const files: Files = new Map()
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
      files.set(name, { zip, file, entry })
    }
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
async function* contentOf({ zip, file, entry }: Content): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData()) throw refused('it is compressed in a way that Lisa does not know')
  let size = 0
  let checksum = 0
  try {
    for await (const chunk of await unpacked({ zip, file, entry })) {
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
async function unpacked({ zip, file, entry }: Content): Promise<AsyncIterable<Buffer>> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  if (!entry.compressedSize) return Readable.from([])
  const packed = createReadStream(file, { start, end: start + entry.compressedSize - 1 })
  const isStored = entry.compressionMethod === 0
  return isStored ? packed : pipeline(packed, createInflateRaw(), () => {})
}
