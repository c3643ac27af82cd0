import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/screen/cn'

/** Ids of the entries that were opened: they are still open when their cards are rendered again. */
const opened = new Set<string>()

const listeners = new WeakMap<Element, (isLong: boolean) => void>()

/**
 * One for all cards: everything is measured before anything changes. Unlike a measurement on mount, it does not force the
 * layout of cards that are out of sight.
 */
const observer = new ResizeObserver((entries) => {
  const lengths = entries.map(({ target }) => ({
    target,
    isLong: target.scrollHeight > target.clientHeight,
  }))
  // Before the paint, so that nothing moves.
  flushSync(() => {
    for (const { target, isLong } of lengths) listeners.get(target)?.(isLong)
  })
})

function watchLength(box: Element, listener: (isLong: boolean) => void) {
  listeners.set(box, listener)
  observer.observe(box)
  return () => observer.unobserve(box)
}

const fadeBelow = 'mask-[linear-gradient(black_calc(100%-3lh),transparent)]'
const fadeBoth = 'mask-[linear-gradient(transparent,black_2lh,black_calc(100%-3lh),transparent)]'

type Props = { entryId: string; q: string; children: ReactNode }

/**
 * Shows about twelve lines of a long entry, with a button for the rest; two lines more are shown without one. What a
 * search has found is among the lines that are shown.
 */
export function ReadOn({ entryId, q, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(() => opened.has(entryId))
  const [isLong, setLong] = useState(isOpen)
  const isCut = isLong && !isOpen
  const [isScrolled, setScrolled] = useState(false)

  // Scrolls again when the text is laid out anew: its font arrives, or the phone is turned.
  useLayoutEffect(() => {
    const { current } = box
    const mark = isCut && q ? current?.querySelector('mark') : undefined
    if (!current || !mark) return
    const sizes = new ResizeObserver(() => (current.scrollTop = mark.offsetTop - current.clientHeight / 2))
    for (const text of current.children) sizes.observe(text)
    return () => sizes.disconnect()
  }, [isCut, q])

  useEffect(() => {
    if (box.current && !isOpen) return watchLength(box.current, setLong)
  }, [isOpen])

  function toggle({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (isOpen) opened.delete(entryId)
    else opened.add(entryId)
    flushSync(() => setOpen(!isOpen))
    if (isOpen) currentTarget.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <div
        ref={box}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
        className={cn(
          'relative flex flex-col gap-4 font-serif lg:text-reading',
          !isOpen && 'overflow-hidden',
          // With the button as high as without it: what is below does not move once the length is known.
          isCut && 'max-h-[calc(14lh-2.5rem)]',
          isCut && (isScrolled ? fadeBoth : fadeBelow),
          !isOpen && !isCut && 'max-h-[14lh]',
        )}
      >
        {children}
      </div>
      {isLong && (
        <Button variant="ghost" className="-mx-4 -mt-3 -mb-2 self-start text-accent!" onClick={toggle}>
          {isOpen ? 'Show less' : 'Read on'}
        </Button>
      )}
    </>
  )
}
