import { moods } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { pictureOf } from '@/features/journal/moods'
import type { JournalDays } from './analytics-queries'
import { monthName, monthOf, monthsOf } from './calendar'
import { MoodFace } from './mood-face'
import { PictureTable } from './picture-table'

/** How often each mood was written in each month; a month leads to its calendar. */
export function MonthsTable({ year, days }: { year: string; days: JournalDays }) {
  const written = [...days.values()]
  const rows = monthsOf(year).flatMap((month) => {
    const ofMonth = written.filter(({ date }) => monthOf(date) === month)
    const cells = moods.map((mood) => ofMonth.filter((day) => day.mood === mood).length)
    return ofMonth.length ? [{ key: month, title: <MonthLink month={month} />, cells }] : []
  })
  return (
    <PictureTable
      caption={`Moods in ${year}`}
      head={[
        { key: 'month', title: 'Month' },
        ...moods.map((mood) => ({
          key: mood,
          title: (
            <span title={pictureOf(mood).label} className="inline-flex align-middle">
              <MoodFace mood={mood} className="size-5" />
              <span className="sr-only">{pictureOf(mood).label}</span>
            </span>
          ),
        })),
      ]}
      rows={rows}
    />
  )
}

function MonthLink({ month }: { month: string }) {
  return (
    <AppLink
      href={`/progress?month=${month}`}
      className="-my-1.5 inline-flex min-h-touch items-center rounded-control text-accent underline underline-offset-2"
    >
      {monthName(month)}
    </AppLink>
  )
}
