import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { journalEntries, journalWords, users } from '@shared/schema'
import { createEntry } from '../../test/factories'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { entries, search } from '../../test/search'
import { recordStatements } from '../../test/statements'
import { createTestApp } from '../../test/test-app'
import { root } from '../../root'

const { app, ctx, db } = await createTestApp()
let ana: User, asAna: Client
beforeEach(async () => ({ ana, asAna } = await signInAnaAndBen(app, db)))

describe('follows what is stored', () => {
  test('through changes, moves and deletions', async () => {
    const { body: entry } = await asAna
      .post(entries)
      .send({ entryDate: '2026-11-21', wins: 'Sun' })
      .expect(201)
    expect((await search(asAna, 'sun')).days).toEqual(['2026-11-21'])
    await asAna.put(`${entries}/${entry.id}`).send({ entryDate: '2026-11-20', wins: 'Rain' }).expect(200)
    expect((await search(asAna, 'sun')).days).toEqual([])
    expect((await search(asAna, 'rain')).days).toEqual(['2026-11-20'])
    await asAna.delete(`${entries}/${entry.id}`).expect(204)
    expect((await search(asAna, 'rain')).days).toEqual([])
    expect(await db.select().from(journalWords).where(eq(journalWords.userId, ana.id))).toEqual([])
  })

  test('symbols that stand for a phrase do not fill the database many times over', async () => {
    // Of three bytes it makes 33.
    const wins = `Sun ${'\ufdfa'.repeat(10_000)}`
    await createEntry(db, ana.id, { entryDate: '2026-11-21', wins })
    await createEntry(db, ana.id, { entryDate: '2026-11-20', wins: 'Rain \ufdfa' })
    expect((await search(asAna, 'sun')).days).toEqual(['2026-11-21'])
    expect((await search(asAna, '\ufdfa')).days).toEqual(['2026-11-21', '2026-11-20'])
    const [stored] = await db
      .select({ bytes: sql<number>`max(octet_length(words))` })
      .from(journalWords)
      .where(eq(journalWords.userId, ana.id))
    expect(stored?.bytes).toBeLessThan(3 * Buffer.byteLength(wins))
  })

  test('words of a version that is gone are not kept', async () => {
    const { id } = await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'Sun' })
    const statements = recordStatements(ctx.pool)
    await search(asAna, 'sun')
    const filledIn = statements.all().find(({ text }) => text.includes('update journal_words'))
    if (!filledIn) throw new Error('Nothing was filled in')
    await db.update(journalEntries).set({ wins: 'Rain' }).where(eq(journalEntries.id, id))
    await ctx.pool.query(filledIn.text, filledIn.values)
    expect((await search(asAna, 'sun')).days).toEqual([])
    expect((await search(asAna, 'rain')).days).toEqual(['2026-11-21'])
  })

  test('from before there was a search', async () => {
    await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'Sun' })
    await db.delete(journalWords)
    const folder = path.join(root, 'migrations')
    const name = (await readdir(folder)).find((name) => name.endsWith('_journal_words.sql'))
    const migration = await readFile(path.join(folder, name ?? ''), 'utf8')
    await ctx.pool.query(migration.split('--> statement-breakpoint').at(-1) ?? '')
    expect((await search(asAna, 'sun')).days).toEqual(['2026-11-21'])
  })

  test('and goes with the user', async () => {
    await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'Sun' })
    await search(asAna, 'sun')
    await db.delete(users).where(eq(users.id, ana.id))
    expect(await db.select().from(journalWords).where(eq(journalWords.userId, ana.id))).toEqual([])
  })
})
