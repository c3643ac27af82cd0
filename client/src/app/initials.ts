import type { UserView } from '@shared/auth'

/** Initials of first and last name, or of the only one given; 'U' without a name. */
export function initialsOf({ firstName, lastName }: Pick<UserView, 'firstName' | 'lastName'>): string {
  const initials = [firstName, lastName].map((name) => [...(name ?? '').trim()][0] ?? '').join('')
  return initials.toUpperCase() || 'U'
}
