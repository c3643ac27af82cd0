import { helpByCountry } from '@shared/crisis-lines'

/** A text message has 306 characters at most, and a pattern must not be matched against a book. */
const longest = 10_000
/** How many wrappings are removed, one after another. */
const mostLayers = 8

/**
 * The words that a person is to read of what a model has said: without lead-in, label, quotes, notes and Markdown, and where a
 * limit has cut it off, its whole sentences. '' if there are none.
 */
export function plainWords(said: string, isCutOff = false): string {
  const text = unescaped(said.slice(0, longest))
    .replaceAll('\r', '')
    .replace(/[ \t]+/g, ' ')
  // A text with a help number loses only its Markdown.
  if (namesHelp(text)) return withoutMarkdown(text)
  const words = withoutWrapping(
    text
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  )
  const plain = withoutMarkdown(words)
  const whole = isCutOff || said.length > longest ? wholeSentences(plain) : plain
  const once = saidOnce(whole)
  return refusal.test(once) ? '' : once
}

const helpNumbers = new Set(
  Object.values(helpByCountry).flatMap(({ emergency, lines }) =>
    [emergency, ...lines.map(({ number }) => number)].map((number) => number.replace(/\D/g, '')),
  ),
)
const namesHelp = (text: string) =>
  [...text.matchAll(/\d(?:[ ().-]?\d)*/g)].some(([number]) => helpNumbers.has(number.replace(/\D/g, '')))

