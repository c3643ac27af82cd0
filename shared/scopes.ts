/** What a token may do. */
export const scopes = ['goals:read', 'goals:write', 'journal:read', 'journal:write', 'propose'] as const
export type Scope = (typeof scopes)[number]

/** What it is called where somebody gives it. */
export const scopeWords: Record<Scope, string> = {
  'goals:read': 'Read your goals',
  'goals:write': 'Add, change and delete goals without asking you',
  'journal:read': 'Read your journal',
  'journal:write': 'Write, change and delete journal entries without asking you',
  propose: 'Propose entries and goals, which wait for your yes',
}

/** The scopes that a token also needs to be shown the row which a call with the scopes `written` has written. */
export const readScopesOf = (written: readonly Scope[] = []): Scope[] =>
  scopes.filter(
    (scope) => scope.endsWith(':read') && written.some((each) => each === scope.replace('read', 'write')),
  )

/** The name under which the token of the API password stands, which has no row of its own and may do everything. */
export const passwordTokenName = 'Password sign-in'
