import type { ReactNode } from 'react'
import { Notice } from './notice'
import { buttonStyle } from './ui/button-styles'

/** Where the sign-in is not recent enough for what was asked; `children` say why it has to be. */
export const SignInAgain = ({ children }: { children: ReactNode }) => (
  <Notice
    tone="warn"
    title="Please sign in again first"
    actions={
      <a href="/api/login?returnTo=/settings&prompt=login" className={buttonStyle('secondary')}>
        Sign in again
      </a>
    }
  >
    {children} Afterwards you&apos;ll come back here.
  </Notice>
)
