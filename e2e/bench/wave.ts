import { createPool, drizzleOn } from '../../server/db/db'
import { createDue } from '../../server/features/reminders/delivery/ledger'
import { createLog } from '../../server/log'

const people = 50_000

/** Prints how long it takes to write the deliveries of all due users, without sending any (reminder-wave.ts sends them). */
export async function timeOfWave(databaseUrl: string): Promise<void> {
  const pool = createPool({ databaseUrl, databasePoolMax: 10 }, createLog('warn'))
  try {
    await pool.query(
      `insert into users (email, next_reminder_at)
       select 'due-' || n || '@example.com', '2026-11-21T19:00:00Z' from generate_series(1, $1::int) as n`,
      [people],
    )
    await pool.query('vacuum analyze users')
    const begun = performance.now()
    while (await createDue(drizzleOn(pool), new Date('2026-11-21T19:00:00Z'), 500));
    const seconds = (performance.now() - begun) / 1_000
    console.log(
      `Who is due, in the ledger: ${seconds.toFixed(1)} s for ${people.toLocaleString('en')} people by one instance, ` +
        `${Math.round((seconds * 1_000_000) / people)} s for a million`,
    )
  } finally {
    await pool.end()
  }
}
