import type { Mood } from '@shared/journal'
import { EmptyState } from '@/components/empty-state'
import { ButtonLink } from '@/components/ui/button-link'
import { useKeptValue } from '@/lib/screen/use-kept-open'
import type { JournalDays } from './analytics-queries'
import { shiftYears, shortDayName, yearOf } from './calendar'
import { DaysOfMood } from './days-of-mood'
import { GoalsByMonth, type AchievedGoal } from './goals-by-month'
import { MonthsTable } from './months-table'
import { MoodShares } from './mood-shares'
import { TouchedMonth } from './touched-month'
import { YearComparison } from './year-comparison'
import { figuresOf } from './year-figures'
import { YearSquares } from './year-squares'

type Props = {
  year: string
  today: string
  days: JournalDays
  daysBefore: JournalDays
  goals: AchievedGoal[]
  firstDay: string
}

type Listed = { year: string; mood: Mood }

/** The moods of a year as squares and as shares, beside those of the year before, and the goals achieved in it. */
export function YearOverview({ year, today, days, daysBefore, goals, firstDay }: Props) {
  const [month, setMonth, isMonthRestored] = useKeptValue<string | undefined>('month', undefined)
  const [listed, setListed, isListRestored] = useKeptValue<Listed | undefined>('listed', undefined)
  const isThisYear = year === yearOf(today)
  const yearBefore = shiftYears(year, -1)
  // A year that is not over is compared with the same part of the year before.
  const lastDay = isThisYear ? today.slice(4) : '-12-31'
  const shown = {
    title: year,
    figures: figuresOf(days, year + lastDay),
    goals: goalsOf(goals, year, year + lastDay).length,
  }
  const before = {
    title: isThisYear ? `${yearBefore}, to ${shortDayName(today)}` : yearBefore,
    figures: figuresOf(daysBefore, yearBefore + lastDay),
    goals: goalsOf(goals, yearBefore, yearBefore + lastDay).length,
  }
  const isEmpty = shown.figures.entries === 0
  const isFirst = daysBefore.size === 0
  const list = (year: string) => (mood: Mood) =>
    setListed(listed?.year === year && listed.mood === mood ? undefined : { year, mood })
  const chosenIn = (year: string) => (listed?.year === year ? listed.mood : undefined)
  const listedDays = [...(listed?.year === year ? days : daysBefore).values()].filter(
    ({ date, mood }) => mood === listed?.mood && date.slice(4) <= lastDay,
  )
  return (
    <>
      <figure aria-label={`Moods in ${year}`} className="flex flex-col gap-4">
        <YearSquares year={year} days={days} today={today} firstDay={firstDay} onTouch={setMonth} />
        {month && (
          <TouchedMonth
            month={month}
            days={days}
            today={today}
            isRestored={isMonthRestored}
            onMonth={setMonth}
            onClose={() => setMonth(undefined)}
          />
        )}
        {days.size > 0 && <MonthsTable year={year} days={days} />}
      </figure>
      {isEmpty && (
        <EmptyState
          className="py-2"
          title={`No entries in ${year}${isThisYear ? ' yet' : ''}`}
          description={isThisYear ? 'Write a few words, and the first square gets its color.' : undefined}
          action={isThisYear && <ButtonLink href="/journal/new">Write</ButtonLink>}
        />
      )}
      {(!isEmpty || !isFirst) && (
        <section className="flex flex-col gap-3 border-t border-line pt-4">
          <h3 className="font-medium">{isFirst ? 'In numbers' : `Compared with ${yearBefore}`}</h3>
          <div className="-my-2 flex flex-col">
            <MoodShares
              title={year}
              counts={shown.figures.moods}
              chosen={chosenIn(year)}
              onChoose={list(year)}
            />
            <MoodShares
              title={yearBefore}
              counts={before.figures.moods}
              chosen={chosenIn(yearBefore)}
              onChoose={list(yearBefore)}
            />
          </div>
          {listed && (
            <DaysOfMood
              key={listed.year + listed.mood}
              {...listed}
              days={listedDays}
              isRestored={isListRestored}
            />
          )}
          <YearComparison
            years={isFirst ? [shown] : [shown, before]}
            chosen={chosenIn(year)}
            onChoose={list(year)}
          />
        </section>
      )}
      <GoalsByMonth year={year} isThisYear={isThisYear} goals={goalsOf(goals, year, `${year}-12-31`)} />
    </>
  )
}

const goalsOf = (goals: AchievedGoal[], year: string, lastDay: string) =>
  goals.filter(({ day }) => yearOf(day) === year && day <= lastDay)
