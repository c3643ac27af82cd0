import type { ReactNode } from 'react'
import { moods } from '@shared/journal-fields'
import { pictureOf } from '@/features/journal/moods'
import { MoodFace } from './mood-face'
import { percentsOf, type YearFigures } from './year-figures'

export type ComparedYear = { title: string; figures: YearFigures; goals: number }

/** The figures of a year, beside those of another. */
export function YearComparison({ years }: { years: ComparedYear[] }) {
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{years.map(({ title }) => title).join(' compared with ')}</caption>
      <thead>
        <tr>
          <th scope="col" className="text-left">
            <span className="sr-only">Figure</span>
          </th>
          {years.map(({ title }) => (
            <th key={title} scope="col" className={`${cell} font-medium`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row title="Entries" values={years.map(({ figures }) => figures.entries)} />
        <Row title="Longest streak" values={years.map(({ figures }) => daysIn(figures.longestStreak))} />
        <Row title="Goals achieved" values={years.map(({ goals }) => goals)} />
        {[...moods].reverse().map((mood) => (
          <Row
            key={mood}
            title={
              <span className="flex items-center gap-1.5">
                <MoodFace mood={mood} className="size-5 max-[17rem]:hidden" />
                {pictureOf(mood).label}
              </span>
            }
            values={years.map(({ figures }) =>
              figures.entries ? `${percentsOf(figures.moods)[mood]}%` : '–',
            )}
          />
        ))}
      </tbody>
    </table>
  )
}

const daysIn = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const cell = 'py-1.5 pl-2 text-right'

function Row({ title, values }: { title: ReactNode; values: ReactNode[] }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 text-left font-normal">
        {title}
      </th>
      {values.map((value, i) => (
        // Two years that never move, so the position is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={i} className={i ? `${cell} text-muted` : `${cell} font-medium`}>
          {value}
        </td>
      ))}
    </tr>
  )
}
