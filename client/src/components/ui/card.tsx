import { useId, type CSSProperties, type ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'

type Props = {
  title?: ReactNode
  description?: ReactNode
  action?: ReactNode
  className?: string
  style?: CSSProperties
  /** Of the title's heading. */
  level?: 2 | 3
  /** An item of a list that can be deleted, see delete-button.tsx. */
  isRow?: boolean
  children?: ReactNode
}

/** With a title it is a region of that name. */
export function Card({ title, description, action, className, style, level = 2, isRow, children }: Props) {
  const titleId = useId()
  const Heading = `h${level}` as const
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      data-row={isRow || undefined}
      style={style}
      className={cn('flex flex-col gap-4 rounded-card border border-line bg-card p-5', className)}
    >
      {title && (
        <header className="flex flex-wrap items-start gap-x-1 gap-y-2">
          <div className="min-w-0 grow basis-24 wrap-anywhere">
            <Heading id={titleId} className="font-serif text-lg font-medium text-balance">
              {title}
            </Heading>
            {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
          </div>
          {action && <div className="-my-2 -mr-3 ml-auto flex shrink-0">{action}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
