import { Loading, Skeleton } from './ui/skeleton'

/** A placeholder for a form: a label and a control for each of `heights`. */
export function FormSkeleton({ heights }: { heights: string[] }) {
  return (
    <Loading className="flex flex-col gap-6">
      {heights.map((height, position) => (
        // Nothing here ever moves, so the position is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={position} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-44" />
          <Skeleton className={height} />
        </div>
      ))}
    </Loading>
  )
}
