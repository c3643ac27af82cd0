import { type ParsedTokenInfo, Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { MiB } from '@shared/endpoint'
import { AppError } from '../../http/errors'

/** What is held in memory at a time: one value that is asked for, or one text of whatever is not. */
const mostBytes = 16 * MiB
const mostLevels = 64

/** `path` is the one of `paths` that it was found at. */
export type JsonItem = { path: string; value: unknown }

/**
 * The values at `paths` in the order of the file, however large it is: `entries.*` is each entry in turn, `version` one
 * value, '' the whole file; `*` stands for every place in an array. What is at no path is read over. Leave the loop early
 * where the rest does not matter. Throws an AppError with status 400 where the file is no JSON or too much for the memory.
 */
export async function* jsonItems(
  source: AsyncIterable<Buffer>,
  paths: readonly string[],
): AsyncGenerator<JsonItem> {
  const found: JsonItem[] = []
  const place = createPlace(paths)
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024 })
  const parser = new TokenParser({
    paths: paths.map((path) => (path ? `$.${path}` : '$')),
    keepStack: false,
  })
  parser.onValue = ({ value }) => void found.push({ path: place.path(), value })
  let bytes = 0
  let bytesAtToken = 0
  tokenizer.onToken = (token) => {
    bytesAtToken = bytes
    place.move(token)
    parser.write(token)
  }
  for await (const chunk of source) {
    bytes += chunk.length
    parsing(() => tokenizer.write(chunk))
    if (bytes - bytesAtToken > mostBytes) throw tooLarge()
    yield* found.splice(0)
  }
  if (!parser.isEnded) throw damaged()
}

const damaged = () => new AppError(400, 'The file is damaged: its JSON cannot be read.')
const tooLarge = () => new AppError(400, 'The file holds an entry that is too large to be read.')

function parsing(step: () => void) {
  try {
    step()
  } catch (error) {
    throw error instanceof AppError ? error : damaged()
  }
}

/** Follows where in the document the tokens are, and bounds what the parser makes of them. */
function createPlace(paths: readonly string[]) {
  const names = new Set(paths.flatMap((path) => path.split('.')))
  /** The key in each object around, `*` in an array, `?` for one that is in no path; undefined before a key. */
  const keys: (string | undefined)[] = []
  let itemLevel = Infinity
  let itemBytes = 0
  const path = () => keys.join('.')

  function open(key?: string) {
    if (keys.length === mostLevels) throw new AppError(400, 'The file is nested too deep to be read.')
    if (itemLevel === Infinity && paths.includes(path())) {
      itemLevel = keys.length
      itemBytes = 0
    }
    keys.push(key)
  }
  function close() {
    keys.pop()
    if (keys.length === itemLevel) itemLevel = Infinity
  }
  function move({ token, value }: ParsedTokenInfo) {
    const isKey = keys.length > 0 && keys.at(-1) === undefined
    if (token === TokenType.LEFT_BRACE) open()
    else if (token === TokenType.LEFT_BRACKET) open('*')
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) close()
    else if (token === TokenType.COMMA) {
      if (keys.at(-1) !== '*') keys[keys.length - 1] = undefined
    } else if (isKey) keys[keys.length - 1] = names.has(String(value)) ? String(value) : '?'
    // Every value takes some memory beside its characters.
    itemBytes += 32 + (typeof value === 'string' ? value.length : 0)
    if (itemLevel < Infinity && itemBytes > mostBytes) throw tooLarge()
  }
  return { path, move }
}
