import { addDays, daysBetween, mondayOf } from '@shared/dates'
import { day } from '@shared/day'
import { dangersIn } from '@shared/danger/danger'
import { type Intention, mostIntentions } from '@shared/talks'
import { shortened, textLimits } from '@shared/text'
import { intentionWords, type IntentionWords } from './intention-words'

const furthestDays = 366
/** A longer one has no punctuation, so the rules cannot tell what belongs together. */
const longestSentence = 600

const anyOf = (sources: string[]) => `(?:${sources.join('|')})`
const longestFirst = (sources: string[]) => anyOf(sources.toSorted((a, b) => b.length - a.length))
const word = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'giu')
const indexIn = (sources: string[], text = '') =>
  sources.findIndex((source) => new RegExp(`^(?:${source})$`, 'iu').test(text))

type Groups = Partial<Record<'n' | 'd' | 'm' | 'month' | 'year' | 'weekday', string>>

type DateOf = (today: string, groups: Groups, isNextWeek: boolean) => string | undefined

function patternsOf(words: IntentionWords) {
  const { cardinals, ordinals, months } = words
  const number = `(?<n>\\d{1,3}|${longestFirst(cardinals)})`
  // "The third of December", but "el tres de diciembre".
  const namesOfDays = ordinals.length > 1 ? ordinals : [...ordinals, ...cardinals]
  const filled = (source: string) =>
    source
      .replace('{n}', number)
      .replace('{d}', `(?<d>\\d{1,2}|${longestFirst(namesOfDays)})`)
      .replace('{m}', `(?<m>${longestFirst(months)})`)
      .replace('{month}', '(?<month>\\d{1,2})')
  const numberOf = (text: string | undefined, names: string[]) => Number(text) || indexIn(names, text) + 1
  const dayNumber = ({ d }: Groups) => numberOf(d, ordinals) || numberOf(d, cardinals)
  const inDays = (length: number) => (today: string, groups: Groups) =>
    addDays(today, length * numberOf(groups.n, cardinals))

  const days: [string, DateOf?][] = [
    [words.habits],
    ['(?<year>\\d{4})-(?<month>\\d\\d)-{d}', dateOf],
    ...words.dates.map((source): [string, DateOf] => [
      `${source}(?:[,./]? ?(?:del? )?(?<year>\\d{4}))?`,
      dateOf,
    ]),
    [words.dayAfterTomorrow, (today) => addDays(today, 2)],
    [words.tomorrow, (today) => addDays(today, 1)],
    [words.inDays, inDays(1)],
    [words.inWeeks, inDays(7)],
    [`(?<weekday>${anyOf(words.weekdays)})`, weekdayOf],
    [words.dayOfMonth, dateOf],
  ]

  function dateOf(today: string, groups: Groups): string | undefined {
    const number = String(dayNumber(groups)).padStart(2, '0')
    const month = Number(groups.month) || indexIn(months, groups.m) + 1
    const from = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-${number}`
    const [year, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
    const dates = groups.year
      ? [from(Number(groups.year), month)]
      : month
        ? [from(year, month), from(year + 1, month)]
        : [from(year, thisMonth), from(year + (thisMonth === 12 ? 1 : 0), (thisMonth % 12) + 1)]
    return dates.find((date) => day.safeParse(date).success && date >= today)
  }

  function weekdayOf(today: string, { weekday }: Groups, isNextWeek: boolean): string {
    const place = indexIn(words.weekdays, weekday)
    if (isNextWeek) return addDays(mondayOf(today), 7 + place)
    return addDays(today, (place - daysBetween(mondayOf(today), today) + 7) % 7 || 7)
  }

  return {
    days: days.map(([source, dateOn]) => ({
      pattern: word(`(?:(?:${words.before})\\s+)*(?:${filled(source)})(?:,?\\s+(?:${words.after}))*`),
      dateOn,
    })),
    nextWeek: word(words.nextWeek),
    noDayBefore: new RegExp(`(?<![\\p{L}])(?:${words.noDayBefore})\\s+$`, 'iu'),
    noDayAfter: new RegExp(`^\\s*(?:${words.noDayAfter})(?!\\p{L})`, 'iu'),
    mustNotForget: word(words.mustNotForget),
    markers: word(words.markers),
    present: words.present && word(words.present),
    presentAtStart:
      words.presentAtStart &&
      new RegExp(
        `^(?:[\\s\\p{P}]|[lcm]'|(?:${words.leads})(?=[\\s,]))*(?:${words.presentAtStart})(?!\\p{L})`,
        'iu',
      ),
    toDo: words.toDo && new RegExp(`^[^\\p{L}#@]*(?:${words.toDo}) #+[\\s.!]*$`, 'iu'),
    harmless: words.harmless && new RegExp(`^(?:${words.harmless})[\\s.!]*$`, 'iu'),
    not: word(words.not),
    questions: new RegExp(`^[^\\p{L}#@]*(?:${words.questions})(?!\\p{L})`, 'iu'),
    conditions: new RegExp(
      `^[^\\p{L}#@]*(?:(?:${words.and}|${words.clauses})\\s+)?(?:${words.conditions})(?!\\p{L})`,
      'iu',
    ),
    clause: new RegExp(`^[^\\p{L}#@]*(?:${words.clauses})(?!\\p{L})`, 'iu'),
    breaks: new RegExp(
      `[,;:](?=\\s)|[–—()]|\\s-\\s|(?<=\\s)(?=(?:${words.and}|${words.clauses})(?!\\p{L}))`,
      'giu',
    ),
    /** Before the words of an intention. */
    joint: new RegExp(`^[\\s,;:–—]*(?:(?:${words.and})\\s+)?`, 'iu'),
    others: word(words.others),
  }
}

