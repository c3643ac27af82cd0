import { addDays } from './dates'
import { folded } from './fold'

/**
 * A day as it is spoken of: 12 March 2024, March 12th, 12.3.2024, on the 12th, yesterday, three days ago, a week ago, on
 * Tuesday, last weekend, on Christmas Eve, in six languages.
 */
export type SpokenDay = {
  /** As it stands in the folded text. */
  phrase: string
  /** `YYYY-MM-DD`, or `-MM-DD` without a known year, `-DD` without a month; several where it could be any of them. */
  dates: string[]
  /** Without more words, as "on Tuesday" and "12 March" are not. */
  isPast: boolean
}

type Found = Omit<SpokenDay, 'phrase'>
type Group = string | undefined

/** Folded, and without the hyphens of "avant-hier" and "twenty-first". */
const plain = (text: string) => folded(text).replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')

/** The numbers of the months, or of the weekdays, by their names in all languages. */
const named = (dates: number[], style: Intl.DateTimeFormatOptions) =>
  new Map(
    ['en', 'de', 'de-AT', 'fr', 'es', 'pt', 'it'].flatMap((locale) => {
      const { format } = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' })
      return dates.map((date, n) => [plain(format(date)), n] as const)
    }),
  )
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const months = named(
  upTo(12).map((n) => Date.UTC(2024, n)),
  { month: 'long' },
)
/** Only beside figures: in Portuguese "mar" is the sea, and in German "Jan" a name. */
const shortMonths = new Map(
  'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC|JANV FEV MRZ AVR MAI JUIN JUIL AOUT SEPT OKT NOV DEZ|ENE FEVR MARS ABR MAG GIU LUG AGO SETT OTT NOV DIC'
    .split('|')
    .flatMap((line) => line.split(' ').map((name, n) => [name, n] as const)),
)
/** From Sunday, as getUTCDay() counts. */
const weekdays = named(
  upTo(7).map((n) => Date.UTC(2024, 8, 1 + n)),
  { weekday: 'long' },
)
weekdays.set('TUES', 2).set('THURS', 4)

