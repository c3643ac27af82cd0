import type { CaptionChange } from './voice-state'

/** Where the call of a tool may begin: a sign that nobody speaks, or a name like `create_goal` before a bracket. */
const opening = /[<[{✿]|```|\b[a-z]+(?:_[a-z]+)+\s*[([{]/u
/** Such a name, or the keys of a call as JSON. */
const inCall = /[a-z]_[a-z]|"name"\s*:[^]*"(?:arguments|parameters)"/u
/** What is said after a call. */
const afterCall = /[>\]}`]\s*([\p{L}"“¿¡][^>\]}`]*)$/u

/** What is said around the call of a tool; undefined where there is none. */
function wordsAround(text: string): string | undefined {
  const begin = text.search(opening)
  const call = text.slice(begin)
  if (begin < 0 || !inCall.test(call)) return undefined
  const after = afterCall.exec(call)?.[1] ?? ''
  return `${text.slice(0, begin).trim()} ${inCall.test(after) ? '' : after}`.trim()
}

/**
 * Small models speak the call of a tool instead of making it. Returns what takes such calls out of Lisa's captions, and
 * tells with each caption that is over whether it had one.
 */
export function hideCalls(onCaption: (hadCall: boolean) => void) {
  const texts = new Map<string, string>()
  return function hide(change: CaptionChange): CaptionChange {
    const { id, speaker, isDone, delta = '' } = change
    if (speaker !== 'Lisa') return change
    const text = change.text ?? (texts.get(id) ?? '') + delta
    texts.set(id, text)
    const begin = text.search(opening)
    // What begins like a call is held back until it is whole.
    const words = isDone ? wordsAround(text) : begin < 0 ? undefined : text.slice(0, begin)
    if (isDone && text) onCaption(words !== undefined)
    if (words !== undefined) return { ...change, delta: undefined, text: words }
    return isDone && begin >= 0 ? { ...change, text } : change
  }
}
