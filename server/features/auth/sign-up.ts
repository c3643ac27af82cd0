import type { Env } from '../../env'

/** Whether somebody new may get an account. `email` is undefined where it is not verified. */
export function maySignUp(signUp: Env['signUp'], email: string | undefined): boolean {
  if (signUp === 'everyone') return true
  if (signUp === 'closed' || !email) return false
  return signUp.includes(email) || signUp.includes(email.slice(email.lastIndexOf('@') + 1))
}
