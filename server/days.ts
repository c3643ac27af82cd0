const format = (options: Intl.DateTimeFormatOptions) => {
  const { format } = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return (day: string) => format(new Date(`${day}T00:00:00Z`))
}

/** '2026-11-21' as 'November 21, 2026' */
export const longDay = format({ dateStyle: 'long' })

/** '2026-11-21' as 'Saturday, November 21' */
export const weekdayAndDay = format({ weekday: 'long', month: 'long', day: 'numeric' })

/** '2026-11' as 'November' */
export const monthName = (month: string) => nameOfMonth(`${month}-01`)
const nameOfMonth = format({ month: 'long' })
