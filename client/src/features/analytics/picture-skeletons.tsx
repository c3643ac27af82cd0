import { Loading, Skeleton } from '@/components/ui/skeleton'

const listOf = (count: number) => Array.from({ length: count }, (_, i) => i)

export function MonthSkeleton({ weeks }: { weeks: number }) {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="mx-auto my-2 h-7 w-1/2" />
      <div className="flex flex-col gap-1">
        <Skeleton className="h-5" />
        <Days count={7 * weeks} />
      </div>
      <Skeleton className="h-[10.25rem]" />
    </Loading>
  )
}

/** Beneath a picture that says that it loads, or has loaded. */
export function GoalsOfMonthSkeleton() {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-12" />
    </div>
  )
}

export function YearSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-[13.25rem]" />
      <Skeleton className="h-7" />
      <Skeleton className="h-7" />
      <Skeleton className="h-60" />
    </Loading>
  )
}

function Days({ count }: { count: number }) {
  return (
    <div className="grid grid-cols-7 gap-y-1">
      {listOf(count).map((day) => (
        <div key={day} className="flex flex-col items-center gap-0.5 pt-0.5 pb-1.5">
          <Skeleton className="my-0.5 size-4" />
          <Skeleton className="size-7 rounded-full" />
        </div>
      ))}
    </div>
  )
}
