import { z } from 'zod'
import { extend } from 'zod/mini'
import { day } from '../day'
import {
  empty,
  endpoints,
  errorView,
  fault,
  id,
  inOrder,
  json,
  limitUpTo,
  loadedAt,
  loadedAtInQuery,
  MiB,
  noRoom,
  otherBody,
  timestamps,
  tooManyLists,
} from '../endpoint'
import { viewShapeOf } from '../record-view'
import { textLimits } from '../text'
import { boundedText } from '../text-input'
import { entryRecord } from './entry'
import { journalEntryInput, journalEntryReplacement } from './input'

/** The update is refused if the entry has changed since it was loaded. */
const journalEntryUpdate = extend(journalEntryReplacement, { updatedAt: loadedAt('entry') }).register(
  z.globalRegistry,
  { id: 'JournalEntryUpdate' },
)

/** Paging: the newest `limit` entries of days before `before` (exclusive), of those `from` to `to` that hold every word of `q`. */
const entryFilter = inOrder(
  z.object({
    limit: limitUpTo(3660).optional(),
    before: z.optional(day),
    from: z.optional(day),
    to: z.optional(day),
    q: z.optional(boundedText(textLimits.search)).describe('Words to search for'),
  }),
)
export type EntryFilter = z.infer<typeof entryFilter>
export type EntryPage = Omit<EntryFilter, 'q'>

export const onDate = z.object({ date: day })

export const journalEntryView = z
  .strictObject({
    id,
    userId: id,
    ...viewShapeOf(entryRecord),
    ...timestamps,
  })
  .meta({ id: 'JournalEntry' })
export type JournalEntryView = z.infer<typeof journalEntryView>

const journalMonthView = z
  .strictObject({ month: z.string().regex(/^\d{4}-\d{2}$/), entries: z.int().min(1) })
  .meta({ id: 'JournalMonth' })
export type JournalMonthView = z.infer<typeof journalMonthView>

const entryExists = errorView.extend({ id: id.describe('The existing entry') })
const entryChanged = errorView.extend({ current: journalEntryView.describe('The entry as it is now') })
/** Eleven texts of 50,000 characters, of up to six bytes each as JSON. */
const bodyLimit = 4 * MiB
const theEntry = json('The entry', journalEntryView)

export const journalEndpoints = endpoints(
  { tag: 'Journal', id: 'Journal entry' },
  {
    'GET /api/journal-entries': {
      summary: 'List journal entries',
      description:
        'All of them, or those of the days from `from` to `to`, both included; or a page of them: the newest `limit` before the day `before`. With `q`, only entries whose texts contain every word of it, also as part of a word, ignoring case and accents.',
      token: '/api/jwt/journal-entries',
      scopes: ['journal:read'],
      query: entryFilter,
      answers: {
        200: {
          ...json('The entries by date, newest first', z.array(journalEntryView)),
          optionalHeader: {
            name: 'X-Total-Count',
            description:
              'With `q`: how many entries match in all from `from` to `to`, regardless of `limit` and `before`',
          },
        },
        429: tooManyLists,
        503: { ...fault('Too many people are searching'), header: 'Retry-After' },
      },
    },
    'POST /api/journal-entries': {
      summary: 'Create a journal entry',
      description:
        'One per date. Missing texts are empty. A missing mood is neutral, and `moodChosen` false: nobody chose it. `goalIds` are the goals that were worked on.',
      token: '/api/jwt/journal-entries',
      scopes: ['journal:write'],
      idempotent: true,
      body: journalEntryInput,
      bodyLimit,
      objectsInBody: 1,
      answers: {
        201: theEntry,
        409: json('There is an entry for this date', entryExists),
        413: noRoom,
        422: otherBody(journalEntryView),
      },
    },
    'GET /api/journal-entries/by-date/:date': {
      summary: 'Read the entry for a date',
      description: '404 if the day has no entry.',
      token: '/api/jwt/journal-entries/by-date/:date',
      scopes: ['journal:read'],
      answers: { 200: theEntry },
    },
    'GET /api/journal-entries/on-this-day': {
      summary: 'List the entries of the same day in earlier years',
      description: 'For 29 February, only entries of a 29 February.',
      query: onDate,
      answers: {
        200: json('The entries by date, newest first', z.array(journalEntryView)),
        429: tooManyLists,
      },
    },
    'GET /api/journal-entries/months': {
      summary: 'List the months with entries',
      description: 'With the number of entries in each. To read a month, use `before`.',
      answers: { 200: json('The months as `YYYY-MM`, newest first', z.array(journalMonthView)) },
    },
    'GET /api/journal-entries/:id': {
      summary: 'Read an entry',
      description: 'With all of its texts and its mood.',
      token: '/api/jwt/journal-entries/:id',
      scopes: ['journal:read'],
      answers: { 200: theEntry },
    },
    'PUT /api/journal-entries/:id': {
      summary: 'Replace an entry',
      description:
        'A missing text becomes empty, a missing mood neutral, with `moodChosen` false; missing `goalIds` stay as they are. With the loaded `updatedAt`, the entry is changed only if nobody has changed it since. One that already has these values stays as it is, its `updatedAt` too, and the answer is 200.',
      token: '/api/jwt/journal-entries/:id',
      scopes: ['journal:write'],
      body: journalEntryUpdate,
      bodyLimit,
      objectsInBody: 1,
      answers: {
        200: json('The entry as it is now', journalEntryView),
        409: json(
          'The entry has changed in the meantime, or another one has this date',
          z.union([entryExists, entryChanged]),
        ),
        413: noRoom,
      },
    },
    'DELETE /api/journal-entries/:id': {
      summary: 'Delete an entry',
      description:
        'Its date is then free for another entry. For 30 days it is among what `GET /api/deleted` lists, and can be restored. With the loaded `updatedAt`, the entry is deleted only if nobody has changed it since.',
      token: '/api/jwt/journal-entries/:id',
      scopes: ['journal:write'],
      query: loadedAtInQuery('entry'),
      answers: { 204: empty('Deleted'), 409: json('The entry has changed in the meantime', entryChanged) },
    },
  },
)
