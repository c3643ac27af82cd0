import { lazy, Suspense, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { ErrorBoundary } from '@/components/error-boundary'
import { PageHeader } from '@/components/page-header'
import { Card } from '@/components/ui/card'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { today } from '@/lib/dates/days'
import { earliestYear, weeksOfMonth } from './calendar'
import { MonthSkeleton, YearSkeleton } from './picture-skeletons'
import { Weekly } from './weekly'

const MonthPicture = lazy(async () => ({ default: (await import('./month-picture')).MonthPicture }))
const YearPicture = lazy(async () => ({ default: (await import('./year-picture')).YearPicture }))

/** What is shown is in the address, so that Back from an entry returns to it: `?month=2026-11`, `?year=2026`, or the week. */
export function ProgressPage() {
  const [params, setParams] = useSearchParams()
  const show = (period: Record<string, string>) => setParams(period, { replace: true })
  const month = valid(params.get('month'), /^\d{4}-(0[1-9]|1[0-2])$/, today().slice(0, 7))
  const year = valid(params.get('year'), /^\d{4}$/, today().slice(0, 4))
  const starts: Record<string, Record<string, string>> = { weekly: {}, monthly: { month }, annual: { year } }
  return (
    <>
      <PageHeader title="Progress" />
      <Tabs
        value={params.has('month') ? 'monthly' : params.has('year') ? 'annual' : 'weekly'}
        onValueChange={(tab) => show(starts[tab] ?? {})}
        className="[print-color-adjust:exact]"
      >
        <TabsList aria-label="Period">
          <TabsTrigger value="weekly">Weekly</TabsTrigger>
          <TabsTrigger value="monthly">Monthly</TabsTrigger>
          <TabsTrigger value="annual">Annual</TabsTrigger>
        </TabsList>
        <TabsContent value="weekly" className="flex flex-col gap-4">
          <Weekly />
        </TabsContent>
        <TabsContent value="monthly">
          <PictureCard
            title="Monthly Progress"
            fallback={<MonthSkeleton weeks={weeksOfMonth(month).length} />}
          >
            <MonthPicture month={month} onMonth={(month) => show({ month })} />
          </PictureCard>
        </TabsContent>
        <TabsContent value="annual">
          <PictureCard title="Annual Progress" fallback={<YearSkeleton />}>
            <YearPicture year={year} onYear={(year) => show({ year })} />
          </PictureCard>
        </TabsContent>
      </Tabs>
    </>
  )
}

/** The value of a period in the address, unless it is none, still to come or too long ago. */
const valid = (value: string | null, pattern: RegExp, latest: string) =>
  value && pattern.test(value) && value >= earliestYear && value <= latest ? value : latest

type PictureCardProps = { title: string; fallback: ReactNode; children: ReactNode }

function PictureCard({ title, fallback, children }: PictureCardProps) {
  return (
    <Card title={title}>
      <ErrorBoundary part="This picture">
        <Suspense fallback={fallback}>{children}</Suspense>
      </ErrorBoundary>
      <p className="border-t border-line pt-4 text-sm text-muted">More detailed analytics coming soon</p>
    </Card>
  )
}
