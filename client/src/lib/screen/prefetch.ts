type Prefetch = (path: string) => void

let prefetch: Prefetch = () => {}

/** Lets the routes register how to prefetch a screen, so that links need not import them. */
export function onPrefetch(how: Prefetch) {
  prefetch = how
}

/** The query and the hash of a link say nothing about its screen. */
export const prefetchScreen = (href: string) => prefetch(href.replace(/[?#].*/, ''))
