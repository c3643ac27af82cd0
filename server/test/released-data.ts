/**
 * SQL that runs against the schema of a released version: `since` is the number of the first migration that knows all of
 * it. The built app of an old version is not kept; these are statements like its own.
 */
export type Released = { since: string; text: string }

const ana = `(select id from users where email = 'ana@lisa.test')`

/** The rows of two users. Ana wrote on ten days up to today, and on three long ago. */
export const storedRows: Released[] = [
  {
    since: '0000',
    text: `insert into users (email, first_name, timezone, phone_number, phone_reminder_enabled, created_at) values
      ('ana@lisa.test', 'Ana', 'UTC', '+15550104321', true, '2026-01-01'), ('ben@lisa.test', 'Ben', 'Europe/Madrid', null, false, '2026-01-02')`,
  },
  {
    since: '0000',
    text: `insert into goals (user_id, title, motivation, timeline) select id, first_name || ' reads ✓', 'Because', 'monthly' from users`,
  },
  {
    since: '0000',
    text: `insert into journal_entries (user_id, entry_date, wins) select ${ana}, current_date - day, 'Bread on day ' || day
      from unnest(array[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 300, 301, 400]) as day`,
  },
  {
    since: '0000',
    text: `insert into daily_messages (user_id, phone_number, message_content, message_direction, message_sid)
      values (${ana}, '+15550104321', 'A good day', 'inbound', 'SM1'), (${ana}, '+15550104321', 'Thank you', 'outbound', 'SM2')`,
  },
  {
    since: '0000',
    text: `insert into daily_summaries (user_id, phone_number, summary_date, summary, topics)
      values (${ana}, '+15550104321', '2026-01-03', 'A good day', array['days'])`,
  },
  {
    since: '0000',
    text: `insert into reminder_deliveries (user_id, local_date, channel, status) values
      (${ana}, '2026-01-03', 'email', 'sent'), (${ana}, '2026-01-03', 'sms', 'unknown')`,
  },
  {
    since: '0000',
    text: `insert into sessions (sid, sess, expire)
      select 'session-of-' || first_name, json_build_object('passport', json_build_object('user', id)), now() + interval '1 day' from users`,
  },
  { since: '0002', text: `insert into rate_limits values ('key', 1, now())` },
  {
    since: '0003',
    text: `insert into conversation_days (user_id, local_date, due_at) values (${ana}, '2026-01-03', now())`,
  },
  {
    since: '0007',
    text: `insert into account_events (user_id, kind, network) values (${ana}, 'sign-in', 'hash')`,
  },
  { since: '0011', text: `insert into phone_codes values (${ana}, 'hash', 0, now())` },
  { since: '0011', text: `insert into stopped_numbers (number_hash) values ('hash')` },
  {
    since: '0012',
    text: `insert into voice_talks (user_id, local_date, begun_at, ends_at) values (${ana}, '2026-01-03', now(), now())`,
  },
  {
    since: '0021',
    text: `insert into goal_days (entry_id, goal_id, user_id)
      select e.id, g.id, e.user_id from journal_entries e join goals g using (user_id)`,
  },
  {
    since: '0023',
    text: `insert into row_versions (user_id, kind, row_id, at, by, row, bytes, expires_at)
      select user_id, 'entry', id, now(), 'form', to_json(e), 1, now() from journal_entries e`,
  },
  {
    since: '0025',
    text: `insert into access_tokens (user_id, name, scopes, token_hash, expires_at) values (${ana}, 'Script', '{goals:read}', 'hash', now())`,
  },
  {
    since: '0025',
    text: `insert into oauth_records (model, id, user_id, payload) values ('Grant', 'id', ${ana}, '{}')`,
  },
  {
    since: '0025',
    text: `insert into proposals (user_id, token_name, kind, payload, expires_at) values (${ana}, 'Script', 'goal', '{}', now())`,
  },
  { since: '0027', text: `insert into voice_keys (user_id, expires_at) values (${ana}, now())` },
  {
    since: '0029',
    text: `insert into push_devices (user_id, endpoint, p256dh, auth, sid, last_seen_at)
      values (${ana}, 'https://push.example.com/1', 'key', 'auth', 'session-of-Ana', now())`,
  },
  { since: '0025', text: `insert into calendar_feeds values (${ana}, 'hash', true, now())` },
  {
    since: '0031',
    text: `insert into incoming_mails (user_id, message_hash, outcome, expires_at) values (${ana}, 'hash', 'saved', now())`,
  },
]

