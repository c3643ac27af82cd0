import type { ComponentProps } from 'react'
import { useKeptFocus } from '@/lib/screen/use-kept-focus'
import { buttonStyle, type ButtonVariant } from './button-styles'
import { Spinner } from './spinner'

type Props = Omit<ComponentProps<'button'>, 'ref'> & { variant?: ButtonVariant; pending?: boolean }

/** While `pending` it is disabled and shows a spinner before its words. */
export function Button({ variant = 'primary', pending, disabled, className, children, ...props }: Props) {
  const button = useKeptFocus(pending)
  return (
    <button
      ref={button}
      type="button"
      {...props}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={buttonStyle(variant, className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
