import type { ComponentProps } from 'react'
import { useKeptFocus } from '@/lib/screen/use-kept-focus'
import { iconButtonStyle } from './button-styles'
import { Spinner } from './spinner'

type Props = Omit<ComponentProps<'button'>, 'ref'> & { label: string; pending?: boolean }

/** `label` is its accessible name, e.g. 'Delete Run a marathon'; the icon is its child. */
export function IconButton({ label, pending, disabled, className, children, ...props }: Props) {
  const button = useKeptFocus(pending)
  return (
    <button
      ref={button}
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
