import { rowsOf } from '../../db/batches'
import type { Db } from '../../db/db'
import { eventsOf } from '../auth/account-events-repository'
import { accountOf } from '../auth/users-repository'
import { goalOfVersion, goalsOf } from '../goals/goals-repository'
import { entryOfVersion, journalOf } from '../journal/journal-repository'
import { remindersOf } from '../reminders/reminders-repository'
import { versionsOf } from '../versions/versions-repository'
import { dayOneJson } from './day-one'
import { exportOf } from './export-repository'
import { journalPage } from './journal-page'
import { lisaJson } from './lisa-json'
import { entryMarkdown, goalsMarkdown } from './markdown'
import type { ExportFile } from './zip'

/** `rowsOnly`: of what `lisa.json` lists, goals and entries only, which is what a token's scopes name; and no phone number. */
export type Exported = { versions: boolean; rowsOnly: boolean }

/** Our own format: everything as JSON, and the journal and the goals to be read. The entries are read once for each. */
export async function* lisaArchive(
  db: Db,
  userId: string,
  now: Date,
  { versions: hasVersions, rowsOnly }: Exported,
): AsyncGenerator<ExportFile> {
  const everything = exportOf(db, userId)
  const journal = journalOf(db, userId)
  const goals = goalsOf(db, userId)
  const account = await accountOf(db, userId).view()
  const settings = await remindersOf(db, userId).settings()
  const { createdAt, updatedAt, ...more } = await everything.user()
  const titles = await goals.titles()
  const events = await eventsOf(db, userId).list(now, { all: true })

  const head = {
    format: 'lisa',
    version: 1,
    exportedAt: now,
    user: { ...account, createdAt, updatedAt },
    settings: { ...settings, ...more, ...(rowsOnly && { phoneNumber: '', confirmedPhoneNumber: null }) },
  } as const
  const beyondRows = <T>(rows: AsyncGenerator<T>) => (rowsOnly ? oneByOne<T>([]) : rows)
  const lists = {
    goals: rowsOf(() => goals.list()),
    entries: rowsOf(() => journal.list()),
    messages: beyondRows(everything.messages()),
    summaries: beyondRows(everything.summaries()),
    talks: beyondRows(everything.talks()),
    deliveries: beyondRows(everything.deliveries()),
    events: beyondRows(oneByOne(events)),
    ...(hasVersions && { versions: versions(db, userId) }),
  }
  yield { name: 'lisa.json', content: lisaJson(head, lists) }

  const page = {
    firstName: account.firstName,
    exportedOn: now,
    months: (await journal.months()).reverse(),
    goals: rowsOf(() => goals.list()),
    titles,
    entries: rowsOf(() => journal.oldestFirst()),
  }
  yield { name: 'index.html', content: journalPage(page) }

  yield {
    name: 'goals.md',
    content: goalsMarkdown((timeline) => rowsOf(() => goals.list({ timeline })), titles),
  }
  for await (const entry of rowsOf(() => journal.oldestFirst()))
    yield {
      name: `journal/${entry.entryDate.slice(0, 4)}/${entry.entryDate}.md`,
      content: [entryMarkdown(entry, titles)],
    }
}

/** Day One's format, which has room for the journal only. */
export async function* dayOneArchive(db: Db, userId: string): AsyncGenerator<ExportFile> {
  yield { name: 'Journal.json', content: dayOneJson(rowsOf(() => journalOf(db, userId).oldestFirst())) }
}

async function* versions(db: Db, userId: string) {
  for await (const { kind, row, ...version } of versionsOf(db, userId).all())
    if (kind === 'entry') yield { ...version, kind, row: entryOfVersion(row) }
    else yield { ...version, kind, row: goalOfVersion(row) }
}

async function* oneByOne<T>(rows: T[]) {
  yield* rows
}
