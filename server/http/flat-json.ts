export const mostFields = 100

/**
 * Why this JSON may not be parsed; undefined if it may. No endpoint takes an object or array within the object, and
 * parsing millions of them holds up everybody: one pass over the text finds the second one that begins.
 */
export function flatJsonFault(text: string): string | undefined {
  let isInString = false
  let begun = 0
  let fields = 1
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === ',') {
      if (++fields > mostFields) return `The body must not have more than ${mostFields} fields`
    } else if ((character === '{' || character === '[') && ++begun > 1)
      return 'The body must not contain nested objects or arrays'
  }
  return undefined
}
