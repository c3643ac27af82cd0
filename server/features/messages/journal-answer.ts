import { helpByCountry, helplineDirectory } from '@shared/crisis-lines'
import { languageOfText, type LearnedLanguage } from '@shared/danger/language'
import { folded } from '@shared/fold'
import { linkToEntry } from '@shared/messages'
import { withoutDays, type SpokenDay } from '@shared/spoken-days'
import { inGsm7 } from '../../senders/gsm7'
import { helpLanguages } from './danger-sentences'
import type { ReadEntry } from './reply-instructions'

const dayAndMonth = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
// English is written in two orders: 'en' has the month first.
const inWords = [...helpLanguages, 'en-GB'].map((language) => new Intl.DateTimeFormat(language, dayAndMonth))

const wholeWords = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${words.trim().replace(/\n */g, '|')})(?![\\p{L}\\p{M}])`, 'iu')
/** "You may", "march on" and Italian "mai" are months only after such words. */
const beforeMonth = '(?<=(?:in|of|this|last|im|letzten|diesen|en) )'
/** The name of each month, in all languages. */
const months = Array.from({ length: 12 }, (_, month) => {
  const names = helpLanguages.map((language) =>
    new Date(Date.UTC(2024, month)).toLocaleDateString(language, { month: 'long', timeZone: 'UTC' }),
  )
  return wholeWords(names.map((name) => name.replace(/^(?:may|march|mai)$/i, `${beforeMonth}$&`)).join('|'))
})

/** A time that is longer than a day, or that the journal does not say, in six languages. */
const noDay = wholeWords(`
  spring|summer|autumn|winter|(?:this|last|the) fall|frühling|frühjahr|sommer|herbst|printemps|(?:l['’]|cet )été|automne|hiver
  primavera|verano|otoño|invierno|verão|outono|inverno|(?:in|d['’]|l['’]|quest(?:a|['’])) ?estate|autunno
  last (?:week|month|year|time)|(?:letzte|vorige|vergangene)[nrs]? (?:woche|monat|jahr|mal)
  (?:semaine|année|fois) dernière|(?:mois|an) dernier|(?:semana|mes|año) pasad[oa]|(?:semana|mês|ano) passad[oa]
  (?:settimana|mese|anno) scors[oa]|scors[oa] (?:settimana|mese|anno)
  (?:do|does|can)(?:n['’]t| ?not) (?:say|mention|find|see|know|tell|show|hold|have|contain)|nothing (?:about|in)|no (?:entry|entries|mention)|(?:am|i['’]m) (?:so )?sorry
  (?:finde|sehe|weiß|steht|sagt|erwähnt|enthält|habe) (?:\\p{L}+ ){0,4}(?:nicht|nichts|kein\\p{L}*)|keinen? eintr\\p{L}+|leid|leider
  ne (?:dit|mentionne|trouve|vois|sais|contient|parle)|n['’](?:y a|en parle|ai|indique)|aucune entrée|rien (?:sur|dans)|désolée?
  no (?:dice|menciona|encuentro|veo|sé|hay|contiene|aparece|tengo)|nada sobre|ninguna entrada|lo siento
  não (?:diz|menciona|encontro|vejo|sei|há|contém|aparece|tenho)|nada sobre|nenhuma entrada|lamento|sinto muito
  non (?:dice|menziona|trovo|vedo|so|c['’]è|ci sono|contiene|parla|compare|ho)|niente (?:su|nel)|nessuna (?:voce|nota)|mi dispiace`)

/** The folded words, with one space between them, and without the ending of an ordinal such as "12th". */
const plainWords = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(?<=\d)(?:ST|ND|RD|TH|ER|O)?(?: OF)?(?= |$)/g, '')

/** No "2000 metres". */
const likelyYear =
  /(?<!\d)(?:19|20)\d\d(?!\d| ?(?:k?m|m[eè]t(?:re|er|ro)s?|metri|steps|schritte|pas|pas[oi]s?|passos|passi|words|wörter|k?cal|calories|euros?|dollars)(?!\p{L}))/giu

/**
 * The newest entry whose day `answer` names; else the one nearest to a day that it names roughly, such as "a year ago", or the
 * only one if it names no day. A day without its year is that of any year that `answer` names, or of any.
 */
export function entrySpokenOf(answer: string, read: ReadEntry[], today: string): ReadEntry | undefined {
  const words = plainWords(answer)
  const { rest, days: found } = withoutDays(answer, today)
  // "Um 12 Jan getroffen" is a time and a name. With dots the day comes first.
  const times = new Set([...rest.matchAll(/(?<!\p{L})(?:UM|AT|LAS) ‹(\d+)›/gu)].map(([, n]) => Number(n)))
  const days = found
    .filter((_, n) => !times.has(n))
    .map((day) => ({ ...day, dates: day.dates.slice(0, /^\d+\.\d+\./.test(day.phrase) ? 1 : undefined) }))
  const years = answer.match(/(?<!\d)\d{4}(?!\d)/g) ?? []
  const likely = answer.match(likelyYear) ?? []
  const isOfYear = (day: string) => !likely.length || likely.some((year) => day.startsWith(year))
  const exact = days
    .flatMap(({ dates }) => (dates.length === 1 ? dates : []))
    .filter((date) => date.length > 3)
  const isNamed = ({ day }: ReadEntry) => {
    const date = new Date(day)
    return (
      exact.some((spoken) => day === spoken || (day.endsWith(spoken) && isOfYear(day))) ||
      inWords.some((language) => {
        const said = plainWords(language.format(date))
        // Without a digit or a letter beside it, so that neither 12 March is in 312 March nor 12 May in 12 maybe.
        const named = new RegExp(
          `(?<![\\p{N}A-Z])${said}(?![\\p{N}A-Z])(?: (?:DEL? )?(\\d{4})(?!\\d))?`,
          'gu',
        )
        return [...words.matchAll(named)].some(([, year]) => (year ? day.startsWith(year) : isOfYear(day)))
      })
    )
  }
  const isOnlyOne = ({ day }: ReadEntry) =>
    read.length === 1 &&
    days.every(({ dates: [date = ''] }) => date.length === 3 && day.endsWith(date)) &&
    years.every((year) => day.startsWith(year)) &&
    months.every((month, n) => n === new Date(day).getUTCMonth() || !month.test(answer)) &&
    !noDay.test(answer)
  return read.find(isNamed) ?? (exact.length ? undefined : nearest(days, read)) ?? read.find(isOnlyOne)
}

/** The entry nearest to the middle of the dates that a day may have; none where two are as near. */
function nearest(days: SpokenDay[], read: ReadEntry[]): ReadEntry | undefined {
  const found = days.flatMap(({ dates }) =>
    read.flatMap((entry) => {
      const n = dates.findIndex((date) => date.length > 3 && entry.day.endsWith(date))
      return n < 0 ? [] : [{ entry, far: Math.abs(n - (dates.length - 1) / 2) }]
    }),
  )
  const least = Math.min(...found.map(({ far }) => far))
  const [first, ...others] = found.filter(({ far }) => far === least).map(({ entry }) => entry)
  return others.every(({ day }) => day === first?.day) ? first : undefined
}

const sources: Record<LearnedLanguage, (day: string) => string> = {
  en: (day) => `From ${day}:`,
  es: (day) => `Del ${day}:`,
  fr: (day) => `Du ${day} :`,
  de: (day) => `Vom ${day}:`,
  pt: (day) => `De ${day}:`,
  it: (day) => `Del ${day}:`,
}

/** The line below an answer, in the language of `words`. */
export function linkTo({ id, day }: ReadEntry, words: string, appUrl: string): string {
  const language = languageOfText(words)
  const locale = language === 'en' ? 'en-GB' : language
  const inFull = new Intl.DateTimeFormat(locale, { ...dayAndMonth, year: 'numeric' }).format(new Date(day))
  return inGsm7(`${sources[language](inFull)} ${linkToEntry(appUrl, id)}`)
}

/** With `://`, with `www.`, or with a dot between letters, which a telephone makes a link of. */
const address = /:\/\/|www\.|[^.]\.\p{L}{2,}/iu
const directory = new RegExp(`(?<![\\w.-])${helplineDirectory}(?![\\w-])`)
/** Matches a day, or at least seven digits as a telephone number has them. */
const dayOrNumber = / ?(?:(\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})|\+?\(?\p{Nd}(?:[ ().-]{0,3}\p{Nd}){6,})/gu

const digitsOf = (number: string) => number.replace(/\D/g, '')
const helpNumbers = Object.values(helpByCountry).flatMap(({ lines }) =>
  lines.map(({ number }) => digitsOf(number)),
)
/** A number of help may have up to two more digits beside it, such as 24/7. */
const isHelp = (digits: string) =>
  helpNumbers.some((number) => digits.startsWith(number) && digits.length <= number.length + 2)

/** What an entry says must not make the model send somebody elsewhere: `answer` without addresses and telephone numbers. */
export const withoutContacts = (answer: string) =>
  answer
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    // Letters of full width and the like, which a telephone reads as the ordinary ones.
    .replace(/\P{ASCII}/gu, (character) => {
      const ordinary = character.normalize('NFKC')
      return /^[\w./]+$/.test(ordinary) ? ordinary : character
    })
    .replace(/ ?\S+/g, (word) => (address.test(word.replace(directory, '')) ? '' : word))
    .replace(dayOrNumber, (found, day?: string) => (day || isHelp(digitsOf(found)) ? found : ''))
