import { z } from 'zod'
import { calendarDay, endpoints, fault, hourly, id, json, MiB } from './endpoint'
import { importKinds } from './import-kinds'
import { boundedText } from './text-input'

/** How a file may be declared. What it is, its first bytes say. */
const importTypes = [
  'application/zip',
  'application/json',
  'text/csv',
  'text/markdown',
  'text/plain',
  'application/octet-stream',
]

/** Counts every file, also one that is only previewed. */
export const uploadLimit = hourly('import uploads', 60, '60 files an hour', 'You can send 60 files an hour.')

const count = z.int().min(0)

export const importReport = z
  .strictObject({
    source: z.string().describe('Where the file comes from, such as `Day One`'),
    entries: z.strictObject({
      new: count.describe('Days that had no entry'),
      filledIn: count.describe('Days whose entry gets something added'),
      unchanged: count.describe('Days whose entry holds all of it already'),
    }),
    goals: z.strictObject({ new: count, unchanged: count }),
    from: calendarDay.nullable().describe('The first day in the file'),
    to: calendarDay.nullable().describe('The last day in the file'),
    skipped: z
      .array(
        z.strictObject({
          where: z.string().describe('A file, a line or a day'),
          reason: z.string(),
        }),
      )
      .describe('What is left out or cut; the last line counts the rest of a long list'),
    importId: id
      .optional()
      .describe('To undo it. Missing in a preview, and where nothing was changed or too much to be kept'),
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.infer<typeof importReport>

const importUndone = z.strictObject({
  restored: count.describe('Entries and goals that have their earlier words again'),
  removed: count.describe('Entries and goals that the import had added'),
  kept: z.array(calendarDay).describe('The days whose entry was changed since, which stay as they are'),
  keptGoals: count
    .optional()
    .describe(
      'Goals that stay, as they were changed since or something else names them; missing if there are none',
    ),
})
export type ImportUndone = z.infer<typeof importUndone>

export const importEndpoints = endpoints(
  { tag: 'Your data', id: 'Import' },
  {
    'POST /api/import': {
      summary: 'Import a journal',
      description: `The file is the body: ${importKinds}. Nothing is written in a preview. Otherwise all of it is written, or nothing. A day that has an entry is filled in and loses nothing; the same file twice changes nothing.`,
      token: '/api/jwt/import',
      scopes: ['goals:write', 'journal:write'],
      query: z.object({
        preview: z
          .enum(['true', 'false'], 'Preview must be true or false')
          .optional()
          .describe('true unless given'),
        name: z.optional(boundedText(255)).describe("The file's name, where a Markdown file has its date"),
      }),
      fileTypes: importTypes,
      bodyLimit: 200 * MiB,
      answers: {
        200: json('What is imported, or would be', importReport),
        400: fault(
          'No file of a known kind, or one that is damaged, unsafe or too much to read; or a malformed query',
        ),
        409: fault('The journal was changed at the same moment; try again'),
        413: fault('The file is larger than 200 MiB, or the quota of entries, goals or text is used up'),
        503: {
          ...fault('Too many people are importing, or the reading was interrupted'),
          header: 'Retry-After',
        },
      },
      limit: hourly('import', 5, '5 imports an hour', 'You can send 5 imports an hour.'),
    },
    'POST /api/imports/:id/undo': {
      summary: 'Undo an import',
      description:
        'Within 24 hours, once, as a whole or not at all. What was changed since stays as it is, and so does a goal that the import added and that something else names by now.',
      answers: {
        200: json('What was undone', importUndone),
        409: fault('The journal was changed at the same moment; try again'),
        503: { ...fault('Too many people are importing'), header: 'Retry-After' },
      },
    },
  },
)
