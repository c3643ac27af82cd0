/** What a token may do. */
export const scopes = ['goals:read', 'goals:write', 'journal:read', 'journal:write', 'propose'] as const
export type Scope = (typeof scopes)[number]

/** The name under which the token of the API password stands, which has no row of its own and may do everything. */
export const passwordTokenName = 'Password sign-in'
