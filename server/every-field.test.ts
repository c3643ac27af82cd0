import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { goals, journalEntries } from '@shared/schema'
import { entryFields, goalFields, lostIn, notSaid } from '@shared/test/stored-fields'
import { exportedTo, unzip } from './test/archives'
import { createUser } from './test/factories'
import { imported, lisaJson, wipe } from './test/imports'
import { readHere } from './test/reading'
import { createTestApp, signIn, withToken } from './test/test-app'

// Each column of the two tables goes through everything that reads or writes a record. What a test prints is the list of
// the fields that the code under its name forgets.

const { app, db } = await createTestApp({ startReading: readHere })
const someone = async () => {
  const user = await createUser(db)
  return { user, client: await signIn(app, user) }
}
const pick = (values: Record<string, string>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']))

describe.each([
  {
    what: 'an entry',
    table: journalEntries,
    fields: entryFields,
    path: 'journal-entries',
    change: 'put' as const,
  },
  { what: 'a goal', table: goals, fields: goalFields, path: 'goals', change: 'patch' as const },
])('$what', ({ table, fields: { names, texts, values }, path, change }) => {
  test('is created, read and changed', async () => {
    const { client } = await someone()
    const created = await client.post(`/api/${path}`).send(values()).expect(201)
    expect(lostIn(created.body, values())).toEqual([])
    const one = `/api/${path}/${created.body.id}`
    const changed = await client[change](one).send(values('second')).expect(200)
    expect(lostIn(changed.body, values('second'))).toEqual([])
    expect(lostIn((await client.get(one)).body, values('second'))).toEqual([])
    expect(lostIn((await client.get(`/api/${path}`)).body[0], values('second'))).toEqual([])
  })

  test('is created and read with a token', async () => {
    const client = await withToken(app, await createUser(db))
    await client.post(`/api/jwt/${path}`).send(values()).expect(201)
    expect(lostIn((await client.get(`/api/jwt/${path}`)).body[0], values())).toEqual([])
  })

  test('is described', async () => {
    const { client } = await someone()
    const { paths, components } = (await client.get('/api/openapi.json').expect(200)).body
    const schemaOf = ({ content }: { content: Record<string, { schema: { $ref?: string } }> }) => {
      const schema = content['application/json']?.schema
      const name = schema?.$ref?.split('/').at(-1)
      return Object.keys((name ? components.schemas[name] : Object(schema)).properties)
    }
    const { post } = paths[`/api/${path}`]
    const body = schemaOf(post.requestBody)
    const answer = schemaOf(post.responses[201])
    expect(names.filter((name) => !body.includes(name) || !answer.includes(name))).toEqual([])
  })

  test('counts for the quota', async () => {
    const { user } = await someone()
    const [row] = await db
      .insert(table)
      .values({ ...(values() as never as typeof table.$inferInsert), userId: user.id })
      .returning()
    const counted = async () =>
      Number((await db.execute(sql`select bytes from usage where user_id = ${user.id}`)).rows[0]?.bytes)
    const uncounted: string[] = []
    for (const name of texts) {
      const before = await counted()
      await db
        .update(table)
        .set({ [name]: `${values()[name]} and four` })
        .where(sql`id = ${row?.id}`)
      if ((await counted()) !== before + ' and four'.length) uncounted.push(name)
    }
    expect(uncounted).toEqual([])
  })

  test('is in lisa.json, and comes back from it', async () => {
    const { user, client } = await someone()
    await client.post(`/api/${path}`).send(values()).expect(201)
    const { body: zip } = await client.get('/api/export').responseType('blob').expect(200)
    const files = await unzip(zip as Buffer)
    const rows = JSON.parse(files.get('lisa.json') ?? '')
    expect(lostIn((table === goals ? rows.goals : rows.entries)[0], values())).toEqual([])
    await wipe(db, user)
    await imported(client, zip)
    expect(lostIn((await client.get(`/api/${path}`)).body[0], values())).toEqual([])
  })

  test('is in the files to read', async () => {
    const { client } = await someone()
    await client.post(`/api/${path}`).send(values()).expect(201)
    const files = await exportedTo(client)
    const written = pick(values(), texts)
    const markdown = table === goals ? 'goals.md' : 'journal/2024/2024-02-29.md'
    expect(notSaid(files.get(markdown) ?? '', written)).toEqual([])
    expect(notSaid(files.get('index.html') ?? '', written)).toEqual([])
  })
})

describe('an entry', () => {
  const { texts, values } = entryFields
  const written = pick(values(), texts)
  const day = { entryDate: '2024-02-29' }

  test('is in the file for Day One', async () => {
    const { client } = await someone()
    await client.post('/api/journal-entries').send(values()).expect(201)
    const files = await exportedTo(client, '/api/export?format=dayone')
    const { entries } = JSON.parse(files.get('Journal.json') ?? '')
    expect(notSaid(entries[0].text, written)).toEqual([])
  })

  test('comes back from its own Markdown', async () => {
    const { user, client } = await someone()
    await client.post('/api/journal-entries').send(values()).expect(201)
    const files = await exportedTo(client)
    await wipe(db, user)
    await imported(client, files.get('journal/2024/2024-02-29.md') ?? '')
    expect(lostIn((await client.get('/api/journal-entries')).body[0], values())).toEqual([])
  })

  test('is read from a table with a column for each field', async () => {
    const { client } = await someone()
    const { entryDate, ...others } = values()
    const line = (cells: string[]) => cells.join(',')
    await imported(
      client,
      `${line(['date', ...Object.keys(others)])}\n${line([entryDate ?? '', ...Object.values(others)])}\n`,
    )
    expect(lostIn((await client.get('/api/journal-entries')).body[0], values())).toEqual([])
  })

  test('is found by its words', async () => {
    const { client } = await someone()
    await client.post('/api/journal-entries').send(values()).expect(201)
    const unfound: string[] = []
    for (const name of texts) {
      const { body } = await client.get('/api/journal-entries').query({ q: values()[name] })
      if (body.length !== 1) unfound.push(name)
    }
    expect(unfound).toEqual([])
  })

  test('that an import fills in keeps what is there and takes what is new', async () => {
    for (const [there, added] of [
      texts.map((_, place) => place % 2 === 0),
      texts.map((_, place) => place % 2 === 1),
    ].map((isThere) => [
      texts.filter((_, place) => isThere[place]),
      texts.filter((_, place) => !isThere[place]),
    ])) {
      const { client } = await someone()
      await client
        .post('/api/journal-entries')
        .send({ ...day, ...pick(values(), there ?? []) })
        .expect(201)
      await imported(client, lisaJson({ entries: [{ ...day, ...pick(values(), added ?? []) }] }))
      expect(lostIn((await client.get('/api/journal-entries')).body[0], written)).toEqual([])
    }
  })
})
