import { useEffect, useRef, type RefObject } from 'react'
import type { DangerLevel } from '@shared/danger/kinds'

/**
 * Scrolls the page so that what follows the element does not cover its end, unless the user has scrolled up. When
 * numbers to call appear, of `danger`, it scrolls no further, so that they stay in view.
 */
export function useInSight(element: RefObject<HTMLElement | null>, danger: DangerLevel | undefined) {
  const follows = useRef(true)
  useEffect(() => {
    if (danger) follows.current = false
  }, [danger])
  useEffect(() => {
    const [shown, next] = [element.current, element.current?.nextElementSibling]
    if (!shown || !next) return
    const covered = () => shown.getBoundingClientRect().bottom - next.getBoundingClientRect().top
    const follow = () => {
      if (follows.current && covered() > 0) window.scrollBy(0, Math.ceil(covered()))
    }
    let y = window.scrollY
    const onScroll = () => {
      // A page that has only grown since the last scroll was not scrolled up by the user.
      const isUp = window.scrollY < y
      y = window.scrollY
      if (covered() <= 1) follows.current = true
      else if (isUp) follows.current = false
    }
    follow()
    window.addEventListener('scroll', onScroll, { passive: true })
    const resized = new ResizeObserver(follow)
    if (shown.parentElement) resized.observe(shown.parentElement)
    return () => {
      window.removeEventListener('scroll', onScroll)
      resized.disconnect()
    }
  }, [element])
}
