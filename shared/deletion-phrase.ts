// Separate from account.ts, so that the form does not load Zod.

/** What confirms the deletion of an account that has no email address. */
export const deletionPhrase = 'delete my account'
