import { useEffect, useRef, type RefObject } from 'react'
import { Button } from '@/components/ui/button'

export type Loading = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type Props = {
  loading: Loading
  /** Whether everything that has been loaded is shown. */
  isShown: boolean
}

/** Loads the next batch shortly before the end of the list scrolls into view; the button works without scrolling. */
export function OlderEntries({ loading, isShown }: Props) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = loading
  const end = useRef<HTMLDivElement>(null)
  useWhenNear(end, hasNextPage && !isFetching && !isFetchNextPageError && isShown, fetchNextPage)

  if (!hasNextPage) return null
  return (
    <div ref={end} className="flex flex-col items-center gap-3">
      {isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger">
          We couldn&apos;t load older entries.
        </p>
      )}
      <Button variant="secondary" onClick={() => void fetchNextPage()} pending={isFetching}>
        {isFetchNextPageError ? 'Retry' : 'Show older entries'}
      </Button>
    </div>
  )
}

function useWhenNear(target: RefObject<Element | null>, active: boolean, act: () => unknown) {
  useEffect(() => {
    if (!active || !target.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && act(), {
      rootMargin: '1200px',
    })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target, active, act])
}
