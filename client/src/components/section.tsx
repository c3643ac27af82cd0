import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  title: string
  text: ReactNode
  /**
   * Changes when a control is replaced. If the control had the focus, the focus moves to the heading. Undefined while loading.
   */
  step: string | undefined
}

/** A part of a card, with a heading of its own. */
export function Section({ title, text, step, className, children, ...props }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const earlierStep = useRef(step)

  useEffect(() => {
    if (![step, undefined].includes(earlierStep.current) && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    earlierStep.current = step
  }, [step])

  return (
    <div
      className={cn('flex flex-col gap-3 border-t border-line pt-4 first:border-0 first:pt-0', className)}
      {...props}
    >
      <div>
        <h3 ref={heading} tabIndex={-1} className="inline-block font-medium">
          {title}
        </h3>
        <p className="mt-1 text-sm text-pretty text-muted">{text}</p>
      </div>
      {children}
    </div>
  )
}
