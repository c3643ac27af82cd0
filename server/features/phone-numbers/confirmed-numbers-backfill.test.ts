import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { users } from '@shared/schema'
import { drizzleOn } from '../../db/db'
import { root } from '../../root'
import { createTestDatabase } from '../../test/database'
import { createUser } from '../../test/factories'

const database = await createTestDatabase()
afterAll(database.drop)
const db = drizzleOn(database.pool)

test('numbers from before they had to be confirmed wait for a code', async () => {
  await createUser(db, { phoneNumber: '+15550104321', phoneReminderEnabled: true })
  await createUser(db)
  const folder = path.join(root, 'migrations')
  const file = (await readdir(folder)).find((name) => name.endsWith('_confirmed_numbers.sql')) ?? ''
  const migration = await readFile(path.join(folder, file), 'utf8')
  await database.pool.query(migration.split('--> statement-breakpoint').at(-1) ?? '')
  const { phoneNumber, pendingPhoneNumber, phoneReminderEnabled } = users
  const rows = await db
    .select({ phoneNumber, pendingPhoneNumber, phoneReminderEnabled })
    .from(users)
    .orderBy(pendingPhoneNumber)
  expect(rows).toEqual([
    { phoneNumber: null, pendingPhoneNumber: '+15550104321', phoneReminderEnabled: true },
    { phoneNumber: null, pendingPhoneNumber: null, phoneReminderEnabled: false },
  ])
})
