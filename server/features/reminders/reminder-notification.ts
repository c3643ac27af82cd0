import type { PushMessage } from '@shared/push-message'
import { nameOf } from '../../html/html-mail'
import type { ReminderContent } from './reminder-text'

type NotificationContent = Omit<ReminderContent, 'streak'>

/** It shows on locked screens, so it says nothing of what was written. */
export function reminderNotification({
  firstName,
  hasWritten,
  review,
  appUrl,
}: NotificationContent): PushMessage {
  const name = nameOf(firstName)
  const words = hasWritten
    ? { title: "You've written today", body: name ? `Well done, ${name}!` : 'Well done!' }
    : { title: 'Time for your journal', body: name ? `How was your day, ${name}?` : 'How was your day?' }
  const body = review ? `${words.body} Look back at your ${review} tonight.` : words.body
  const navigate = `${appUrl}/api/write`
  return {
    web_push: 8030,
    notification: { ...words, body, navigate, tag: 'reminder', lang: 'en', silent: false },
  }
}
