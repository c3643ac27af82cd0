import * as account from './account-operations'
import * as journal from './journal-operations'
import type { Operations } from './operation'
import * as other from './reminder-text-and-voice-operations'

/** Every operation under /api by the heading it stands under. A test compares them with the router. */
export const chapters: Record<string, Operations> = {
  'Token API': { ...account.tokenOperations, ...journal.tokenDataOperations },
  'Signing in': account.signInOperations,
  Account: account.accountOperations,
  Goals: journal.goalOperations,
  Journal: journal.entryOperations,
  Analytics: journal.analyticsOperations,
  Reminders: { ...other.reminderOperations, ...other.testOperations, ...other.unsubscribeOperations },
  'Conversation by text': { ...other.textOperations, ...other.summaryOperations },
  Voice: other.voiceOperations,
  'This description': other.descriptionOperations,
}

export const operations: Operations = Object.assign({}, ...Object.values(chapters))
