import { sql } from 'drizzle-orm'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { lisaExport } from '@shared/export'
import { root } from '../../root'
import { versionsOf } from '../versions/versions-repository'
import { exportedTo } from '../../test/archives'
import { createEntry } from '../../test/factories'
import { fillForExport } from '../../test/fill-for-export'
import { hostileEntry } from '../../test/hostile-texts'
import { signInAnaAndBen } from '../../test/people'
import { createTestApp, sessionCookieOf, withNamedToken, withToken } from '../../test/test-app'

const now = new Date('2026-11-22T22:30:00Z')
const { app, db } = await createTestApp({ now: () => now })
const { ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)

const secret = 'secret-7f3a'
const bens = 'words-of-ben-5d1c'

await fillForExport(db, ana.id, { word: 'words-of-ana', secret, now })
await fillForExport(db, ben.id, { word: bens, secret, now })
await createEntry(db, ana.id, { entryDate: '2026-11-21', mood: 'very-happy', ...hostileEntry })
await createEntry(db, ana.id, {
  entryDate: '2024-02-29',
  mood: 'sad',
  gratitude3: 'Only the third',
  wins: 'Leapt',
})
await createEntry(db, ana.id, { entryDate: '1969-07-20' })
await createEntry(db, ben.id, { entryDate: '2026-11-21', wins: bens })
const sessionId = decodeURIComponent(await sessionCookieOf(app, ana))
  .slice('lisa.sid=s:'.length)
  .split('.')[0]

const files = await exportedTo(asAna)
const file = (name: string) => files.get(name) ?? ''

test('lisa.json has everything of the person as the API shows it', async () => {
  const raw = JSON.parse(file('lisa.json')) as Record<string, unknown>
  expect(Object.keys(raw)).toEqual(
    'format version exportedAt user settings goals entries messages summaries talks deliveries events'.split(
      ' ',
    ),
  )
  const exported = lisaExport.parse(raw)
  expect(exported).toEqual(raw)
  expect(exported).toMatchObject({ format: 'lisa', version: 1, exportedAt: now.toISOString() })
  expect(exported.user).toMatchObject((await asAna.get('/api/auth/user')).body)
  expect(exported.settings).toMatchObject((await asAna.get('/api/reminder-settings')).body)
  expect(exported.settings).toMatchObject({
    confirmedPhoneNumber: null,
    lastReminderSent: '2026-11-20',
    rememberTalks: true,
    lisaReadsJournal: true,
    aiEnabled: false,
  })
  expect(exported.goals).toEqual((await asAna.get('/api/goals')).body)
  expect(exported.entries).toEqual((await asAna.get('/api/journal-entries')).body)
  expect(exported.entries[0]).toMatchObject(hostileEntry)
  expect(exported.messages).toMatchObject([
    { messageContent: 'Thank you for words-of-ana' },
    { messageContent: 'words-of-ana' },
  ])
  expect(exported.messages[0]?.replyTo).toBe(exported.messages[1]?.id)
  expect(exported.summaries).toMatchObject([
    { summary: 'words-of-ana', topics: ['words-of-ana'], metadata: { model: 'words-of-ana' } },
  ])
  expect(exported.talks).toMatchObject([
    {
      seconds: 300,
      summary: 'words-of-ana',
      intentions: [{ date: '2026-11-21', text: 'words-of-ana' }],
      usage: { inputTokens: 10 },
    },
    { localDate: '2026-11-19', summary: null },
  ])
  expect(exported.deliveries).toMatchObject([
    { channel: 'email', status: 'failed', attempts: 3, lastError: 'words-of-ana' },
  ])
  expect(exported.events.map(({ kind }) => kind)).toContain('sign-in')
})

test('lisa.json has the earlier versions only where they are asked for', async () => {
  const at = now
  const [goal] = (await asAna.get('/api/goals')).body
  const [entry] = (await asAna.get('/api/journal-entries')).body
  const change = { now, by: 'lisa' as const, session: 'hash' }
  const replaced = [
    { kind: 'goal' as const, row: goal, at },
    { kind: 'entry' as const, row: entry, at, deleted: true },
    // More than are read at once.
    ...Array.from({ length: 250 }, () => ({ kind: 'entry' as const, row: entry, at })),
  ]
  await versionsOf(db, ana.id).keepAll(replaced, change)
  const { versions } = lisaExport.parse(
    JSON.parse((await exportedTo(asAna, '/api/export?versions=true')).get('lisa.json') ?? ''),
  )
  const version = { id: expect.any(String), at: at.toISOString(), by: 'lisa' }
  expect(new Set(versions?.map(({ id }) => id)).size).toBe(replaced.length)
  expect(versions).toHaveLength(replaced.length)
  expect(versions).toContainEqual({ ...version, kind: 'goal', row: goal })
  expect(versions).toContainEqual({ ...version, kind: 'entry', row: entry })
})

