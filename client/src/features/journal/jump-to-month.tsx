import { useQuery } from '@tanstack/react-query'
import { CalendarIcon } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { JournalMonthView } from '@shared/journal'
import { buttonStyle } from '@/components/ui/button-styles'
import { Dialog } from '@/components/ui/dialog'
import { cn } from '@/lib/screen/cn'
import { longMonth } from '@/lib/dates/dates'
import { journalQueries } from './journal-queries'

type Props = { month: string | undefined; onJump: (month: string) => void }

/** A button that opens the years of the journal, with the entries of each month. */
export function JumpToMonth({ month, onJump }: Props) {
  const { data: months = [] } = useQuery(journalQueries.months())
  const [isOpen, setOpen] = useState(false)
  const [newest] = months
  if (!newest || months.length < 2) return null
  const inSight = months.find((one) => !month || one.month <= month) ?? newest
  return (
    <div className="pointer-events-auto">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label="Jump to month"
        onClick={() => setOpen(true)}
        className={buttonStyle('ghost', 'text-accent!')}
      >
        <CalendarIcon />
        <span className="@max-[18rem]:hidden">Jump to month</span>
      </button>
      {isOpen && (
        <Years months={months} month={inSight.month} onJump={onJump} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

type YearsProps = Props & { months: JournalMonthView[]; month: string; onClose: () => void }

function Years({ months, month, onJump, onClose }: YearsProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  /** The month that the Tab key goes to. */
  const [active, setActive] = useState(month)
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))]

  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const all = [...(dialog.current?.querySelectorAll<HTMLButtonElement>('[data-month]') ?? [])]
    const places = all.flatMap(({ disabled }, place) => (disabled ? [] : [place]))
    const place = all.findIndex(({ dataset }) => dataset.month === active)
    const inFirstRow = all.findIndex(({ offsetTop }) => offsetTop !== all[0]?.offsetTop)
    const columns = inFirstRow > 0 ? inFirstRow : 12
    const rowOf = (place: number) => Math.floor(place / columns)
    const nearestIn = (row: number) =>
      places.filter((other) => rowOf(other) === row).toSorted((a, b) => distance(a) - distance(b))[0]
    const distance = (other: number) => Math.abs((other % columns) - (place % columns))

    function target(): number | undefined {
      switch (event.key) {
        case 'ArrowLeft':
          return places.findLast((other) => other < place)
        case 'ArrowRight':
          return places.find((other) => other > place)
        case 'ArrowUp':
          return nearestIn(rowOf(places.findLast((other) => rowOf(other) < rowOf(place)) ?? place))
        case 'ArrowDown':
          return nearestIn(rowOf(places.find((other) => rowOf(other) > rowOf(place)) ?? place))
      }
    }

    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    all[target() ?? place]?.focus()
  }

  return (
    <Dialog ref={dialog} title="Jump to month" onClose={onClose}>
      {/* The months take the keys on their way up. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown} className="flex flex-col gap-4">
        {years.map((year) => (
          <section key={year} aria-label={year}>
            <h3 className="font-serif font-medium">{year}</h3>
            <div className="grid grid-cols-4">
              {monthsOf(year).map((name) => (
                <Month
                  key={name}
                  month={name}
                  entries={months.find(({ month }) => month === name)?.entries ?? 0}
                  isCurrent={name === month}
                  isActive={name === active}
                  onFocus={() => setActive(name)}
                  onClick={() => {
                    dialog.current?.close()
                    onJump(name)
                  }}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

type MonthProps = {
  month: string
  entries: number
  isCurrent: boolean
  isActive: boolean
  onFocus: () => void
  onClick: () => void
}

function Month({ month, entries, isCurrent, isActive, onFocus, onClick }: MonthProps) {
  const name = longMonth(month)
  return (
    <button
      type="button"
      data-month={month}
      disabled={entries === 0}
      aria-current={isCurrent || undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
      onClick={onClick}
      className={cn(
        'flex min-h-touch cursor-pointer flex-col items-center justify-center rounded-control text-sm disabled:opacity-60',
        isCurrent
          ? 'bg-accent-soft font-semibold text-accent forced-colors:outline'
          : entries === 0 && 'text-muted',
      )}
    >
      <span>
        {name.slice(0, 3)} <span className="sr-only">{name.slice(-4)}: </span>
      </span>
      <span className="text-xs text-muted tabular-nums">
        {entries || <>&nbsp;</>}
        <span className="sr-only">
          {entries === 0 ? 'no entries' : entries === 1 ? ' entry' : ' entries'}
        </span>
      </span>
    </button>
  )
}

const monthsOf = (year: string) =>
  Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}`)
