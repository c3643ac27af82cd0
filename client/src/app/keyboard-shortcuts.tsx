import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { ShortcutList } from '@/components/shortcut-list'
import { Dialog } from '@/components/ui/dialog'
import { shortcutsAreOn } from '@/lib/device/shortcuts'
import { focusOnceThere } from '@/lib/screen/navigation'
import { dismissToasts } from '@/lib/screen/toast'

const searchBox = 'input[type=search]'

/** Single keys that lead to writing, to the search and through a list, and the dialog that lists them. */
export function KeyboardShortcuts() {
  const [path, navigate] = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)

  function goTo(address: string) {
    dismissToasts()
    navigate(address)
  }

  function search() {
    if (document.querySelector(searchBox) === null) goTo('/journal')
    // The key press that leads there must not end the wait.
    setTimeout(() => focusOnceThere(searchBox))
  }

  /** Undefined if the key means nothing here. */
  function actionOf({ key, code, shiftKey }: KeyboardEvent): (() => unknown) | undefined {
    // On many keyboards these two are typed with Shift.
    if (key === '?') return () => dialog.current?.showModal()
    // A slip would end a talk.
    if (path === '/voice') return undefined
    if (key === '/') return search
    if (shiftKey) return undefined
    // On a keyboard of another script, the key has the place of N.
    const isN = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'n' : code === 'KeyN'
    if (isN && path !== '/journal/new') return () => goTo('/journal/new')
    if (key === 'ArrowDown' || key === 'ArrowUp') return stepTo(key === 'ArrowDown' ? 1 : -1, path)
    if (key === 'ArrowLeft' || key === 'ArrowRight') return turnTo(key === 'ArrowLeft' ? 'prev' : 'next')
    return undefined
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (hasModifier || event.isComposing || event.defaultPrevented || isMeantFor(event.target)) return
    if (!shortcutsAreOn()) return
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    if (!event.repeat || event.key.startsWith('Arrow')) action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return (
    <Dialog ref={dialog} title="Keyboard shortcuts">
      <ShortcutList />
      <p className="mt-2 text-sm text-muted">You can switch them off in Settings, under This device.</p>
    </Dialog>
  )
}

/** Whether what has the focus takes the key itself: a field, a menu, a dialog. */
const isMeantFor = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=menu]') !==
    null

/** Where a screen has a link to what comes before or after what it shows. */
function turnTo(rel: 'prev' | 'next'): (() => void) | undefined {
  const link = document.querySelector<HTMLElement>(`#content a[rel=${rel}]`)
  return link ? () => link.click() : undefined
}

const lists = ['/goals', '/journal']

/** The way to the next row of a list; undefined where there is none, or more of this row to scroll to. */
function stepTo(by: 1 | -1, path: string): (() => void) | undefined {
  const { activeElement } = document
  const row = activeElement?.closest<HTMLElement>('[data-row]')
  const isNowhere = activeElement === document.body || activeElement?.matches('h1')
  if (!lists.includes(path) || !(row || isNowhere)) return undefined

  const rows = [...document.querySelectorAll<HTMLElement>('#content [data-row]')]
  const view = {
    top: 0,
    bottom: document.querySelector('nav[aria-label=Main]')?.getBoundingClientRect().top ?? innerHeight,
  }
  const box = row?.getBoundingClientRect()
  if (box && (by > 0 ? box.bottom > view.bottom : box.top < view.top)) return undefined
  const inView = (one: HTMLElement) => {
    const { top } = one.getBoundingClientRect()
    return top >= view.top && top <= view.bottom
  }
  const next = row ? rows[rows.indexOf(row) + by] : by > 0 ? rows.find(inView) : undefined
  return (
    next &&
    (() => {
      if (!next.matches('a')) next.tabIndex = -1
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' })
    })
  )
}
