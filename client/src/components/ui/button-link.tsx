import type { ComponentProps, KeyboardEvent } from 'react'
import { AppLink } from '../app-link'
import { buttonStyle, iconButtonStyle, type ButtonVariant } from './button-styles'

type LinkProps = Omit<ComponentProps<typeof AppLink>, 'role' | 'onKeyDown'>

/** A button that goes to another screen. It works and is announced as a button, and opens in a new tab as a link. */
export function ButtonLink({
  variant = 'primary',
  className,
  ...props
}: LinkProps & { variant?: ButtonVariant }) {
  return (
    <AppLink {...props} role="button" onKeyDown={clickOnSpace} className={buttonStyle(variant, className)} />
  )
}

/** The same with an icon for its words; `label` is its name. */
export function IconButtonLink({ label, className, ...props }: LinkProps & { label: string }) {
  return (
    <AppLink
      {...props}
      role="button"
      aria-label={label}
      title={label}
      onKeyDown={clickOnSpace}
      className={iconButtonStyle(className)}
    />
  )
}

function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
