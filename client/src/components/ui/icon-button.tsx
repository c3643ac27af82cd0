import type { ComponentProps } from 'react'
import { iconButtonStyle } from './button-styles'
import { Spinner } from './spinner'

type Props = ComponentProps<'button'> & { label: string; pending?: boolean }

/** `label` is its name, e.g. 'Delete Run a marathon'; the icon is its child. */
export function IconButton({ label, pending, disabled, className, children, ...props }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={iconButtonStyle(className)}
    >
      {pending ? <Spinner /> : children}
    </button>
  )
}
