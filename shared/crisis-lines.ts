import type { DangerKind } from './danger/kinds'
import { type Country, countryOf } from './zone-countries'

// Every number that Lisa gives to a person in danger: change all of them here. docs/safety.md has the same as a table, and
// a test compares the two. No Zod, because the voice screen loads this file.

/** From one hour to another on each day, or on Monday to Friday; `to` before `from` is on the next day. */
type Hours = { zone: string; from: number; to: number; weekdays?: true }

export type HelpLine = {
  kinds: readonly DangerKind[]
  name: string
  number: string
  /** The page that publishes it. */
  source: string
  /** The day on which somebody looked there, such as 2026-11-25. */
  checked?: string
  /** Any hour if absent. */
  hours?: Hours
  /** The only language that is spoken there, where the country has several. */
  language?: string
}

type CountryHelp = {
  emergency: string
  /** Where it has a number of its own. */
  police?: string
  lines: HelpLine[]
}

type LineDetails = Pick<HelpLine, 'hours' | 'language'>
const lineFor =
  (...kinds: DangerKind[]) =>
  (name: string, number: string, source: string, details?: LineDetails): HelpLine => ({
    kinds,
    name,
    number,
    source,
    ...details,
  })
/** Takes calls of people who fear that they may hurt others, too. */
const crisis = lineFor('self-harm', 'others')
const poison = lineFor('overdose')
const abuse = lineFor('abuse')

