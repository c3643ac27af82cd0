const encoder = new TextEncoder()

export const utf8Bytes = (text: string) => encoder.encode(text).length

/** The bytes that `text` takes within a JSON event, which is how it goes over the data channel. */
export const jsonBytes = (text: string) => utf8Bytes(JSON.stringify(text)) - '""'.length

/** `text` in at most `max` bytes of JSON, cut between two characters. */
export function cutToBytes(text: string, max: number): string {
  if (jsonBytes(text) <= max) return text
  let room = max - jsonBytes('…')
  if (room < 0) return ''
  let end = 0
  for (const character of text) {
    room -= jsonBytes(character)
    if (room < 0) break
    end += character.length
  }
  return `${text.slice(0, end)}…`
}