type Patterns = ReturnType<typeof patternsOf>
const languages = Object.values(intentionWords).map(patternsOf)

/** What stands between commas and belongs to no clause. */
const hesitations =
  /,\s(?:uh|um|er|erm|hm|like|you know|I mean|äh|ähm|also|na ja|euh|ben|enfin|quoi|eh|este|o sea|pues|bueno|sei lá|né|quer dizer|cioè|insomma|tipo),/giu

type Found = Pick<Intention, 'date' | 'text'>

/**
 * What the speaker of these texts means to do on a day to come, in six languages. A wrong one is worse than a missing one. Nobody
 * is to be asked whether they did what sounds like danger, nor what "it" may be in such a talk.
 */
export function intentionsIn(texts: string[], today: string): Intention[] {
  const said = texts.join('\n').normalize('NFC').replace(/[’ʼ]/g, "'")
  const dangers = dangersIn(said)
  if (despair.test(said) || dangers.some(({ level }) => level === 'unmistakable')) return []
  const found = sentencesOf(said).flatMap(({ sentence, start }) => {
    const end = start + sentence.length
    if (dangers.length > 0 && vague.test(sentence)) return []
    const isOfDanger = dangers.some((danger) => danger.start < end && danger.end > start)
    const isElsewhere = dangers.some((danger) => danger.start < start || danger.end > end)
    if (isOfDanger && isElsewhere) return []
    return intentionsOf(sentence, today, isElsewhere ? 'elsewhere' : isOfDanger ? 'here' : undefined)
  })
  const different = new Map(found.map((one) => [`${one.date} ${one.text}`, { ...one, asked: false }]))
  return [...different.values()].slice(0, mostIntentions)
}

/** These words may tell of suicide, and the rule for danger does not find them by themselves. */
const despair =
  /(?<!\p{L})(?:(?:end|finish) (?:it|everything|things|my)|finally end it|ende (?:setzen|machen)|schluss machen|mettre fin|en finir|acabar con todo|acabar com tudo|pôr fim|farla finita|metter fine)(?!\p{L})/iu

/** The sentence says only "it" of what is to be done. */
const vague =
  /(?<!\p{L})(?:do (?:it|that|this)|es (?:tun|machen)|(?:tue?|mache?) (?:ich )?es|le fer(?:ai|ais)|le faire|l[oa] har[ée]|hacerlo|faz[eê]r? isso|faz[eê]-lo|farlo|lo far[òo])(?!\p{L})/iu

/** No period ends a sentence after the number of a day, or after a title. */
const sentenceEnd =
  /(?<=[!?…])\s+|(?<=(?<!\d|(?<!\p{L})(?:Dr|Mr|Mrs|Ms|St|Sr|Sra|Prof|Hr|Fr))\.)\s+|(?<=\d\.)\s+(?!Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Uhr)(?=\p{Lu})|\n/gu

function sentencesOf(text: string) {
  const ends = [...text.matchAll(sentenceEnd)].map(
    ({ 0: gap, index }) => [index, index + gap.length] as const,
  )
  return [[0, 0] as const, ...ends]
    .map(([, start], i) => ({ start, sentence: text.slice(start, ends[i]?.[0] ?? text.length) }))
    .filter(({ sentence }) => sentence && sentence.length <= longestSentence)
}

/** Where the rule for danger finds something in the talk: in this sentence alone, or in others alone. */
type DangerAt = 'here' | 'elsewhere' | undefined

function intentionsOf(sentence: string, today: string, danger: DangerAt): Found[] {
  if (/[?¿]/.test(sentence)) return []
  for (const language of languages) {
    const found = inLanguage(language, sentence, today, danger)
    if (found.length) return found
  }
  return []
}

/** These stand in the place of a day, and of words that tell of an intention. */
const marks = { day: '#', intention: '@' }

const masked = (text: string, start: number, end: number) =>
  text.slice(0, start) + marks.day.repeat(end - start) + text.slice(end)

type Day = { start: number; end: number; rank: number; date?: string; isHabit: boolean }