export const helpByCountry: Record<Country, CountryHelp> = {
  US: {
    emergency: '911',
    lines: [
      crisis('988 Suicide & Crisis Lifeline', '988', '988lifeline.org'),
      poison('Poison Help', '1-800-222-1222', 'poisonhelp.hrsa.gov'),
      abuse('National Domestic Violence Hotline', '1-800-799-7233', 'thehotline.org'),
    ],
  },
  CA: {
    emergency: '911',
    lines: [
      crisis('9-8-8 Suicide Crisis Helpline', '988', '988.ca'),
      poison('Poison Centre', '1-844-764-7669', 'infopoison.ca'),
    ],
  },
  GB: {
    emergency: '999',
    lines: [
      crisis('Samaritans', '116 123', 'samaritans.org'),
      poison('NHS 111', '111', '111.nhs.uk'),
      abuse('National Domestic Abuse Helpline', '0808 2000 247', 'nationaldahelpline.org.uk'),
    ],
  },
  IE: {
    emergency: '112',
    lines: [
      crisis('Samaritans', '116 123', 'samaritans.org/ireland'),
      poison('Public Poisons Line', '01 809 2166', 'poisons.ie', {
        hours: { zone: 'Europe/Dublin', from: 8, to: 22 },
      }),
      abuse("Women's Aid", '1800 341 900', 'womensaid.ie'),
    ],
  },
  AU: {
    emergency: '000',
    lines: [
      crisis('Lifeline', '13 11 14', 'lifeline.org.au'),
      poison('Poisons Information Centre', '13 11 26', 'poisonsinfo.nsw.gov.au'),
      abuse('1800RESPECT', '1800 737 732', '1800respect.org.au'),
    ],
  },
  NZ: {
    emergency: '111',
    lines: [
      crisis('1737 Need to talk?', '1737', '1737.org.nz'),
      poison('National Poisons Centre', '0800 764 766', 'poisons.co.nz'),
      abuse("Women's Refuge", '0800 733 843', 'womensrefuge.org.nz'),
    ],
  },
  ZA: {
    emergency: '112',
    lines: [
      crisis('SADAG Suicide Crisis Helpline', '0800 567 567', 'sadag.org'),
      poison('Poisons Information Helpline', '0861 555 777', 'afritox.co.za'),
      abuse('Gender-Based Violence Command Centre', '0800 428 428', 'gbv.org.za'),
    ],
  },
  IN: {
    emergency: '112',
    lines: [
      crisis('Tele-MANAS', '14416', 'telemanas.mohfw.gov.in'),
      abuse('Women Helpline', '181', 'wcd.gov.in'),
    ],
  },
  ES: {
    emergency: '112',
    lines: [
      crisis('Línea 024', '024', 'sanidad.gob.es'),
      poison('Información Toxicológica', '91 562 04 20', 'mjusticia.gob.es'),
      abuse('016', '016', 'violenciagenero.igualdad.gob.es'),
    ],
  },
  MX: {
    emergency: '911',
    lines: [crisis('Línea de la Vida', '800 911 2000', 'gob.mx/salud')],
  },
  AR: {
    emergency: '911',
    lines: [
      crisis('Línea Nacional de Salud Mental', '0800 999 0091', 'argentina.gob.ar/salud/mental-y-adicciones'),
      poison('Centro Nacional de Intoxicaciones', '0800 333 0160', 'argentina.gob.ar/salud'),
      abuse('Línea 144', '144', 'argentina.gob.ar/linea-144'),
    ],
  },
  CL: {
    emergency: '131',
    police: '133',
    lines: [
      // From mobile phones.
      crisis('Línea de Prevención del Suicidio', '*4141', 'minsal.cl'),
      poison('CITUC', '2 2635 3800', 'cituc.uc.cl'),
      abuse('1455 SernamEG', '1455', 'sernameg.gob.cl'),
    ],
  },
  PE: {
    emergency: '106',
    police: '105',
    lines: [
      crisis('Línea 113 Salud (option 5)', '113', 'gob.pe/minsa'),
      abuse('Línea 100', '100', 'gob.pe/mimp'),
    ],
  },
  UY: {
    emergency: '911',
    lines: [
      crisis('Línea Vida', '0800 0767', 'asse.com.uy'),
      abuse('Violencia de género', '0800 4141', 'gub.uy/inmujeres'),
    ],
  },
  FR: {
    emergency: '112',
    lines: [
      crisis('3114', '3114', '3114.fr'),
      poison('Centre antipoison de Paris', '01 40 05 48 48', 'centres-antipoison.net'),
      abuse('Violences Femmes Info', '3919', 'solidaritefemmes.org'),
    ],
  },
  BE: {
    emergency: '112',
    lines: [
      crisis('Centre de Prévention du Suicide', '0800 32 123', 'preventionsuicide.be', { language: 'fr' }),
      crisis('Zelfmoordlijn', '1813', 'zelfmoord1813.be', { language: 'nl' }),
      poison('Antigifcentrum, Centre Antipoisons', '070 245 245', 'antigifcentrum.be'),
      abuse('Écoute violences conjugales', '0800 30 030', 'ecouteviolencesconjugales.be', {
        language: 'fr',
      }),
      abuse('1712', '1712', '1712.be', {
        language: 'nl',
        hours: { zone: 'Europe/Brussels', from: 9, to: 17, weekdays: true },
      }),
    ],
  },
  CH: {
    emergency: '112',
    lines: [crisis('Tel. 143', '143', '143.ch'), poison('Tox Info Suisse', '145', 'toxinfo.ch')],
  },
  LU: {
    emergency: '112',
    lines: [
      // Those of every day. Its later hours on Friday and Saturday are left out: nobody has checked them.
      crisis('SOS Détresse', '454545', '454545.lu', {
        hours: { zone: 'Europe/Luxembourg', from: 11, to: 23 },
      }),
      poison('Centre Antipoisons', '8002 5500', 'centreantipoisons.be'),
    ],
  },
  DE: {
    emergency: '112',
    police: '110',
    lines: [
      crisis('TelefonSeelsorge', '116 123', 'telefonseelsorge.de'),
      poison('Giftnotruf Berlin', '030 19240', 'giftnotruf.charite.de'),
      abuse('Hilfetelefon', '116 016', 'hilfetelefon.de'),
    ],
  },
  AT: {
    emergency: '112',
    lines: [
      crisis('TelefonSeelsorge', '142', 'telefonseelsorge.at'),
      poison('Vergiftungsinformationszentrale', '01 406 43 43', 'goeg.at'),
      abuse('Frauenhelpline', '0800 222 555', 'frauenhelpline.at'),
    ],
  },
  PT: {
    emergency: '112',
    lines: [
      crisis('Linha de Prevenção do Suicídio', '1411', 'sns24.gov.pt'),
      poison('Centro de Informação Antivenenos', '800 250 250', 'inem.pt'),
      abuse('Violência doméstica', '800 202 148', 'cig.gov.pt'),
    ],
  },
  BR: {
    emergency: '192',
    police: '190',
    lines: [
      crisis('CVV', '188', 'cvv.org.br'),
      poison('Disque-Intoxicação', '0800 722 6001', 'gov.br/anvisa'),
      abuse('Ligue 180', '180', 'gov.br/mulheres'),
    ],
  },
  IT: {
    emergency: '112',
    lines: [
      crisis('Telefono Amico', '02 2327 2327', 'telefonoamico.it', {
        hours: { zone: 'Europe/Rome', from: 9, to: 24 },
      }),
      poison('Centro Antiveleni di Milano', '02 6610 1029', 'ospedaleniguarda.it'),
      abuse('1522', '1522', '1522.eu'),
    ],
  },
  NL: {
    emergency: '112',
    lines: [
      crisis('113 Zelfmoordpreventie, also 0800 0113', '113', '113.nl'),
      abuse('Veilig Thuis', '0800 2000', 'veiligthuis.nl'),
    ],
  },
  PL: {
    emergency: '112',
    lines: [
      crisis('Centrum Wsparcia', '800 70 2222', 'centrumwsparcia.pl'),
      crisis('Telefon zaufania dla dorosłych', '116 123', '116sos.pl', {
        hours: { zone: 'Europe/Warsaw', from: 14, to: 22 },
      }),
      abuse('Niebieska Linia', '800 120 002', 'niebieskalinia.info'),
    ],
  },
  SE: {
    emergency: '112',
    lines: [
      crisis('Mind Självmordslinjen', '90101', 'mind.se'),
      abuse('Kvinnofridslinjen', '020 50 50 50', 'kvinnofridslinjen.se'),
    ],
  },
  DK: {
    emergency: '112',
    lines: [
      crisis('Livslinien', '70 201 201', 'livslinien.dk', {
        hours: { zone: 'Europe/Copenhagen', from: 11, to: 5 },
      }),
      poison('Giftlinjen', '82 12 12 12', 'bispebjerghospital.dk/giftlinjen'),
      abuse('Lev Uden Vold', '1888', 'levudenvold.dk'),
    ],
  },
  NO: {
    emergency: '113',
    police: '112',
    lines: [
      crisis('Mental Helse', '116 123', 'mentalhelse.no'),
      poison('Giftinformasjonen', '22 59 13 00', 'fhi.no'),
      abuse('VO-linjen', '116 006', '116006.no'),
    ],
  },
  FI: {
    emergency: '112',
    lines: [
      crisis('MIELI Kriisipuhelin', '09 2525 0111', 'mieli.fi'),
      poison('Myrkytystietokeskus', '0800 147 111', 'hus.fi'),
      abuse('Nollalinja', '080 005 005', 'nollalinja.fi'),
    ],
  },
  JP: {
    emergency: '119',
    police: '110',
    lines: [
      crisis('#いのちSOS', '0120-061-338', 'lifelink.or.jp', {
        hours: { zone: 'Asia/Tokyo', from: 6, to: 24 },
      }),
      crisis('よりそいホットライン', '0120-279-338', 'since2011.net'),
      crisis('いのちの電話', '0120-783-556', 'inochinodenwa.org', {
        hours: { zone: 'Asia/Tokyo', from: 16, to: 21 },
      }),
      poison('中毒110番', '072-727-2499', 'j-poison-ic.jp'),
      abuse('DV相談+', '0120-279-889', 'soudanplus.jp'),
    ],
  },
  UA: {
    emergency: '103',
    police: '102',
    lines: [
      crisis('Lifeline Ukraine', '7333', 'lifelineukraine.com'),
      abuse('La Strada', '116 123', 'la-strada.org.ua'),
    ],
  },
  TR: { emergency: '112', lines: [abuse('ALO 183', '183', 'aile.gov.tr')] },
}

