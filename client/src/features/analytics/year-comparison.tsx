import type { ReactNode } from 'react'
import { type Mood, moods } from '@shared/journal'
import { pictureOf } from '@/features/journal/moods'
import { MoodFace } from './mood-face'
import { daysIn } from './mood-shares'
import { percentsOf, type YearFigures } from './year-figures'

type ComparedYear = { title: string; figures: YearFigures; goals: number }

type Props = {
  years: ComparedYear[]
  /** The mood whose days of the first year are listed. */
  chosen?: Mood
  onChoose: (mood: Mood) => void
}

/** The figures of a year, beside those of another. A mood lists its days in the first. */
export function YearComparison({ years, chosen, onChoose }: Props) {
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
        <Row title="Entries" years={years} of={({ figures }) => figures.entries} />
        <Row title="Longest streak" years={years} of={({ figures }) => daysIn(figures.longestStreak)} />
        <Row title="Goals achieved" years={years} of={({ goals }) => goals} />
        {[...moods].reverse().map((mood) => (
          <Row
            key={mood}
            title={
              <button
                type="button"
                aria-pressed={mood === chosen}
                disabled={!years[0]?.figures.moods[mood]}
                onClick={() => onChoose(mood)}
                className="-my-1.5 flex min-h-touch cursor-pointer items-center gap-1.5 rounded-control pr-2 text-accent underline underline-offset-2 disabled:cursor-default disabled:opacity-60"
              >
                <MoodFace mood={mood} className="size-5 max-[17rem]:hidden" />
                {pictureOf(mood).label}
              </button>
            }
            years={years}
            of={({ figures }) => percentOf(figures.moods, mood)}
          />
        ))}
      </tbody>
    </table>
  )
}

function percentOf(counts: Record<Mood, number>, mood: Mood): string {
  return moods.some((mood) => counts[mood]) ? `${percentsOf(counts)[mood]}%` : '–'
}

const cell = 'py-1.5 pl-2 text-right'

type RowProps = { title: ReactNode; years: ComparedYear[]; of: (year: ComparedYear) => ReactNode }

function Row({ title, years, of }: RowProps) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 text-left font-normal">
        {title}
      </th>
      {years.map((year, i) => (
        <td key={year.title} className={i ? `${cell} text-muted` : `${cell} font-medium`}>
          {of(year)}
        </td>
      ))}
    </tr>
  )
}
