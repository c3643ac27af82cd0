import { dismissToasts } from './toast'

/**
 * What a browser does on a document navigation and a single-page app has to do itself: scroll to the top, and move the
 * focus to the heading of the new screen; when going back, restore the position, and the focus to the link that was
 * followed.
 */
const positions = new Map<string | undefined, number>()
let path = ''
let query = ''
let returns = 0
let isFirst = true
let headingIsDue = false
let positionDue: number | undefined

/** From where a screen was opened. */
type Origin = { address: string; /** A selector. */ link: string }
let origin: Origin | undefined

/** Kept in the state of a history entry, so that a reload does not lose it. */
type Kept = {
  origin?: Origin
  /** What was opened, closed or chosen on the screen, see use-kept-open.ts. */
  values?: Record<string, unknown>
}
let linkDue: string | undefined
let keepsToasts = false
let isGoingBack = false

/** Call before the router listens, so that a navigation is noticed before the new screen renders. */
export function watchNavigation(): () => void {
  const watch = new AbortController()
  const { signal } = watch
  path = window.location.pathname
  query = window.location.search
  isFirst = true
  headingIsDue = false
  origin = kept().origin
  isGoingBack = false
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
  const { pathname, search, hash } = window.location
  const isReturn = type === 'popstate'
  isGoingBack = false
  // Within a screen, such as in a search, only Back and Forward lead elsewhere.
  const isElsewhere = pathname !== path || (isReturn && search !== query)
  const before = path + query
  const left = origin
  path = pathname
  query = search
  if (isReturn) origin = kept().origin
  else {
    if (type === 'pushState') origin = { address: before, link: linkTo(path + query + hash) }
    keep({ origin })
  }
  if (!isElsewhere) return
  isFirst = false
  if (isReturn) {
    if (!keepsToasts) dismissToasts()
    returns++
  }
  keepsToasts = false
  headingIsDue = true
  if (isReturn) linkDue = left?.address === path + query ? left.link : undefined
  else linkDue = hash && `#${CSS.escape(hash.slice(1))}`
  positionDue = (isReturn && positions.get(historyEntry())) || 0
}

const kept = () => (history.state ?? {}) as Kept

/** Adds to the state that the router has written; without the event of the router's own `replaceState`. */
function keep(added: Kept) {
  History.prototype.replaceState.call(history, { ...history.state, ...added }, '')
}

export const keptValue = (name: string) => kept().values?.[name]
export const keepValue = (name: string, value: unknown) =>
  keep({ values: { ...kept().values, [name]: value } })

/** By its id, for a link that will lead elsewhere; else by its address, because Safari does not focus a link that is clicked. */
function linkTo(address: string) {
  const id = document.activeElement?.closest('a')?.id
  return id ? `#${CSS.escape(id)}` : `#content a[href="${CSS.escape(address)}"]`
}

/** The address in the app from which this screen was opened; undefined if it was opened by its own. */
export const openedFrom = () => origin?.address

/** Whether the first screen of this document is still shown, and no other led to it. */
export const wasOpenedByAddress = () => isFirst && !origin

/** Goes back if this screen was opened from `address`, so that it is as it was left. Returns whether it does. */
export function goBackTo(address: string): boolean {
  if (origin?.address !== address) return false
  // A second press before the browser has gone back must not go back twice.
  if (isGoingBack) return true
  isGoingBack = true
  // What a save says stays on the screen that it leads to.
  keepsToasts = true
  history.back()
  return true
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
  if (linkDue) focusOnceThere(linkDue)
  linkDue = undefined
}

/** For what a screen may have to load. The focus stays where it is as soon as the user does something. */
export function focusOnceThere(selector: string, prepare?: (element: HTMLElement) => void) {
  const end = new AbortController()
  const { signal } = end
  function tryIt() {
    const link = document.querySelector<HTMLElement>(selector)
    if (!link) return
    prepare?.(link)
    link.focus()
    end.abort()
  }
  tryIt()
  if (signal.aborted) return
  const observer = new MutationObserver(tryIt)
  observer.observe(document.body, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
  for (const event of ['keydown', 'pointerdown', 'wheel', 'pushState', 'popstate'])
    window.addEventListener(event, () => end.abort(), { signal, passive: true })
}

/** The key of the current history entry; a browser without the Navigation API scrolls to the top instead. */
const historyEntry = () => (window as WithNavigation).navigation?.currentEntry?.key

type WithNavigation = { navigation?: { currentEntry?: { key: string } } }
