type Prefetch = (path: string) => void

let prefetch: Prefetch = () => {}

/** The table of routes says here how to fetch a screen's code ahead, so that no link has to know the table. */
export function onPrefetch(how: Prefetch) {
  prefetch = how
}

export const prefetchScreen: Prefetch = (path) => prefetch(path)
