import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { entryRecord } from '@shared/journal'
import { exported, imported, lisaJson, wipe, writeEntry } from '../../test/imports'
import { journal, type Texts } from '../../test/journal-arbitrary'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp } from '../../test/test-app'

const { app, ctx, db } = await createTestApp({ startReading: readHere })
let ana: User, asAna: Client
beforeEach(async () => ({ ana, asAna } = await signInAnaAndBen(app, db)))

describe('a day that has an entry', () => {
  test('loses nothing, whatever comes in, and gets all of it', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(journal, journal, async (mine, theirs) => {
      const day = '2026-05-01'
      await wipe(db, ana)
      await ctx.pool.query('delete from rate_limits')
      const texts = mine[0]?.texts ?? {}
      const before = entryRecord.values(await writeEntry(asAna, day, texts))
      const entries = theirs.map(({ texts }) => ({ entryDate: day, mood: 'sad', ...(texts as Texts) }))
      const file = lisaJson({ entries })
      await imported(asAna, file)
      const found = (await exported(asAna)).entries[0]
      if (!found) throw new Error('The entry is gone')
      const after = entryRecord.values(found)
      const others = entryRecord.texts.filter((field) => !field.startsWith('gratitude'))
      for (const field of others) {
        if (before[field].trim()) expect(after[field].startsWith(before[field])).toBe(true)
        for (const entry of entries)
          if (after[field].length < 49_999) expect(after[field]).toContain(entry[field].trim())
      }
      const gratitudes = [after.gratitude1, after.gratitude2, after.gratitude3].join(' / ')
      for (const slot of ['gratitude1', 'gratitude2', 'gratitude3'] as const)
        if (before[slot].trim()) expect(gratitudes).toContain(before[slot].trim())
      expect((await imported(asAna, file)).entries).toEqual({
        new: 0,
        filledIn: 0,
        unchanged: entries.length ? 1 : 0,
      })
      expect((await exported(asAna)).entries).toEqual([found])
    })
    await fc.assert(property, { seed: 2026, numRuns: 25 })
  })

  test('gets several of the file in turn, and only what is new of a later file', async () => {
    const early = { entryDate: '2026-01-01', wins: 'Tea', gratitude1: 'sun' }
    const late = { entryDate: '2026-01-01', wins: 'Teacher called', gratitude1: 'rain', mood: 'happy' }
    await imported(asAna, lisaJson({ entries: [late] }))
    expect((await imported(asAna, lisaJson({ entries: [early, late] }))).entries.filledIn).toBe(1)
    expect((await exported(asAna)).entries).toMatchObject([
      { wins: 'Teacher called\n\nTea', gratitude1: 'rain', gratitude2: 'sun', mood: 'happy' },
    ])
  })

  test('is cut where it is full, which is told every time', async () => {
    const before = await writeEntry(asAna, '2026-01-01', { wins: 'x'.repeat(49_990) })
    const file = lisaJson({
      entries: [
        { entryDate: '2026-01-01', wins: `1234567${'😀'.repeat(5)}`, challenges: 'y'.repeat(60_000) },
      ],
    })
    const first = await imported(asAna, file)
    expect(first.skipped.slice(1)).toEqual([
      { where: '2026-01-01', reason: 'Cut to the 50,000 characters that fit' },
      { where: '2026-01-01', reason: 'Cut to the 50,000 characters that fit' },
    ])
    const [after] = (await exported(asAna)).entries
    expect(after?.wins).toBe(`${before.wins}\n\n1234567`)
    expect(after?.challenges).toBe('y'.repeat(50_000))
    const second = await imported(asAna, file)
    expect(second).toEqual({ ...first, importId: undefined, entries: { new: 0, filledIn: 0, unchanged: 1 } })
  })

  test('is read anew where another window saves it in between', async () => {
    await writeEntry(asAna, '2026-01-01', { wins: 'Before' })
    const other = await ctx.pool.connect()
    await other.query('begin')
    await other.query(`update journal_entries set wins = 'Meanwhile' where user_id = $1`, [ana.id])
    await other.query(
      `insert into journal_entries (user_id, entry_date, wins) values ($1, '2026-01-02', 'Too')`,
      [ana.id],
    )
    const file = lisaJson({
      entries: ['2026-01-01', '2026-01-02'].map((entryDate) => ({ entryDate, wins: 'Mine' })),
    })
    const importing = imported(asAna, file)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await ctx.pool.query(waiting)).rowCount).toBe(1)
    await other.query('commit')
    other.release()
    expect((await importing).entries).toEqual({ new: 0, filledIn: 2, unchanged: 0 })
    expect((await exported(asAna)).entries).toMatchObject([
      { wins: 'Too\n\nMine' },
      { wins: 'Meanwhile\n\nMine' },
    ])
  })
})
