const heading = () => document.querySelector<HTMLElement>('h1')

/**
 * Call before an entry is deleted, and what it returns when it is gone: whoever uses the keyboard goes on at the next
 * entry, else at the one before, else at the heading.
 */
export function passFocusOn(id: string): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/journal/edit/"]')]
  const place = links.findIndex((link) => link.pathname.endsWith(`/${id}`))
  const card = links[place]?.closest('section')
  const heir = links[place + 1] ?? links[place - 1]
  return () => {
    const { activeElement } = document
    const isElsewhere = activeElement !== document.body && !card?.contains(activeElement)
    if (isElsewhere) return
    const next = heir?.isConnected ? heir : heading()
    next?.focus()
  }
}
