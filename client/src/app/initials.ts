import type { UserView } from '@shared/auth'

/** Of the first and last name; with one name, of that one; without a name 'U'. */
export function initialsOf({ firstName, lastName }: Pick<UserView, 'firstName' | 'lastName'>): string {
  const initials = [firstName, lastName].map((name) => [...(name ?? '').trim()][0] ?? '').join('')
  return initials.toUpperCase() || 'U'
}