/** Each line from one on: what the days of a month are called, and the small numbers of "three days ago". */
const numbers = new Map(
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty_first twenty_second twenty_third twenty_fourth twenty_fifth twenty_sixth twenty_seventh twenty_eighth twenty_ninth thirtieth thirty_first
one two three four five six seven eight nine ten
erste zweite dritte vierte funfte sechste siebte achte neunte zehnte elfte zwolfte dreizehnte vierzehnte funfzehnte sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste einundzwanzigste zweiundzwanzigste dreiundzwanzigste vierundzwanzigste funfundzwanzigste sechsundzwanzigste siebenundzwanzigste achtundzwanzigste neunundzwanzigste dreissigste einunddreissigste
einem zwei drei vier funf sechs sieben acht neun zehn
premier deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf vingt vingt_et_un vingt_deux vingt_trois vingt_quatre vingt_cinq vingt_six vingt_sept vingt_huit vingt_neuf trente trente_et_un
uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta treinta_y_uno
um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte vinte_e_um vinte_e_dois vinte_e_tres vinte_e_quatro vinte_e_cinco vinte_e_seis vinte_e_sete vinte_e_oito vinte_e_nove trinta trinta_e_um
primo due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitre ventiquattro venticinque ventisei ventisette ventotto ventinove trenta trentuno`
    .toUpperCase()
    .split('\n')
    .flatMap((line) => line.split(' ').map((word, n) => [word.replaceAll('_', ' '), n + 1] as const)),
)
/** Of a word, also with a German ending. */
const valueOf = (text = '') => numbers.get(text) ?? numbers.get(text.slice(0, -1)) ?? parseInt(text, 10)

const oneOf = (words: Map<string, number>) => [...words.keys()].sort((a, b) => b.length - a.length).join('|')
/** Not "you may first". */
const month = `(${oneOf(months).replace('|MAY|', '|(?<!(?:FIRST|SECOND|THIRD) )MAY(?! (?:FIRST|SECOND|THIRD))|')})`
/** Before "yesterday". */
const to = "(?:TO|FOR|THAN|LIKE|AS|FUR|ALS|ZU|WIE|POUR|QUE|COMME|A|PARA|PER|DE|DI|D|COMO|COME)[ ']"
const weekday = oneOf(weekdays)
const article = 'AN?|EINE[MR]|UNE?|UNA|UMA?'
const some = `(${article}|\\d{1,2}|${oneOf(numbers)})`
const number = `(\\d{1,2}|${oneOf(numbers)})`
const dayOfMonth = `(\\d{1,2}(?:ST|ND|RD|TH|ER|O|\\.)?|(?:${oneOf(numbers)})[NRMS]?)`
const year = `(?:,? (?:OF |IN |DE |DEL |DO )?(\\d{4}))?`
/** "Tuesday, the" of "Tuesday, the 12th of March". */
const before = `(?:(?:${weekday}),? (?:THE |DEN |DEM |DER |LE |EL |DIA |IL )?)?`
/** Between a date and "a Tuesday", which is no other day. */
const after = `(?<!› ?,? ?(?:A |AN |EINEM |EIN |UN |UMA? )?)`

const two = (n: number | Group) => String(n).padStart(2, '0')
const on = (year: Group, month: number | Group, day: number | Group): Found => ({
  dates: [`${year ?? ''}-${two(month)}-${two(day)}`],
  isPast: Boolean(year),
})
/** In either order. */
const inFigures = (year: Group, a: Group, b: Group): Found => ({
  dates: [on(year, b, a), on(year, a, b)].flatMap(({ dates }) => dates),
  isPast: Boolean(year),
})
const ago = (count: number, today: string): Found => ({ dates: [addDays(today, -count)], isPast: true })
/** "For yesterday", "than yesterday", "yesterday's" and "yesterday is" need a verb in the past. */
const yesterday = (today: string, to: Group, then: Group): Found => ({
  ...ago(1, today),
  isPast: !to && !then,
})
const monthOf = (name = '') => (months.get(name) ?? shortMonths.get(name) ?? 0) + 1
/** "A week ago", which few count: any day from so many before to so many after. */
const someAgo = (groups: Group[], today: string, unit: number, days: number): Found => {
  const back = Math.round(unit * (valueOf(groups.find(Boolean)) || 1))
  return { dates: upTo(2 * days + 1).map((n) => addDays(today, n - days - back)), isPast: false }
}
/** Friday to Sunday: of the week before, or else what of this one has been too. */
const weekend = (today: string, last: boolean): Found => {
  const sunday = new Date(today).getUTCDay() || 7
  const backs = last ? [] : upTo(sunday - 4)
  return {
    dates: [...backs, sunday, sunday + 1, sunday + 2].map((back) => addDays(today, -back)),
    isPast: false,
  }
}
const feast = (month: number, days: number[]) => (groups: Group[]) => ({
  dates: days.flatMap((day) => on(groups.find(Boolean), month, day).dates),
  isPast: groups.some(Boolean),
})

/** With `last`, the one before may be meant too. Without it, today may be. */
const weekdayBefore = (today: string, name: Group, last: Group): Found => {
  const back = (new Date(today).getUTCDay() - (weekdays.get(name ?? '') ?? 0) + 7) % 7
  const counts = last ? [back || 7, (back || 7) + 7] : back ? [back] : [0, 7]
  return { dates: counts.map((count) => addDays(today, -count)), isPast: Boolean(last) }
}

const german =
  /(?<!\p{L})(?:ICH|BIST|IST|WIR|UND|DAS|DIR|DICH|DER|DIE|NICHT|HAST|WAS|WENN|BIN|SIND|SIE|MIR)(?!\p{L})/u

/** Looking forward to one is no claim. */
const onFeast = '(?<=(?:ON|AN|AM|ZU|LA|LE|EN|NA|NO|EL|ALLA|IL|A) )'

const agoIn = (en: string, de: string, fr: string, es: string, pt: string, it: string) =>
  `${some} ${en} AGO|VOR ${some} ${de}|IL Y A ${some} ${fr}|HACE ${some} ${es}|HA ${some} ${pt}|${some} ${pt} ATRAS|${some} ${it} FA`

const forms: [
  pattern: string,
  read: (groups: Group[], today: string, isGerman: boolean) => Found | undefined,
][] = [
  [`(\\d{4})-(\\d\\d)-(\\d\\d)`, ([year, month, day]) => on(year, month, day)],
  [
    `(\\d{1,2})([./])(\\d{1,2})\\2((?:20)?\\d\\d)`,
    ([a, , b, year = '']) => inFigures(year.padStart(4, '20'), a, b),
  ],
  [`(?<=(?:ON|AM|LE|EL|DIA|IL) )(\\d{1,2})/(\\d{1,2})(?!/)`, ([a, b]) => inFigures(undefined, a, b)],
  [`(\\d{1,2})\\. ?(\\d{1,2})\\.`, ([day, month]) => on(undefined, month, day)],
  [
    `${before}${dayOfMonth},? (?:OF |DE |DI )?${month}${year}`,
    ([day, name, year]) => on(year, monthOf(name), valueOf(day)),
  ],
  [
    `${before}${month} (?:THE )?${dayOfMonth}${year}`,
    ([name, day, year]) => on(year, monthOf(name), valueOf(day)),
  ],
  [
    `${before}(\\d{1,2})(?:ST|ND|RD|TH|ER|\\.)? (?:DE )?(${oneOf(shortMonths)})\\.?${year}`,
    ([day, name, year]) => on(year, monthOf(name), day),
  ],
  [
    `(?<=ON )${before}(${oneOf(shortMonths)})\\.? (?:THE )?(\\d{1,2})(?:ST|ND|RD|TH)?${year}`,
    ([name, day, year]) => on(year, monthOf(name), day),
  ],
  [
    `${onFeast}(?:CHRISTMAS EVE|HEILIGABEND|VEILLE DE NOEL|NOCHEBUENA|VESPERA DE NATAL|VIGILIA DI NATALE)${year}`,
    feast(12, [24]),
  ],
  [
    `${onFeast}(?:CHRISTMAS DAY|ERSTEN WEIHNACHTS(?:FEIER)?TAG|JOUR DE NOEL|DIA DE NAVIDAD|DIA DE NATAL|GIORNO DI NATALE)${year}`,
    feast(12, [25]),
  ],
  [`(?<=(?:A|EN|NO) )(?:NOEL|NAVIDAD|NATALE?)${year}`, feast(12, [24, 25])],
  [
    `${onFeast}(?:NEW YEAR'?S EVE|SILVESTER|SAINT SYLVESTRE|NOCHEVIEJA|PASSAGEM DE ANO|SAN SILVESTRO)${year}`,
    feast(12, [31]),
  ],
  [`${onFeast}(?:NEW YEAR'?S DAY|NEUJAHR(?:STAG)?|JOUR DE L'AN|CAPODANNO)${year}`, feast(1, [1])],
  // The number alone, where no other word can be counted by it.
  [
    `(?<=(?:ON|AM|EL|IL|LE|NO) )(?:THE (\\d{1,2})(?:ST|ND|RD|TH)(?=[,.;!]|$| YOU| THERE| IT WAS)|(\\d{1,2})(?:\\.|º)?(?=,? (?:WARST|HAST|BIST|HATTEST|HABT|WART|HABEN SIE|WAREN SIE|GINGST|(?:TU|VOUS) \\p{L}+(?:AIS|IEZ)|ESTUVISTE|FUISTE|TUVISTE|ERI|AVEVI|STAVI))|DIA (\\d{1,2})(?! DE)|(?<=AM )(${oneOf(numbers)})[NRMS]?(?= (?:WARST|HAST|BIST|HATTEST|HABT|WART)))`,
    (groups) => ({ dates: [`-${two(valueOf(groups.find(Boolean)))}`], isPast: false }),
  ],
  // Which day of the week it was.
  [
    `(?:YESTERDAY|GESTERN|HIER,?|AYER|ONTEM|IERI) (?:WAS|WAR|C'ETAIT|ETAIT|ERA|FUE|FOI) (?:A |EIN |UN )?(?:${weekday})`,
    () => ({ dates: [], isPast: false }),
  ],
  [
    `(?:THE )?DAY BEFORE YESTERDAY|VORGESTERN|AVANT HIER|ANTEAYER|ANTIER|ANTES DE AYER|ANTEONTEM|L'ALTRO IERI|AVANTIERI`,
    (_, today) => ago(2, today),
  ],
  // In German "hier" is a place.
  [
    `(${to})?HIER( EST|,? C'EST)?`,
    ([to, then], today, isGerman) => (isGerman ? undefined : yesterday(today, to, then)),
  ],
  [
    `(${to})?(?:YESTERDAY|GESTERN|AYER|ONTEM|IERI)('S| IS| IST| ES| E)?`,
    ([to, then], today) => yesterday(today, to, then),
  ],
  [
    `LAST NIGHT|LETZTE NACHT|LA NUIT DERNIERE|ANOCHE|(?:A )?NOITE PASSADA|LA NOTTE SCORSA|LA SCORSA NOTTE`,
    (_, today) => ago(1, today),
  ],
  [
    agoIn('WEEKS?', 'WOCHEN?', 'SEMAINES?', 'SEMANAS?', 'SEMANAS?', 'SETTIMAN[AE]'),
    (groups, today) => someAgo(groups, today, 7, 3),
  ],
  [
    agoIn('MONTHS?', 'MONAT(?:EN)?', 'MOIS', 'MES(?:ES)?', 'M[EE]S(?:ES)?', 'MES[EI]'),
    (groups, today) => someAgo(groups, today, 30.44, 15),
  ],
  [
    agoIn('YEARS?', 'JAHR(?:EN)?', 'ANS?', 'ANOS?', 'ANOS?', 'ANN[OI]'),
    (groups, today) => someAgo(groups, today, 365.25, 45),
  ],
  [
    `LAST WEEKEND|(?:LETZTE[NS]|VERGANGENE[NS]) WOCHENENDE|WEEK ?END (?:DERNIER|PASSE)|FIN DE SEMANA PASADO|FI[MN] DE SEMANA PASSADO|SCORSO (?:FINE SETTIMANA|WEEK ?END)|(?:FINE SETTIMANA|WEEK ?END) SCORSO`,
    (_, today) => weekend(today, true),
  ],
  [
    `(?:AT|OVER) THE WEEKEND(?=[,.;:!?]|$| (?:YOU|I|WE|AND|WITH) )|AM WOCHENENDE|(?<=(?:LE|CE|EL|NO|NEL|IL) )(?:WEEK ?END|FI[MN] DE SEMANA|FINE SETTIMANA)`,
    (_, today) => weekend(today, false),
  ],
  [
    `${number} DAYS AGO|VOR ${number} TAGE?N?|IL Y A ${number} JOURS?|HACE ${number} DIAS?|HA ${number} DIAS?|${number} DIAS? ATRAS|${number} GIORN[IO] FA`,
    (groups, today) => ago(valueOf(groups.find(Boolean)), today),
  ],
  [
    `${after}(?<!(?:BLACK|EVERY|EACH|JEDEN|CHAQUE|CADA|OGNI|LE|LOS|AOS|IL|NEXT|NACHSTEN|KOMMENDEN|PROXIM[OA]) )(LAST |LETZTE[NRMS] |VERGANGENE[NRMS] |PASADO |ULTIM[OA] )?(${weekday})( DERNIER| PASSE| PASADO| PASSAD[OA]| SCORS[OA]| (?:OF )?LAST WEEK| LETZTER WOCHE| DE LA SEMAINE DERNIERE| DE LA SEMANA PASADA| DA SEMANA PASSADA| DELLA SETTIMANA SCORSA)?(?! PROCHAIN| QUE VIENE| PROXIM[OA]| PROSSIM[OA])`,
    ([last, name, past], today) => weekdayBefore(today, name, last ?? past),
  ],
  // In Portuguese also without "-feira", where that means nothing else.
  [
    `NA (SEGUNDA|TERCA|QUARTA|QUINTA|SEXTA)(?:( PASSADA)|(?=,| VOCE| TU ))`,
    ([name = '', past], today) => weekdayBefore(today, `${name} FEIRA`, past),
  ],
]
const readers = forms.map(
  ([pattern, read]) => [new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'gu'), read] as const,
)

/** The days that a text names, and the text, folded, with the number of each in `‹›` in its place. */
export function withoutDays(text: string, today: string): { rest: string; days: SpokenDay[] } {
  const days: SpokenDay[] = []
  let rest = plain(text).replace(/[^\S\n]+/g, ' ')
  const isGerman = german.test(rest)
  for (const [pattern, read] of readers)
    rest = rest.replace(pattern, (phrase: string, ...groups: Group[]) => {
      const found = read(groups.slice(0, -2), today, isGerman)
      return found ? `‹${days.push({ ...found, phrase }) - 1}›` : phrase
    })
  return { rest, days }
}
