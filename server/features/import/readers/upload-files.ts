import type { Readable } from 'node:stream'
import type { Upload } from '../source'

export type UploadedFile = { name: string; read(): Promise<Readable> }

/** The files of a ZIP whose name matches, in its order, or the single file that was sent. */
export function filesOf(upload: Upload, name: RegExp): UploadedFile[] {
  if (upload.kind !== 'zip') return [{ name: upload.name ?? 'The file', read: () => upload.read() }]
  return upload.names
    .filter((path) => name.test(path) && !isHidden(path))
    .map((path) => ({ name: path, read: () => upload.read(path) }))
}

/** Folders and files that programs keep for themselves: `.obsidian/`, `__MACOSX/._Journal.json`. */
const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

export const jsonFiles = (upload: Upload) => filesOf(upload, /\.json$/i)
