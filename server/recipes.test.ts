import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { load } from 'js-yaml'
import request from 'supertest'
import { describe, expect, onTestFinished, test } from 'vitest'
import { journalEntries } from '@shared/schema'
import { scopes } from '@shared/scopes'
import { root } from './root'
import { createGoal, createUser } from './test/factories'
import { hasProgram } from './test/has-program'
import { serve } from './test/serve'
import { createTestApp, namedTokenOf, signIn } from './test/test-app'

const page = await readFile(path.join(root, 'docs/recipes.md'), 'utf8')
const programs = ['curl', 'jq', 'unzip'].every((program) => hasProgram(program))

describe.runIf(programs)('docs/recipes.md', () => {
  test('the lines for shell and cron work when pasted', async () => {
    const { app, ctx, db } = await createTestApp()
    const server = await serve()
    server.handle(app)
    const ana = await createUser(db)
    const asAna = await signIn(app, ana)
    const goal = await createGoal(db, ana.id)
    const { body: calendar } = await asAna.post('/api/calendar').send({ titles: true }).expect(201)
    const home = await mkdtemp(path.join(tmpdir(), 'lisa-recipes-'))
    onTestFinished(() => rm(home, { recursive: true }))
    const today = new Date().toLocaleDateString('en-CA')
    await mkdir(path.join(home, 'Vault'))
    await writeFile(path.join(home, 'Vault', `${today}.md`), 'A note of today')

    const blocks = page.matchAll(/([^\n]*)\n\n```(sh|crontab)\n(.*?)```/gs)
    const [keepToken, ...recipes] = [...blocks].map(([, text = '', kind, block = '']) => ({
      needed: scopes.filter((scope) => text.includes(`\`${scope}\``)),
      // cron runs what follows the five fields, and takes the backslashes away.
      lines: kind === 'sh' ? block : block.replace(/^(?:\S+ +){5}/, '').replaceAll('\\%', '%'),
    }))
    let pasted = ''
    for (const { needed, lines } of recipes) {
      // Each recipe gets its own token, with only the scopes that its text names.
      const token = needed.length ? await namedTokenOf(app, ana, needed) : 'none'
      pasted += `${keepToken?.lines.replace('your token', token)}${lines}echo\n`
    }
    pasted = pasted.replaceAll('http://localhost:3000', server.origin)
    const shell = spawn('bash', ['-eu', '-o', 'pipefail'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        CALENDAR: String(calendar.url).replace(ctx.env.appUrl, server.origin),
      },
    })
    shell.stdin.end(pasted)
    let output = ''
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    expect(await once(shell, 'close')).toEqual([0, null])

    expect(output).toContain(`"title": "${goal.title}"`)
    const { body: waiting } = await asAna.get('/api/proposals').expect(200)
    expect(waiting).toMatchObject([
      { kind: 'entry', payload: { entryDate: today, dailyEvents: 'Repaired the "old" bicycle' } },
      { kind: 'goal', payload: { title: 'Read two books', timeline: 'monthly' } },
      { kind: 'progress', payload: { goalId: goal.id, entryDate: today, note: 'Read 20 pages' } },
    ])
    const [entry] = await db.select().from(journalEntries).where(eq(journalEntries.userId, ana.id))
    expect(entry).toMatchObject({
      entryDate: today,
      dailyEvents: 'Cycled 12 km',
      overallReflection: 'A note of today',
    })
    const note = path.join(home, 'Vault/Lisa/journal', today.slice(0, 4), `${today}.md`)
    expect(await readFile(note, 'utf8')).toContain('Cycled 12 km')
    expect((await stat(path.join(home, `lisa-${today}.zip`))).size).toBeGreaterThan(0)
    expect((await stat(path.join(home, '.lisa-token'))).mode & 0o77).toBe(0)
    expect(Number(output.trim().split('\n').at(-1))).toBeGreaterThan(52)
  }, 60_000)
})

type RestCommand = {
  url: string
  method: 'post'
  content_type: string
  headers: Record<string, string>
  payload: string
}

/** As Home Assistant renders a template, which has these two besides Jinja's own. */
const render = `
import datetime, jinja2, json, sys
given = json.load(sys.stdin)
jinja = jinja2.Environment()
jinja.filters['to_json'] = json.dumps
jinja.globals['now'] = datetime.datetime.now
print(jinja.from_string(given['payload']).render(given['data']))`

test.runIf(hasProgram('python3', 'python3-jinja2', '"$0" -c "import jinja2"'))(
  'the call of Home Assistant proposes progress, rendered with Jinja and sent as it is written',
  async () => {
    const { app, db } = await createTestApp()
    const ana = await createUser(db)
    const goal = await createGoal(db, ana.id)
    const token = await namedTokenOf(app, ana, ['propose'])
    const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) =>
      load(block.replace('!secret lisa_token', `Bearer ${token}`)),
    )
    const [configuration, action] = blocks as [
      { rest_command: Record<string, RestCommand> },
      { action: string; data: { goal: string; note: string } },
    ]
    const { url, method, content_type, headers, payload } =
      configuration.rest_command[action.action.replace('rest_command.', '')] ?? expect.fail()
    const input = JSON.stringify({ payload, data: { ...action.data, goal: goal.id } })
    const rendered = spawnSync('python3', ['-c', render], { input, encoding: 'utf8' })
    expect(rendered.stderr).toBe('')
    const sent = request(app)[method](new URL(url).pathname)
    const { body } = await sent
      .set({ ...headers, 'content-type': content_type })
      .send(rendered.stdout)
      .expect(201)
    const entryDate = new Date().toLocaleDateString('en-CA')
    expect(body).toMatchObject({
      kind: 'progress',
      payload: { goalId: goal.id, entryDate, note: 'Watered the "big" plants' },
    })
  },
)

test('the iOS Shortcut proposes words, with the fields of its steps', async () => {
  const { app, db } = await createTestApp()
  const token = await namedTokenOf(app, await createUser(db), ['propose'])
  const entryDate = new Date().toLocaleDateString('en-CA')
  const words = 'Saw a "kingfisher"'
  const step = (start: string) => page.split(start)[1]?.split('\n')[0] ?? expect.fail(start)
  /** A field is its name, the kind of its value and that: as typed in, or what an earlier action has given. */
  const fieldsOf = (text: string, given: Record<string, unknown>) =>
    Object.fromEntries(
      [...text.matchAll(/`(\w+)` (?:Text|Dictionary) (?:`([^`]*)`|_([^_]*)_)/g)].map(
        ([, name, typed, action = '']) => [name, typed ?? given[action] ?? expect.fail(action)],
      ),
    )
  const dictionary = fieldsOf(step('**Dictionary**: '), {
    'Formatted Date': entryDate,
    'Provided Input': words,
  })
  const [url = '', fields = ''] = step('**Get Contents of URL**: `').split(
    '`; Method POST; Headers `Authorization` = `Bearer` and your token; Request Body JSON: ',
  )
  const { body } = await request(app)
    .post(new URL(url).pathname)
    .set('Authorization', `Bearer ${token}`)
    .send(fieldsOf(fields, { Dictionary: dictionary }))
    .expect(201)
  expect(body).toMatchObject({ kind: 'entry', payload: { entryDate, dailyEvents: words } })
})
