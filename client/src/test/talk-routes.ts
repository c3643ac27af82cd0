/** What the voice screen and a talk that begins read, of somebody who has nothing yet. */
export const talkRoutes = {
  'GET /api/voice/help': { contact: null, phoneCountry: null },
  'GET /api/talks/memory': { remember: false, readsJournal: false },
  'GET /api/talks': [],
  'GET /api/ai-settings': { enabled: true },
  'GET /api/goals': [],
  'GET /api/goals/activity': [],
  'GET /api/analytics/days': [],
  'GET /api/analytics/streak': { streak: 0 },
  'GET /api/daily-summaries/recent': [],
}
