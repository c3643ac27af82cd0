import { ConnectionError } from './api'

/** Puts a file among the browser's downloads. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Some browsers read it only after they have asked where to.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A ZIP file that comes as an answer. The browser keeps it, on the disk if it is large; nothing holds it twice. */
export async function receiveZip(
  { body, headers }: Response,
  onReceived: (bytes: number) => void,
): Promise<{ file: Blob; name: string }> {
  let received = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength
      onReceived(received)
      controller.enqueue(chunk)
    },
  })
  const type = 'application/zip'
  const file = await new Response(body?.pipeThrough(counter), { headers: { 'Content-Type': type } })
    .blob()
    .catch(brokenOff)
  if (!(await isWholeZip(file))) brokenOff()
  const [, name = 'lisa.zip'] = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '') ?? []
  return { file, name }
}

/** Something between server and browser may end a broken answer as if it were whole; a ZIP file ends with this record. */
async function isWholeZip(file: Blob): Promise<boolean> {
  const endLength = 22
  const end = new DataView(await file.slice(-endLength).arrayBuffer())
  return end.byteLength === endLength && end.getUint32(0) === 0x504b0506
}

function brokenOff(error?: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new ConnectionError(
    'The connection broke off before all of it was here, so nothing was saved. Please try again.',
    { cause: error },
  )
}
