export const statusPath = '/webhooks/twilio/status'

/** Where Twilio reports the delivery status of a text; it rejects URLs that it cannot reach, such as localhost. */
export const statusCallback = (appUrl: string) =>
  appUrl.startsWith('https:') ? `${appUrl}/api${statusPath}` : undefined
