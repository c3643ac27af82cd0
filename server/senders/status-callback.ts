export const statusPath = '/webhooks/twilio/status'

/** Where the provider tells what became of a text; it refuses addresses that it could not reach. */
export const statusCallback = (appUrl: string) =>
  appUrl.startsWith('https:') ? `${appUrl}/api${statusPath}` : undefined
