import type { Readable } from 'node:stream'
import type { Upload } from '../source'

/** `look` is for finding out what the file is; a file that is `read` is imported or reported. */
export type UploadedFile = { name: string; read(): Promise<Readable>; look(): Promise<Readable> }

/** The files of a ZIP whose name matches, in its order, or the single file that was sent. */
export function filesOf(upload: Upload, name: RegExp): UploadedFile[] {
  if (upload.kind !== 'zip') {
    const read = () => upload.read()
    return [{ name: upload.name ?? 'The file', read, look: read }]
  }
  return upload.names
    .filter((path) => name.test(path) && !hiddenPartOf(path))
    .map((path) => ({ name: path, read: () => upload.read(path), look: () => upload.look(path) }))
}

/** The path up to the folder or file that a program keeps for itself: `.obsidian/`, `__MACOSX/`, `notes/.DS_Store`. */
export function hiddenPartOf(path: string): string | undefined {
  const parts = path.split('/')
  const hidden = parts.findIndex((part) => part.startsWith('.') || part === '__MACOSX')
  if (hidden < 0) return undefined
  return parts.slice(0, hidden + 1).join('/') + (hidden < parts.length - 1 ? '/' : '')
}

export const jsonFiles = (upload: Upload) => filesOf(upload, /\.json$/i)
