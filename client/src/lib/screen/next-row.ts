/**
 * For a row (`data-row`) that is about to leave its list: moves the focus to `target` in the next row, else in the
 * previous one, else to the list (`data-rows`, for a list that stays when it is empty) or the heading of the screen; only
 * if the focus is in that row or nowhere. Looks up the neighbours at once, so call it while the row is still there.
 */
export function focusMover(inRow: Element, target = 'a[role=button]'): (options?: FocusOptions) => void {
  const row = inRow.closest('[data-row]')
  const list = row?.closest<HTMLElement>('[data-rows]')
  // A row may hold a list of its own.
  const around = (one?: Element | null) => one?.parentElement?.closest('[data-row]') ?? null
  const rows = [...(list ?? document).querySelectorAll('[data-row]')].filter(
    (other) => around(other) === around(row),
  )
  const place = rows.findIndex((other) => other === row)
  const neighbour = rows[place + 1] ?? rows[place - 1]
  return (options) => {
    const { activeElement } = document
    if (activeElement !== document.body && !row?.contains(activeElement)) return
    const next = neighbour?.isConnected ? neighbour.querySelector<HTMLElement>(target) : undefined
    const fallback = list ?? document.querySelector('h1')
    ;(next ?? fallback)?.focus(options)
  }
}

/** Asks in the browser's own dialog, then removes the row around `button` and moves the focus on; the mutation tells of a failure. */
export async function askToRemove(
  button: HTMLElement,
  question: string,
  removal: { mutateAsync: () => Promise<unknown> },
  target?: string,
): Promise<void> {
  if (!window.confirm(question)) return
  const moveFocus = focusMover(button, target)
  await removal.mutateAsync().then(
    () => moveFocus(),
    () => {},
  )
}
