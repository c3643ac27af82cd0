/**
 * Old IANA names that V8's Intl still returns, with their replacements: browsers in India report Asia/Calcutta. Both names
 * must become one, or "Use my timezone" would always see a difference.
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

/** The canonical IANA name; undefined for unknown timezones and for offsets such as +02:00. */
export function canonicalTimezone(name: string): string | undefined {
  if (!/^[a-z]/i.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return renamed[timeZone] ?? timeZone
  } catch {
    return undefined
  }
}

/** Every timezone that a user can choose, sorted, UTC first. */
export function allTimezones(): string[] {
  const zones = Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name)
  return ['UTC', ...[...new Set(zones)].filter((name) => name !== 'UTC').sort()]
}

/** One format for each timezone, because making one is slow. */
export function formatsWith(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formats.set(timeZone, format)
    return format
  }
}

const dayFormat = formatsWith('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const newest = new Map<string, { minute: number; day: string }>()

/** The date, YYYY-MM-DD, at `instant` in `timezone`. */
export function localDay(instant: Date, timezone: string): string {
  // Cached per minute, because Intl is slow. Days start on a whole minute in every current timezone.
  const minute = Math.floor(instant.getTime() / 60_000)
  const known = newest.get(timezone)
  if (known?.minute === minute) return known.day
  const day = dayFormat(timezone).format(instant)
  newest.set(timezone, { minute, day })
  return day
}
