import { AppError } from '../../../http/errors'

const notUnicode =
  'The file is not written in Unicode. Save it again as UTF-8 (in Excel: CSV UTF-8) and send that file.'

/** The text of a file in UTF-8 or, if its byte order mark says so, UTF-16. Throws a 400 for other encodings. */
export async function* decodedText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
    const text = decode(decoder, chunk)
    if (text) yield text
  }
  if (decoder) yield decode(decoder)
}

/** The first `size` characters or a little more, in whatever encoding, to tell what a file is. */
export async function beginningOf(bytes: AsyncIterable<Buffer>, size = 65_536): Promise<string> {
  let decoder: TextDecoder | undefined
  let text = ''
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= size) break
  }
  return text
}

/** Twenty times as long as the longest text of an entry. */
const longestEntry = 1_000_000

/** The text of a file that holds one entry. Throws a 400 where it is too long for that. */
export async function wholeText(bytes: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const part of decodedText(bytes)) {
    text += part
    if (text.length > longestEntry)
      throw new AppError(
        400,
        `The file has more than ${longestEntry.toLocaleString('en')} characters, too many for one entry.`,
      )
  }
  return text
}

function encodingOf([first, second]: Buffer) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw new AppError(400, notUnicode)
  }
}