/** Escapes that a server has escaped once more. */
function unescaped(text: string): string {
  const letters = text.replace(/\\u([\da-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  )
  return letters.includes('\n') ? letters : letters.replaceAll('\\n', '\n').replace(/\\(["'])/g, '$1')
}

const whatIsSent =
  'repl(?:y|ies)|respon[sd]es?|answers?|messages?|texts?|texto|sms|drafts?|versions?|options?|suggestions?|antwort|nachricht|respuesta|mensaje|réponse|risposta|messaggio|resposta|mensagem'
const leadIn = new RegExp(
  [
    `\\b(?:here(?:['’]s| is| are)|below (?:is|are)|hier (?:ist|kommt)|aquí (?:tienes|está|te|va)|voici|ecco|aqui (?:está|vai|tens|tem)) (?:(?!(?:what|how|why|to|for|in|about|from|of) )\\S{1,30} ){0,5}(?:${whatIsSent})\\b`,
    `\\bhere you go\\W*$`,
    // As a heading.
    `^[\\s*_#>]*(?:(?:suggested|possible|short|draft|final|my|text|lisa['’]s) ){0,3}(?:${whatIsSent})\\W*$`,
    `^\\W*(?:(?:sure|okay|ok|certainly|of course|alright)\\W+)?(?:as lisa,? |here(?:['’]s| is) how (?=lisa ))?(?:i|lisa)(?:['’]d| would| might) (?:say|reply|respond|write|send)\\b[^.!?]{0,40}$`,
  ].join('|'),
  'i',
)
const several = /\b(?:replies|responses|answers|messages|texts|drafts|versions|options|suggestions)\b/i
const label =
  /^[*_#>[\s]*(?:lisa|assistant|ai)(?: ?\([^)\n]{1,20}\))?(?: (?:says|replies|responds|writes))?[*_\]]*\s?:[*_]*\s*|^[*_# ]*(?:lisa|assistant|(?:lisa['’]s )?(?:reply|response|answer|message))[*_ ]*\n+/i
/** Thoughts without tags, and the heading of what is said then. */
const thinksAloud =
  /^\W{0,6}(?:here is my )?(?:thought process|thoughts?|thinking|reasoning|analysis)\W{0,4}:[^]*?\n\W{0,6}(?:here is my )?(?:final )?(?:response|reply|answer|lisa)\W{0,4}:\W{0,4}/i
const optionName = '(?:option|version|variante?|opción|opzione|opção|reply|response)'
const option = new RegExp(`^\\W{0,6}${optionName} ?(?:1|a|one)\\b\\W{0,6}`, 'i')
const nextOption = new RegExp(`\\n\\W{0,6}${optionName} ?(?:2|b|two)\\b`, 'i')

function withoutWrapping(text: string): string {
  let words = text
  let isIntroduced = false
  let before: string | undefined
  for (let layer = 0; layer < mostLayers && before !== words; layer++) {
    before = words
    words = words.replace(thinksAloud, '')
    // Not the colon of a time, and nothing that a sentence before it belongs to.
    const [head = '', lead = ''] = /^([^:]{0,200}):\**(?:\s+|(?=["“„«'‘`*])|$)/.exec(words) ?? []
    const introduction = leadIn.exec(lead)
    if (introduction && !/[.?]\s/.test(lead.slice(0, introduction.index))) {
      words = words.slice(head.length)
      isIntroduced = true
      if (several.test(lead) && !/\bthat\b/i.test(lead)) words = firstItem(words)
    }
    words = words.replace(/^(?:sure|certainly|of course|absolutely|okay)[!.,]?\n+(?=["“])/i, '')
    words = words.replace(/^-{3,}\n+/, '').replace(label, '')
    if (option.test(words) && nextOption.test(words)) {
      words = words.slice(0, nextOption.exec(words)?.index).replace(option, '')
      isIntroduced = true
    }
    words = withoutNotes(words.slice(0, otherTurn.exec(words)?.index))
    words = unquoted(unfenced(words), isIntroduced).trim()
    words = jsonWords(words)?.trim() ?? words
  }
  return words
}

/** Of a list of things to choose from. */
function firstItem(text: string): string {
  const [mark] = /^(?:\W{0,3}1\W{0,3}|[-*•]) /.exec(text) ?? []
  const next = /\n(?:\W{0,3}2\W|[-*•] )/.exec(text)?.index
  return mark ? text.slice(mark.length, next) : text
}

/** A model that goes on writes what the person might say, too, or says it in another way. */
const otherTurn =
  /\n[*_#[ ]*(?:user|human|you|lisa|assistant|usuario|utilisateur|benutzer|nutzer|utente|usuário)[*_\] ]*:|\n[^\n:]{1,30}: [^\n]{1,300}\n+[*_]*lisa[*_]*:|\n#{1,4} ?(?:user|human|instruction|input)|\n\W{0,3}(?:or|alternatively|another option|oder|ou|oppure)\b[^\n:]{0,40}:/i

const note = new RegExp(
  [
    `^\\W*(?:note|nota|hinweis|anmerkung|remarque)\\W{0,3}:`,
    `^\\W*(?:\\d+ ?(?:words|characters|chars|palavras|palabras|mots|wörter|zeichen|caracteres|parole)|(?:word|character) count\\W{1,3}\\d+)\\W*$`,
    `^\\W*let me know if you\\b.{0,40}\\b(?:adjust|changes?|tweak|revise|different|another|shorter|longer|tone)`,
    `^\\W*(?:feel free to|would you like me to) (?:adjust|change|edit|tweak|modify|make|personali[sz]e|revise)`,
    `^\\W*this (?:reply|response|message|text|version) (?:is|keeps|aims|acknowledges|uses|stays|shows)`,
    `^\\W*i (?:kept|aimed|tried|used|avoided)\\b.{0,60}\\b(?:short|tone|reply|response|message|question|sentences?|characters)`,
  ].join('|'),
  'i',
)

/** Without what a model says about its own words, below them. */
function withoutNotes(text: string): string {
  const paragraphs = text.replace(/\n-{3,}(?:\n|$)[^]*/, '').split('\n')
  while (paragraphs.length > 1 && (!paragraphs.at(-1)?.trim() || note.test(paragraphs.at(-1) ?? '')))
    paragraphs.pop()
  return paragraphs.join('\n').replace(/ ?\((?:note|nota|hinweis|\d+ (?:words|characters))\b[^()]*\)$/i, '')
}

/** The inside of the first fence, where the text begins with one. */
function unfenced(text: string): string {
  const [, inside] = /^```[^\n`]*\n([^]*?)(?:\n```|$)/.exec(text) ?? []
  return inside ?? text
}

/** What a model has said as the value of a field. '' for any other JSON, such as the call of a tool. */
function jsonWords(text: string): string | undefined {
  if (/^[a-z]+_\w+\([^]*\)$/i.test(text)) return ''
  if (!/^(?:\{\s*"|\[\s*\{)/.test(text)) return undefined
  try {
    const fields: Record<string, unknown> = JSON.parse(text)
    const values = Object.values(fields)
    const { content, reply, response, message, text: words, answer } = fields
    const known = [content, reply, response, message, words, answer]
    const said = (values.length === 1 ? values : known).find((value) => typeof value === 'string')
    return fields.name ? '' : (said ?? '')
  } catch {
    return ''
  }
}

const quotes: Record<string, string> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '”': '”',
  '„': '“',
  '«': '»',
  '»': '«',
  '‘': '’',
  '`': '`',
  '「': '」',
}

/** Without quotes around the whole, or around the first paragraph of what was introduced. */
function unquoted(text: string, isIntroduced: boolean): string {
  const open = text[0] ?? ''
  const close = quotes[open]
  if (!close) return text
  const paragraph = text.split('\n', 1)[0] ?? ''
  const whole = [text, ...(isIntroduced ? [paragraph.trim()] : [])].find(
    (each) => each.length > 1 && each.endsWith(close) && closingAt(each, open, close) === each.length - 1,
  )
  if (whole) return whole.slice(1, -1)
  // The closing one was cut off.
  return !"'‘".includes(open) && closingAt(text, open, close) < 0 ? text.slice(1) : text
}

/** Where the quote that `text` begins with ends, with quotes and apostrophes within it; -1 if nowhere. */
function closingAt(text: string, open: string, close: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const isSame = open === close
    const isOpening = text[at] === open && (!isSame || at === 0 || /[\s(]/.test(text[at - 1] ?? ''))
    if (isOpening) depth++
    else if (text[at] === close && !/^\w/.test(text[at + 1] ?? '') && --depth === 0) return at
  }
  return -1
}

const withoutMarkdown = (text: string) =>
  text
    .replace(/^```.*$/gm, '')
    .replace(/<br ?\/?>/gi, '\n')
    .replace(/^(?:#{1,6} |> ?)/gm, '')
    .replace(/^[*+•] /gm, '- ')
    .replace(/^(?:[-*_] ?){3,}$/gm, '')
    // What a model plays, not what it says.
    .replace(/^\*[a-z][^*\n]{0,100}\*\s*(?=[A-Z])/, '')
    .replace(/!?\[([^\][\n]{1,300})\]\([^()\s]{1,500}\)/g, '$1')
    .replace(/(?<!\d)\*\*+(?=\S)|(?<=\S)\*\*+(?!\d)|~~|(?<!\w)__(?=\S)|(?<=\S)__(?!\w)/g, '')
    .replace(/(?<![\w*\\])\*(?=[^\s*])([^*\n]{1,300})(?<=\S)\*(?![\w*])/g, '$1')
    .replace(/(?<![\w\\])_(?=[^\s_])([^_\n]{1,300})(?<=\S)_(?!\w)/g, '$1')
    .replace(/`([^`\n]{1,300})`/g, '$1')
    .replace(/\\([*_#`~[\]()>-])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Up to the last end of a sentence. */
function wholeSentences(text: string): string {
  const ends = [...text.matchAll(/[\p{Sentence_Terminal}…]["'”’»)\]]*(?=\s|$)/gu)]
  const last = ends.at(-1)
  return last ? text.slice(0, last.index + last[0].length) : ''
}

/** Without sentences that were said before: some models turn in a circle. */
function saidOnce(text: string): string {
  const said = new Set<string>()
  return text
    .split(/(?<=[\p{Sentence_Terminal}…]["'”’»)\]]{0,3}\s)/u)
    .filter((sentence) => {
      const words = sentence.trim()
      return words.length < 12 || (!said.has(words) && said.add(words))
    })
    .join('')
    .trim()
}

/** A model that speaks of itself, not to the person. */
const refusal = new RegExp(
  [
    `\\b(?:language model|sprachmodell|modelo de (?:lenguaje|linguagem)|modèle de langage|modello linguistico)\\b`,
    `\\bi (?:can['’]?t|cannot|can not|am unable to|am not able to) (?:assist|comply|fulfil|continue with th|help (?:you )?with (?:that|this)|engage in|generate|pretend to be)`,
    `\\b(?:no puedo ayudarte con es|não posso ajudar com iss|non posso aiutarti con quest|je ne peux pas (?:t['’]|vous )aider|kann (?:dir |ihnen )?(?:dabei|damit) nicht (?:weiter)?helfen)`,
  ].join('|'),
  'i',
)
