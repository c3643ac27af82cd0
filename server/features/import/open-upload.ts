import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Upload } from './source'
import { openZip } from './zip-upload'

/** Of the first file in a ZIP, or of the end of an empty one. */
const zipMarks = ['PK\x03\x04', 'PK\x05\x06']

type Declared = { name?: string; type?: string }
/** `folder` is for what has to be unpacked before it can be read. */
type Options = Declared & { folder: string }

/** What kind of file it is, its first bytes say; its name or type tell a table from other text. */
export async function openUpload(
  file: string,
  { name, type, folder }: Options,
): Promise<{ upload: Upload; close(): void }> {
  const head = await headOf(file)
  if (zipMarks.some((mark) => head.startsWith(mark))) return openZip(file, folder)
  const upload = { kind: kindOf(head, { name, type }), name, read: async () => createReadStream(file) }
  return { upload, close: () => {} }
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

const utf8Mark = '\xef\xbb\xbf'

function kindOf(head: string, { name = '', type = '' }: Declared): 'json' | 'csv' | 'text' {
  const extension = path.extname(name).toLowerCase()
  if (['.md', '.markdown', '.txt'].includes(extension) || type.startsWith('text/markdown')) return 'text'
  if (extension === '.csv' || type.startsWith('text/csv')) return 'csv'
  const text = head.replace(utf8Mark, '').trimStart()
  if (/^[[{]/.test(text)) return 'json'
  const [firstLine = ''] = text.split('\n', 1)
  return /[,;\t]/.test(firstLine) && !/^(---|#)/.test(firstLine) ? 'csv' : 'text'
}
