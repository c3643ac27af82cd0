import { parsedJson } from './parsed-json'

// What servers of chat/completions send, and what models put around their words. Nothing here takes more than linear time.

/** `isCutOff`: it ends where a limit of tokens was reached. */
type ModelAnswer = { content: string; isCutOff: boolean }

const mostEvents = 20_000

/** The model's message in the body of an answer, as JSON or as the events of a stream; undefined if there is none. */
export function answerIn(body: string): ModelAnswer | undefined {
  const text = body.trim()
  const events = text
    .split(/\r?\n/)
    .flatMap((line) => /^data:(.*)/.exec(line)?.[1]?.trim() ?? [])
    .filter((event) => event.startsWith('{') || event === '[DONE]')
    .slice(0, mostEvents)
  const isStream = events.length > 0 && !text.startsWith('{')
  const choices = (isStream ? events : [text]).flatMap((each) => firstChoice(parsedJson(each)) ?? [])
  if (choices.length === 0) return undefined
  const reason = choices.findLast(({ finish_reason }) => typeof finish_reason === 'string')?.finish_reason
  const isEnded = !isStream || reason !== undefined || events.includes('[DONE]')
  return {
    content: choices
      .map(({ message, delta, text: words }) => textOf((message ?? delta)?.content ?? words))
      .join(''),
    isCutOff: !isEnded || /length|max|filter/i.test(String(reason ?? '')),
  }
}

type Choice = { message?: Message; delta?: Message; text?: unknown; finish_reason?: unknown }
type Message = { content?: unknown } | null

function firstChoice(answer: unknown): Choice | undefined {
  const { choices } = (answer ?? {}) as { choices?: unknown }
  const [first] = Array.isArray(choices) ? (choices as (Choice | null)[]) : []
  return first ?? undefined
}

/** The text of a content, which may come in parts. A part of thoughts is none. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('')
  const { type = 'text', text } = (content ?? {}) as { type?: unknown; text?: unknown }
  return (type === 'text' || type === 'output_text') && typeof text === 'string' ? text : ''
}

const thoughtTags =
  /(<(\/)?(?:\w+:)?(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis|inner_monologue|tool_call|function_call)(?:\s[^<>]{0,200})?>)|\[(\/)?THINK\]|◁(\/)?think▷|<\|(?:(?:START_THINKING|begin_of_thought)|(END_THINKING|end_of_thought))\|>|<\|(\/)?(?:think|thinking|thoughts?|reasoning)\|>|<\|channel>thought|(<channel\|>)|<unused94>thought|(<unused95>)/gi

const controlToken =
  /<[|｜][^<>|｜\n]{1,40}[|｜]>|<[|｜][^<>|｜\s]{0,40}[|｜]?$|<\/?s>|<\/?(?:start|end)_of_turn>|<(?:bos|eos|pad|unk)>|<\/(?:answer|reply|response|output|message)>|\[\/?(?:INST|TOOL_CALLS)\]/i
const leadingToken = new RegExp(`^\\s*(?:${controlToken.source})(?:\\s*(?:assistant|model)(?=[\\s<]))?`, 'i')

/** What a model has said to others, without its thoughts and without the tokens of its template. */
export function withoutThoughts(content: string): string {
  let words = finalChannel(spoken(content))
  words = words.replace(/^\s*<(?:answer|reply|response|output|message)>/i, '')
  for (let token; (token = leadingToken.exec(words));) words = words.slice(token[0].length)
  // What follows the end of a turn is invented.
  const end = controlToken.exec(words)?.index
  return words.slice(0, end).trim()
}

function spoken(answer: string): string {
  const content = unfolded(answer)
    .replace(/&lt;(\/?think(?:ing)?)&gt;/gi, '<$1>')
    .replace(/<think(?:ing)? ?\/>/gi, '')
  const kept: string[] = []
  let isThinking = false
  let from = 0
  for (const tag of content.matchAll(thoughtTags)) {
    const isClosing = tag.slice(2).some(Boolean)
    if (!isThinking) kept.push(content.slice(from, tag.index))
    // Templates may open the thoughts themselves, so that all before a closing tag are thoughts.
    if (isClosing && !isThinking) kept.length = 0
    isThinking = !isClosing
    from = tag.index + tag[0].length
  }
  return isThinking ? kept.join('') : kept.join('') + content.slice(from)
}

/** With the usual tags around thoughts that Open WebUI folds away. */
function unfolded(answer: string): string {
  const opened = answer.replace(/<details type="[^<>]{0,200}>/gi, '<think>')
  return opened === answer ? answer : opened.replace(/<\/details>/gi, '</think>')
}

/** What is said in the last `final` channel of gpt-oss, whose tokens some servers leave out; '' if there is none. */
function finalChannel(content: string): string {
  const [, ...channels] = content.split('<|channel|>')
  const final = channels.findLast((channel) => /^\s*final/.test(channel))
  if (final !== undefined)
    return final.replace(/^\s*final(?:[^<]{0,40}<\|constrain\|>[^<]{0,40})?(?:<\|message\|>)?/, '')
  if (channels.length > 0) return ''
  const [begin, assistant] = /^\s*(assistant)?(?:analysis|commentary)(?=[A-Z\W])/.exec(content) ?? []
  if (begin === undefined) return content
  const marker = 'assistantfinal'
  const at = content.lastIndexOf(marker)
  if (at >= 0) return content.slice(at + marker.length)
  // "analysis of the day" may begin an answer.
  return assistant || /^(?:\s*[A-Z]|[^\w\s])/.test(content.slice(begin.length)) ? '' : content
}
