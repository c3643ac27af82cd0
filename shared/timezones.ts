/**
 * Names that IANA has replaced and that the Intl of V8 still answers with: a browser in India says Asia/Calcutta, its
 * user looks for Asia/Kolkata. Both must be one zone here, or "Use my timezone" would never be content.
 */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The zone's canonical IANA name, or undefined when there is no such zone; offsets like +02:00 are none. */
export function canonicalTimezone(name: string): string | undefined {
  if (!/^[a-z]/i.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return renamed[timeZone] ?? timeZone
  } catch {
    return undefined
  }
}

/** Every zone that a person can choose, sorted, UTC first. */
export function allTimezones(): string[] {
  const zones = Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name)
  return ['UTC', ...[...new Set(zones)].filter((name) => name !== 'UTC').sort()]
}

const formats = new Map<string, Intl.DateTimeFormat>()
const newest = new Map<string, { minute: number; day: string }>()

/** The calendar day, YYYY-MM-DD, that it is at `instant` in `timezone`. */
export function localDay(instant: Date, timezone: string): string {
  // Asked for a thousand times within a minute, and calendars are slow. Days begin on whole minutes in all zones of today.
  const minute = Math.floor(instant.getTime() / 60_000)
  const known = newest.get(timezone)
  if (known?.minute === minute) return known.day
  const day = dayOf(instant, timezone)
  newest.set(timezone, { minute, day })
  return day
}

function dayOf(instant: Date, timezone: string): string {
  let format = formats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(timezone, format)
  }
  return format.format(instant)
}