export const helplineDirectory = 'findahelpline.com'
/** Where the country is unknown. */
export const emergencyNumbers = { europe: helpByCountry.DE.emergency, america: helpByCountry.US.emergency }

/** Languages of one country, more or less. The others are spoken where the numbers of a guessed country do not work. */
const countryOfLanguage: Record<string, Country> = {
  it: 'IT',
  pl: 'PL',
  ja: 'JP',
  sv: 'SE',
  da: 'DK',
  nb: 'NO',
  no: 'NO',
  fi: 'FI',
}

const isListed = (country: string | undefined): country is Country =>
  country !== undefined && Object.hasOwn(helpByCountry, country)
/** Where the lines of a country answer too, though phones there have a country code of their own in libphonenumber-js. */
const territoriesOf: Partial<Record<Country, string[]>> = {
  US: ['PR', 'GU', 'VI', 'AS', 'MP'],
  GB: ['GG', 'IM', 'JE'],
  FR: ['RE', 'GP', 'MQ', 'GF', 'YT', 'PM', 'BL', 'MF'],
  FI: ['AX'],
  NO: ['SJ'],
  IT: ['VA'],
}
const countryWith = (code: string) =>
  Object.entries(territoriesOf).find(([, territories]) => territories.includes(code))?.[0] ?? code