/** `rest` is the sentence with a mark in the place of each day. */
function daysIn(language: Patterns, sentence: string, today: string, areWeeksDays: boolean) {
  let rest = sentence
  const days: Day[] = []
  for (const { 0: week, index } of sentence.matchAll(language.nextWeek))
    rest = masked(rest, index, index + week.length)
  const isNextWeek = rest !== sentence
  language.days.forEach(({ pattern, dateOn }, rank) => {
    for (const { 0: found, index: start, groups } of rest.matchAll(pattern)) {
      const end = start + found.length
      if (found.includes(marks.day)) continue
      const isNone =
        language.noDayBefore.test(rest.slice(0, start)) || language.noDayAfter.test(rest.slice(end))
      if (dateOn && isNone) continue
      const date = dateOn?.(today, { ...groups }, isNextWeek)
      rest = masked(rest, start, end)
      days.push({ start, end, rank, date, isHabit: !dateOn })
    }
  })
  // Its last day: only then can somebody say whether they did it.
  if (areWeeksDays && isNextWeek && !days.some(({ date }) => date))
    for (const { 0: week, index: start } of sentence.matchAll(language.nextWeek)) {
      const end = start + week.length
      if (
        !language.noDayBefore.test(sentence.slice(0, start)) &&
        !language.noDayAfter.test(sentence.slice(end))
      )
        days.push({
          start,
          end,
          rank: language.days.length,
          date: addDays(mondayOf(today), 13),
          isHabit: false,
        })
    }
  // "Tuesday, the first of December"
  rest = rest.replace(/#,? #/g, (joint) => marks.day.repeat(joint.length))
  return { days, rest }
}

/** Of a sentence. */
type Piece = {
  start: number
  end: number
  date?: string
  /** It tells of an intention. */
  isIntended: boolean
  /** It denies, doubts or tells of a habit. */
  isOut: boolean
  /** It begins a clause with a subject of its own. */
  isClause: boolean
  /** It tells of somebody or something else. */
  isOthers: boolean
  words: number
}

/**
 * Where there is danger in this sentence alone, only what is harmless by its words: the rule for danger is often wrong about a
 * short one. Beside danger elsewhere these words may be a farewell, so they count for nothing there, like an order to oneself
 * and a whole week.
 */
function inLanguage(language: Patterns, sentence: string, today: string, danger: DangerAt): Found[] {
  const { days, rest: unmarked } = daysIn(language, sentence, today, danger !== 'elsewhere')
  if (!days.some(({ date }) => date) || language.questions.test(unmarked)) return []
  let rest = unmarked.replace(hesitations, (found) => ' '.repeat(found.length))
  for (const pattern of [language.mustNotForget, language.markers])
    rest = rest.replace(pattern, (found) => marks.intention.repeat(found.length))
  const isHarmless = Boolean(language.harmless && language.harmless.test(rest))
  if (danger && isHarmless !== (danger === 'here')) return []

  const starts = [0, ...[...rest.matchAll(language.breaks)].map(({ index }) => index), rest.length]
  const pieces = starts.slice(0, -1).map((start, i): Piece => {
    const end = starts[i + 1] ?? start
    const text = rest.slice(start, end)
    const own = days.filter((one) => one.start >= start && one.start < end)
    const [best] = own.filter(({ date }) => date).sort((a, b) => a.rank - b.rank)
    return {
      start,
      end,
      date: best?.date,
      isIntended:
        text.includes(marks.intention) ||
        Boolean(language.present && text.search(language.present) >= 0) ||
        Boolean(language.presentAtStart && language.presentAtStart.test(text)) ||
        Boolean(start === 0 && danger !== 'elsewhere' && language.toDo && language.toDo.test(rest)),
      isOut: text.search(language.not) >= 0 || own.some(({ isHabit }) => isHabit),
      isClause: language.clause.test(text),
      isOthers: text.search(language.others) >= 0,
      words: (text.match(/\p{L}+/gu) ?? []).length,
    }
  })
  if (pieces.some(({ start, end }) => language.conditions.test(rest.slice(start, end)))) return []

  const found = pieces.flatMap((piece, i) => {
    const { isIntended, isOut, date } = piece
    const [before, after] = [pieces[i - 1], pieces[i + 1]]
    if (!isIntended || isOut || (piece.isClause && before?.isOut)) return []
    if (date) return [{ date, start: piece.start, end: piece.end }]
    // "On Tuesday, after work, I will …"
    for (let at = i - 1; at >= 0; at--) {
      const other = pieces[at]
      if (!other || other.isIntended || other.isOut || other.isOthers || other.words > 4) break
      if (other.date) return [{ date: other.date, start: other.start, end: piece.end }]
    }
    if (
      !after?.date ||
      after.isIntended ||
      after.isOut ||
      after.isClause ||
      after.isOthers ||
      after.words > 10
    )
      return []
    return [{ date: after.date, start: piece.start, end: after.end }]
  })
  return found.flatMap(({ date, start }, i) => {
    if (date <= today || daysBetween(today, date) > furthestDays) return []
    const [from, to] =
      found.length > 1 ? [start, found[i + 1]?.start ?? sentence.length] : [0, sentence.length]
    const text = shortened(
      sentence
        .slice(from, to)
        .replace(language.joint, '')
        .trimEnd()
        .replace(/[,;:–—]$/u, ''),
      textLimits.intention,
    )
    return [{ date, text }]
  })
}
