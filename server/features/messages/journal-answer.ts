import { helpByCountry, helplineDirectory } from '@shared/crisis-lines'
import { languageOfText, type LearnedLanguage } from '@shared/danger/language'
import { folded } from '@shared/fold'
import { linkToEntry } from '@shared/messages'
import { withoutDays } from '@shared/spoken-days'
import { inGsm7 } from '../../senders/gsm7'
import { helpLanguages } from './danger-sentences'
import type { ReadEntry } from './reply-instructions'

const dayAndMonth = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
// English is written in two orders: 'en' has the month first.
const inWords = [...helpLanguages, 'en-GB'].flatMap((language) =>
  (['long', 'short'] as const).map((month) => new Intl.DateTimeFormat(language, { ...dayAndMonth, month })),
)

/** The folded words, with one space between them, and without the ending of an ordinal such as "12th". */
const plainWords = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(?<=\d)(?:ST|ND|RD|TH|ER|O)?(?: OF)?(?= |$)/g, '')

/** The newest entry whose day `answer` names, or the only one if it names no day. A day without its year is that of any year. */
export function entrySpokenOf(answer: string, read: ReadEntry[], today: string): ReadEntry | undefined {
  const words = plainWords(answer)
  const { days } = withoutDays(answer, today)
  const isNamed = ({ day }: ReadEntry) => {
    const date = new Date(day)
    return (
      days.some(({ dates }) => dates.some((spoken) => day.endsWith(spoken))) ||
      inWords.some((language) => {
        const said = plainWords(language.format(date))
        // Without a digit or a letter beside it, so that neither 12 March is in 312 March nor 12 May in 12 maybe.
        const named = new RegExp(
          `(?<![\\p{N}A-Z])${said}(?![\\p{N}A-Z])(?: (?:DEL? )?(\\d{4})(?!\\d))?`,
          'gu',
        )
        return [...words.matchAll(named)].some(([, year = '']) => day.startsWith(year))
      })
    )
  }
  const years = answer.match(/(?<!\d)\d{4}(?!\d)/g) ?? []
  const isOnlyOne = ({ day }: ReadEntry) =>
    read.length === 1 && !days.length && years.every((year) => day.startsWith(year))
  return read.find(isNamed) ?? read.find(isOnlyOne)
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
