import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { addDays } from '@shared/dates'
import { entryRecord } from '@shared/journal'
import { streak, type JournalRun } from '../../server/features/analytics/streak'

/**
 * The limit of the machine: the same answers from bare node:http and pg, each by one named statement that reads the
 * session along with the rows. It checks nothing that the app has to check, neither signature nor body.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const asText = (text: string) => text
pg.types.setTypeParser(pg.types.builtins.DATE, asText)

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const columns = (names: readonly string[]) => names.map((name) => `t.${snake(name)} as "${name}"`).join(', ')
const entryColumns = [
  columns(['id', 'userId', 'entryDate', 'mood']),
  `t.mood_chosen or t.mood <> 'neutral' as "moodChosen"`,
  columns([...entryRecord.texts, 'createdAt', 'updatedAt']),
  `array(select goal_id from goal_days d where d.entry_id = t.id) as "goalIds"`,
].join(', ')
const goalColumns = columns([
  'id',
  'userId',
  'title',
  'description',
  'motivation',
  'successIndicators',
  'timeline',
  'parentId',
  'achievedAt',
  'keptOn',
  'createdAt',
  'updatedAt',
])
const session = 's.sid = $1 and s.expire > now()'
const readOf = (columns: string, table: string, rest: string) =>
  `select ${columns} from sessions s left join lateral (
    select * from ${table} r where r.user_id = s.user_id ${rest}
  ) t on true where ${session}`

const statements = {
  goals: readOf(goalColumns, 'goals', 'order by created_at desc, id desc'),
  page: readOf(entryColumns, 'journal_entries', 'order by entry_date desc limit $2'),
  byDate: readOf(entryColumns, 'journal_entries', 'and entry_date = $2'),
  streak: readOf(
    `${columns(['firstDay', 'lastDay'])}, (select max(last_day - first_day) + 1 from journal_runs r where r.user_id = s.user_id) as longest`,
    'journal_runs',
    'and first_day <= $2 order by first_day desc limit 3',
  ),
  create: `insert into journal_entries as t (user_id, entry_date, mood, ${entryRecord.texts.map(snake).join(', ')})
    select user_id, $2, $3, ${entryRecord.texts.map((_, i) => `$${i + 4}`).join(', ')} from sessions s where ${session}
    on conflict (user_id, entry_date) do nothing returning ${entryColumns}`,
}

const rows = async (name: keyof typeof statements, values: unknown[]) =>
  (await pool.query({ name, text: statements[name], values })).rows

async function answer(req: IncomingMessage): Promise<[status: number, body: unknown]> {
  const sid = /lisa\.sid=s%3A([^.]*)/.exec(req.headers.cookie ?? '')?.[1]
  const [path = '', query = ''] = (req.url ?? '').split('?')
  if (req.method === 'POST') {
    const entry = JSON.parse(await bodyOf(req)) as Record<string, string>
    const texts = entryRecord.texts.map((field) => entry[field] ?? '')
    const [created] = await rows('create', [sid, entry.entryDate, entry.mood ?? 'neutral', ...texts])
    return created ? [201, created] : [409, {}]
  }
  if (path === '/healthz') return [200, {}]
  if (path === '/api/goals') return [200, await rows('goals', [sid])]
  if (path === '/api/journal-entries') return [200, await rows('page', [sid, query.slice('limit='.length)])]
  if (path === '/api/analytics/streak') {
    const today = new Date().toISOString().slice(0, 10)
    const runs: (JournalRun & { longest: number })[] = await rows('streak', [sid, addDays(today, 2)])
    return [200, { streak: streak(runs, today), longest: runs[0]?.longest }]
  }
  const [entry] = await rows('byDate', [sid, path.slice(path.lastIndexOf('/') + 1)])
  return [200, entry]
}

async function bodyOf(req: IncomingMessage) {
  let text = ''
  for await (const chunk of req.setEncoding('utf8')) text += chunk
  return text
}

async function handle(req: IncomingMessage, res: ServerResponse) {
  const [status, body] = await answer(req)
  const bytes = JSON.stringify(body)
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(bytes),
  })
  res.end(bytes)
}

createServer((req, res) => void handle(req, res)).listen(Number(process.env.PORT), '127.0.0.1')
