import type { ComponentProps, KeyboardEvent } from 'react'
import { AppLink } from '../app-link'
import { buttonStyle, iconButtonStyle, type ButtonVariant } from './button-styles'

type LinkProps = Omit<ComponentProps<typeof AppLink>, 'role' | 'onKeyDown'>

/** A link to another screen that looks, behaves and is announced as a button, but can be opened in a new tab. */
export function ButtonLink({
  variant = 'primary',
  className,
  ...props
}: LinkProps & { variant?: ButtonVariant }) {
  return (
    <AppLink {...props} role="button" onKeyDown={clickOnSpace} className={buttonStyle(variant, className)} />
  )
}

/** The same with an icon in place of text; `label` is its accessible name. */
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
