import { z } from 'zod'
import { empty, endpoints, id, instant, json } from './endpoint'

const sessionView = z
  .strictObject({
    id,
    current: z.boolean().describe('Whether it is the session of this request'),
    createdAt: instant,
    lastSeenAt: instant.describe('Accurate to the day'),
    browser: z.string().nullable().describe('Such as `Firefox on Linux`, if known'),
  })
  .meta({ id: 'Session' })
export type SessionView = z.infer<typeof sessionView>

export const accountSessionsEndpoints = endpoints(
  { tag: 'Account', id: 'Session' },
  {
    'GET /api/account/sessions': {
      summary: 'List where I am signed in',
      description: 'Each browser with a session.',
      answers: { 200: json('The sessions, most recently used first', z.array(sessionView)) },
    },
    'DELETE /api/account/sessions/:id': {
      summary: 'Sign out one browser',
      description: 'Ends one session. A talk that is open ends too; tokens go on working.',
      answers: { 204: empty('Signed out') },
    },
    'DELETE /api/account/sessions': {
      summary: 'Sign out everywhere',
      description:
        'Ends every session, including this one, every token, also of assistants, and the address of the calendar.',
      answers: { 204: empty('Signed out') },
    },
  },
)
