import { dismissToasts } from './toast'

/**
 * What a browser does on a document navigation and a single-page app has to do itself: scroll to the top (or restore
 * the position when going back), and move the focus to the heading of the new screen.
 */
const positions = new Map<string | undefined, number>()
let path = ''
let query = ''
let returns = 0
let headingIsDue = false
let positionDue: number | undefined

/** Call before the router listens, so that a navigation is noticed before the new screen renders. */
export function watchNavigation(): () => void {
  const watch = new AbortController()
  const { signal } = watch
  path = window.location.pathname
  query = window.location.search
  headingIsDue = false
  history.scrollRestoration = 'manual'
  // On a reload the browser restores the position itself.
  window.addEventListener('pagehide', () => (history.scrollRestoration = 'auto'), { signal })
  window.addEventListener('pageshow', () => (history.scrollRestoration = 'manual'), { signal })
  window.addEventListener('scroll', rememberPosition, { signal, passive: true })
  for (const event of ['pushState', 'replaceState', 'popstate'])
    window.addEventListener(event, onNavigation, { signal })
  return () => watch.abort()
}

function onNavigation({ type }: Event) {
  const { pathname, search } = window.location
  const isReturn = type === 'popstate'
  // Within a screen, such as in a search, only Back and Forward lead elsewhere.
  const isElsewhere = pathname !== path || (isReturn && search !== query)
  path = pathname
  query = search
  if (!isElsewhere) return
  if (isReturn) {
    dismissToasts()
    returns++
  }
  headingIsDue = true
  positionDue = (isReturn && positions.get(historyEntry())) || 0
}

/** How often Back or Forward has been used: each time the screen is a new one, also where its path stays the same. */
export const returnsSoFar = () => returns

function rememberPosition() {
  const entry = historyEntry()
  if (entry) positions.set(entry, window.scrollY)
}

/** The ref of a screen's heading (`tabIndex={-1}`). A heading that replaces a focused one takes the focus. */
export function screenHeading(heading: HTMLHeadingElement) {
  if (headingIsDue) {
    headingIsDue = false
    heading.focus({ preventScroll: true })
  }
  return () => {
    if (document.activeElement === heading) headingIsDue = true
  }
}

/** Call once a new screen has been rendered. */
export function settleScroll() {
  if (positionDue === undefined) return
  window.scrollTo(0, positionDue)
  positionDue = undefined
}

/** The key of the current history entry; a browser without the Navigation API scrolls to the top instead. */
const historyEntry = () => (window as WithNavigation).navigation?.currentEntry?.key

type WithNavigation = { navigation?: { currentEntry?: { key: string } } }