/**
 * Statements that an instance runs all the time, for Ana ($1) and each on another day ($2). Those on columns that were
 * dropped while instances could be using them are missing: hand_over_log (0004 to 0009), and model and provider_key of
 * voice_keys (0012 to 0029).
 */
export const statements: Released[] = [
  {
    since: '0030',
    text: `insert into voice_keys (user_id, talk_id, expires_at) values ($1, default, $2) on conflict (user_id)
      do update set talk_id = excluded.talk_id, expires_at = excluded.expires_at returning talk_id, expires_at`,
  },
  {
    since: '0029',
    text: `update push_devices set reminded_on = $2, last_sent_at = now() where user_id = $1 returning id, endpoint, p256dh, auth, device, last_seen_at`,
  },
  {
    since: '0000',
    text: `select s.sess, u.id, u.email, u.first_name, u.timezone, u.reminder_time, u.phone_number from sessions s
      join users u on u.id = s.user_id where u.id = $1 and $2::date is not null and s.expire > now()`,
  },
  {
    since: '0000',
    text: `insert into journal_entries (user_id, entry_date, wins) values ($1, $2, 'Written meanwhile') returning id, entry_date, wins`,
  },
  {
    since: '0000',
    text: `select id, entry_date, mood, wins, updated_at from journal_entries where user_id = $1 and entry_date <= $2 order by entry_date desc limit 30`,
  },
  {
    since: '0000',
    text: `update journal_entries set wins = wins || '.', updated_at = now() where user_id = $1 and entry_date = $2 returning id, wins`,
  },
  {
    since: '0000',
    text: `select first_day, last_day from journal_runs where user_id = $1 and first_day <= $2 order by first_day desc limit 3`,
  },
  {
    since: '0000',
    text: `insert into goals (user_id, title, timeline) values ($1, 'Goal of ' || $2::date, 'annual') returning id, title, timeline`,
  },
  {
    since: '0000',
    text: `update users set reminder_time = '20:00', last_reminder_sent = $2, updated_at = now() where id = $1`,
  },
  {
    since: '0000',
    text: `insert into reminder_deliveries (user_id, local_date, channel, status, next_attempt_at) values ($1, $2, 'email', 'pending', now())`,
  },
  {
    since: '0000',
    text: `update reminder_deliveries set status = 'sent', attempts = attempts + 1 where user_id = $1 and local_date = $2`,
  },
  {
    since: '0000',
    text: `insert into daily_messages (user_id, phone_number, message_content, message_direction) values ($1, '+15550104321', 'On ' || $2::date, 'inbound')`,
  },
  { since: '0000', text: `delete from goals where user_id = $1 and title = 'Goal of ' || $2::date` },
  {
    since: '0002',
    text: `insert into rate_limits as r (key, count, expires_at) values ($1::text || $2::date, 1, now())
      on conflict (key) do update set count = r.count + 1`,
  },
  {
    since: '0007',
    text: `insert into account_events (user_id, kind, network) values ($1, 'sign-in', $2::date::text)`,
  },
  {
    since: '0008',
    text: `select w.version from journal_words w join journal_entries e on e.id = w.entry_id where w.user_id = $1 and e.entry_date = $2`,
  },
  {
    since: '0021',
    text: `select goal_id, parent_id from goal_days d join goals g on g.id = d.goal_id join journal_entries e on e.id = d.entry_id
      where d.user_id = $1 and e.entry_date = $2`,
  },
  {
    since: '0023',
    text: `insert into row_versions (user_id, kind, row_id, at, by, row, bytes, expires_at)
      select user_id, 'entry', id, now(), 'form', to_json(e), 1, now() from journal_entries e where user_id = $1 and entry_date = $2`,
  },
]