/** The timezone of a user who has not set one. */
const isNoPlace = (timezone: string) => /^(?:Etc\/.*|UTC|GMT)$/.test(timezone)

export type Whereabouts = {
  /** Its ISO code. */
  phoneCountry?: string | null
  timezones?: (string | undefined)[]
  language?: string
}

/**
 * The country whose numbers a person can call: that of the phone, or else of the first timezone that is in one. The
 * language decides only where neither tells of any country, be it one without numbers here.
 */
export function countryToCall({
  phoneCountry: of,
  timezones = [],
  language,
}: Whereabouts): Country | undefined {
  const phoneCountry = of ? countryWith(of) : undefined
  const zones = timezones.filter((zone) => zone !== undefined)
  const country = [phoneCountry, ...zones.map(countryOf)].find(isListed)
  if (country || phoneCountry || !zones.every(isNoPlace)) return country
  return countryOfLanguage[language?.split('-')[0]?.toLowerCase() ?? '']
}

/** The lines of the kind, or else the crisis lines. */
function linesOfKind(lines: HelpLine[], kind: DangerKind): HelpLine[] {
  const ofKind = lines.filter(({ kinds }) => kinds.includes(kind))
  return ofKind.length ? ofKind : lines.filter(({ kinds }) => kinds.includes('self-harm'))
}

/** At whatever hour; of all kinds if none is given. */
export const linesIn = (country: Country, kind?: DangerKind): HelpLine[] =>
  kind ? linesOfKind(helpByCountry[country].lines, kind) : helpByCountry[country].lines

type EmergencyNumber = { name: 'Emergency' | 'Police'; number: string }

const emergencyOf = (number: string): EmergencyNumber => ({ name: 'Emergency', number })

/** The one to call first comes first: the police, where it has a number of its own and the danger comes from people. */
export function emergenciesIn(
  country: Country | undefined,
  kind?: DangerKind,
): [EmergencyNumber, ...EmergencyNumber[]] {
  if (!country) return [emergencyOf(emergencyNumbers.europe), emergencyOf(emergencyNumbers.america)]
  const { emergency, police } = helpByCountry[country]
  const ofEmergency = emergencyOf(emergency)
  if (!police || kind === 'self-harm' || kind === 'overdose') return [ofEmergency]
  const ofPolice = { name: 'Police', number: police } as const
  return kind ? [ofPolice, ofEmergency] : [ofEmergency, ofPolice]
}

/** Without lines, none answers now. */
export type Help = { emergency: string; lines: HelpLine[] }

/**
 * What a person can call now: the first line that answers, or where each speaks one language, that of `language` or else
 * one for each.
 */
export function helpFor(kind: DangerKind, country: Country, now: Date, language?: string): Help {
  const answering = helpByCountry[country].lines.filter((line) => answersAt(line, now))
  const lines = linesOfKind(answering, kind)
  const spoken = lines.find((line) => line.language === language)
  const named = spoken ? [spoken] : lines.filter((line, index) => index === 0 || line.language)
  return { emergency: emergenciesIn(country, kind)[0].number, lines: named }
}

/** The numbers of a country's crisis lines, also of those that are closed now. */
export const crisisNumbersOf = (country: Country) =>
  linesIn(country, 'self-harm')
    .map(({ number }) => number)
    .join(' / ')

/** With its hours in figures, which are read in any language; `weekdays` is said of a line of Monday to Friday. */
export function numberAndHours({ number, hours }: HelpLine, weekdays = 'Mon-Fri'): string {
  if (!hours) return number
  return `${number} (${hours.weekdays ? `${weekdays} ` : ''}${hours.from}:00-${hours.to}:00)`
}

/** Undefined if no line answers now. */
export const numberOf = ({ lines }: Help, weekdays?: string): string | undefined =>
  lines.map((line) => numberAndHours(line, weekdays)).join(' / ') || undefined

export function answersAt({ hours }: HelpLine, now: Date): boolean {
  if (!hours) return true
  const { zone, from, to, weekdays } = hours
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: 'numeric', weekday: 'short' })
  const [day, time] = clock.format(now).split(', ')
  if (weekdays && (day === 'Sat' || day === 'Sun')) return false
  const hour = Number(time)
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

/** Local times of the country. */
export function hoursOf({ hours }: HelpLine): string {
  if (!hours) return 'at any hour'
  const { from, to, weekdays } = hours
  return `${weekdays ? 'Monday to Friday' : 'every day'} ${from}:00 to ${to}:00`
}
