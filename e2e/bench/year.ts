import type pg from 'pg'

/**
 * Prints the bytes that a user's year takes in the database, tables with their indexes. The users of the fixture have
 * written every day; this adds everything else that a busy user creates in a year.
 */
export async function bytesOfYear(client: pg.Client): Promise<void> {
  await client.query(`delete from journal_entries where entry_date > current_date`)
  await client.query('vacuum full journal_entries')
  // As in production, each reminder is one insert and two updates, day by day.
  for (let day = 365; day > 0; day--) {
    await client.query(
      `insert into reminder_deliveries (user_id, local_date, channel, next_attempt_at) select id, current_date - $1::int, 'email', now() from users`,
      [day],
    )
    for (const status of ['sending', 'sent'])
      await client.query(
        `update reminder_deliveries set status = '${status}', lease_until = now(), provider_id = 'an id of forty characters or so', attempts = 1 where local_date = current_date - $1::int`,
        [day],
      )
    await client.query('vacuum reminder_deliveries')
  }
  // One conversation by text and one talk a week, with their summaries.
  await client.query(`
    insert into daily_messages (user_id, phone_number, message_content, message_direction, message_sid, local_date)
    select id, '+15550104321', repeat('A day like others. ', 5), direction, md5(random()::text), current_date - 7 * week
    from users, generate_series(1, 52) as week, unnest(array['inbound', 'outbound', 'inbound', 'outbound']) as direction`)
  await client.query(`
    insert into daily_summaries (user_id, phone_number, summary_date, summary, conversation_count, topics)
    select id, '+15550104321', current_date - 7 * week, repeat('A day like others. ', 10), 2, array['days', 'work']
    from users, generate_series(1, 52) as week`)
  await client.query(`
    insert into voice_talks (user_id, local_date, begun_at, ends_at, ended_at, seconds, usage, summary)
    select id, current_date - 7 * week, now(), now(), now(), 600, '{"inputTokens": 9000, "outputTokens": 3000}', repeat('A day like others. ', 20)
    from users, generate_series(1, 52) as week`)
  // One sign-in a week; account events are kept for 90 days.
  await client.query(`
    insert into account_events (user_id, kind, device, network)
    select id, 'sign-in', 'Firefox on Android', md5(week::text) from users, generate_series(1, 13) as week`)
  // Every user has searched once.
  await client.query(`
    update journal_words set words = lower(e.daily_events || e.wins || e.overall_reflection || e.gratitude1)
    from journal_entries e where e.id = entry_id`)
  await client.query('vacuum full journal_words')

  const { rows } = await client.query<{ table: string; bytes: number }>(`
    select relname as table, pg_total_relation_size(oid) / (select count(*) from users)::float as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc`)
  const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`.padStart(10)
  console.log('A person and year:')
  for (const { table, bytes } of rows) if (bytes > 100) console.log(`${kB(bytes)}  ${table}`)
  console.log(`${kB(rows.reduce((sum, { bytes }) => sum + bytes, 0))}  in all`)
}
