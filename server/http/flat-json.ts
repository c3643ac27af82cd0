export const mostFields = 100

/**
 * Why this JSON may not be parsed; undefined if it may. Endpoints take no object or array within the object unless they
 * declare it, and parsing millions of them holds up everybody: one pass over the text finds the first one too many.
 */
export function flatJsonFault(text: string, objectsWithin = 0): string | undefined {
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
    } else if ((character === '{' || character === '[') && ++begun > 1 + objectsWithin)
      return objectsWithin
        ? 'The body contains too many nested objects or arrays'
        : 'The body must not contain nested objects or arrays'
  }
  return undefined
}
