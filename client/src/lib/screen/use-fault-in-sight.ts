import { useEffect, useRef } from 'react'

/**
 * The ref of a form: after a submission that failed, its first invalid field takes the focus, and the whole of it, error
 * and hint included, scrolls clear of the bars. Such a form sets `shouldFocusError: false`, which scrolls to the control
 * alone, and only for errors found in the browser.
 */
export function useFaultInSight(isSubmitting: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isSubmitting) return
    const control = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')
    control?.focus({ preventScroll: true })
    control?.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
  }, [isSubmitting])
  return form
}