test('no file has a secret, or a word of somebody else', () => {
  expect(files.size).toBe(6)
  for (const [name, content] of files) {
    for (const word of [secret, bens, ben.id, ben.email ?? '', sessionId ?? 'none'])
      expect(content.includes(word), `${word} in ${name}`).toBe(false)
  }
})

test('every column with data of the person is in lisa.json, or left out on purpose', async () => {
  // Secrets, keyed hashes and how one signs in.
  const secrets =
    'users.oidc_issuer users.oidc_subject users.token_version account_events.network sessions access_tokens oauth_records calendar_feeds push_devices phone_codes voice_keys'
  // Made of what is there, or only of use to the server.
  const workings =
    'goals.request_hash journal_entries.request_hash journal_words journal_runs usage conversation_days voice_talks.ends_at reminder_deliveries.next_attempt_at reminder_deliveries.lease_until daily_messages.goal_id row_versions proposals incoming_mails'
  const leftOut = `${secrets} ${workings}`.split(' ')
  // Under another name: `phoneNumber` of the settings is the pending number while there is one.
  const renamed: Record<string, string> = {
    'users.phone_number': 'confirmedPhoneNumber',
    'users.pending_phone_number': 'phoneNumber',
    'goal_days.entry_id': 'id',
    'goal_days.goal_id': 'goalIds',
    'account_events.device': 'detail',
    'account_events.created_at': 'at',
  }
  const { user, settings, ...lists } = lisaExport.parse(JSON.parse(file('lisa.json')))
  const shown: Record<string, object | undefined> = {
    users: { ...user, ...settings, userId: user.id },
    goals: lists.goals[0],
    journal_entries: lists.entries[0],
    goal_days: lists.entries[0],
    daily_messages: lists.messages[0],
    daily_summaries: lists.summaries[0],
    voice_talks: lists.talks[0],
    reminder_deliveries: lists.deliveries[0],
    account_events: lists.events[0],
  }
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name <> 'user_id' and (table_name = 'users'
      or table_name in (select table_name from information_schema.columns where column_name = 'user_id'))`)
  const camel = (name: string) => name.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
  const missing = rows
    .map(({ table, column }) => ({ table, column, name: `${table}.${column}` }))
    .filter(({ table, name }) => !leftOut.includes(table) && !leftOut.includes(name))
    .filter(({ table, column, name }) => !((renamed[name] ?? camel(column)) in (shown[table] ?? {})))
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('the file is named after the day in the timezone of the settings', async () => {
  const head = await asAna.head('/api/export').expect(200)
  expect(head.headers['content-type']).toBe('application/zip')
  expect(head.headers['content-disposition']).toBe('attachment; filename="lisa-2026-11-23.zip"')
  const other = await asAna.head('/api/export?format=dayone').expect(200)
  expect(other.headers['content-disposition']).toBe('attachment; filename="lisa-day-one-2026-11-23.zip"')
})

test('a bearer token exports the same', async () => {
  const withBensToken = await withToken(app, ben)
  const [byToken, byCookie] = [await exportedTo(withBensToken, '/api/jwt/export'), await exportedTo(asBen)]
  const { events: _, ...exported } = lisaExport.parse(JSON.parse(byToken.get('lisa.json') ?? ''))
  expect(lisaExport.parse(JSON.parse(byCookie.get('lisa.json') ?? ''))).toMatchObject(exported)
  expect(exported.goals).toMatchObject([{ title: bens }])
})

test("a token of Settings exports goals and entries, and nothing else of one's own", async () => {
  const token = await withNamedToken(app, ana, ['goals:read', 'journal:read'])
  const json = (files: Map<string, string>) => lisaExport.parse(JSON.parse(files.get('lisa.json') ?? ''))
  const [whole, seen] = [json(await exportedTo(asAna)), json(await exportedTo(token, '/api/jwt/export'))]
  const { goals, entries } = whole
  const hidden = { messages: [], summaries: [], talks: [], deliveries: [], events: [] }
  expect(seen).toMatchObject({ goals, entries, ...hidden })
  expect(seen.settings).toMatchObject({ phoneNumber: '', confirmedPhoneNumber: null })
  await token.get('/api/jwt/export?versions=true').expect(403, { message: 'This token may not do that' })
})

test('an unknown format is refused, and so is a link on another site', async () => {
  await asAna.get('/api/export?format=pdf').expect(400)
  await asAna.get('/api/export').set('Sec-Fetch-Site', 'cross-site').expect(403)
})

test('the JSON Schema in docs/ is the one that the server uses', async () => {
  const path = `${root}/docs/lisa.schema.json`
  const schema = z.toJSONSchema(lisaExport, {
    // The formats say the same as Zod's long patterns.
    override: ({ jsonSchema }) => void (jsonSchema.format && delete jsonSchema.pattern),
  })
  const options = { ...(await resolveConfig(path)), parser: 'json' }
  // `npx vitest run export.test -u` writes it anew.
  await expect(await format(JSON.stringify(schema), options)).toMatchFileSnapshot(path)
})
