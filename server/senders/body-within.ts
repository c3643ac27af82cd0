/** The body of an answer as text; undefined if it has more than `limit` bytes, of which no more is read. */
export async function bodyWithin(response: Response, limit: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
