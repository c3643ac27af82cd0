/** The tools that Lisa may have in a talk. The server ends a talk with any other. */
export const voiceToolNames = [
  'create_journal_entry',
  'create_goal',
  'read_past_journals',
  'get_goals',
  'search_journal',
  'read_day',
  'note_progress',
  'mark_goal_achieved',
] as const

export type VoiceToolName = (typeof voiceToolNames)[number]
