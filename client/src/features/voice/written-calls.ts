import type { CaptionChange } from './voice-state'

/** Where a tool call may begin: at a character that is not spoken, or at a name like `create_goal` before a bracket. */
const opening = /[<[{✿]|```|\b(?:functions\.)?[a-z]+(?:_[a-z]+)+(?::\d*)?\s*[([{]/u
/** What shows that it is a tool call: a name like `create_goal`, or an object in JSON. */
const inCall = /[a-z]_[a-z]|\{\s*"\w+"\s*:/u
/** What is said after a call. */
const afterCall = /[>\]}`]\s*([\p{L}"“¿¡][^>\]}`]*)$/u

/** The words around a tool call; undefined if the text has no tool call. */
function wordsAround(text: string): string | undefined {
  const begin = text.search(opening)
  const call = text.slice(begin)
  if (begin < 0 || !inCall.test(call)) return undefined
  const after = afterCall.exec(call)?.[1] ?? ''
  return `${text.slice(0, begin).trim()} ${inCall.test(after) ? '' : after}`.trim()
}

/**
 * Small models speak a tool call instead of making it. Returns a function that removes such calls from Lisa's captions.
 * `onCaption` is called with each finished caption.
 */
export function hideCalls(onCaption: (hadCall: boolean) => void) {
  const texts = new Map<string, string>()
  return function hide(change: CaptionChange): CaptionChange {
    const { id, speaker, isDone, delta = '' } = change
    if (speaker !== 'Lisa') return change
    const text = change.text ?? (texts.get(id) ?? '') + delta
    texts.set(id, text)
    const begin = text.search(opening)
    // Text that looks like the start of a call is not shown until the caption is complete.
    const words = isDone ? wordsAround(text) : begin < 0 ? undefined : text.slice(0, begin)
    if (isDone && text) onCaption(words !== undefined)
    if (words !== undefined) return { ...change, delta: undefined, text: words }
    return isDone && begin >= 0 ? { ...change, text } : change
  }
}
