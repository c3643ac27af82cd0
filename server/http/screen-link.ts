import type { ScreenPath } from '@shared/screens'

/** A link to a screen for mails and the like: screens exist for the signed-in only, and this leads by way of the sign-in. */
export const screenLink = (appUrl: string, screen: ScreenPath) => `${appUrl}/api/open?screen=${screen}`
