-- After a restore it is unknown which reminders went out since the dump was made. Those that are due by now are not sent
-- again, and Settings says why; the next ones come at their times. Sessions, tokens and devices for notifications that
-- have ended since would be back, so all end: everybody signs in again and makes new tokens; a device is registered as
-- Lisa is opened on it. Run it as the owner of the tables before Lisa starts; running it twice changes nothing.
DELETE FROM sessions;
DELETE FROM access_tokens;
DELETE FROM oauth_records;
DELETE FROM calendar_feeds;
DELETE FROM voice_keys;

WITH due AS (
	SELECT u.*, zone.name AS zone, now() AT TIME ZONE zone.name AS local_now
	FROM users u LEFT JOIN pg_timezone_names z ON z.name = u.timezone,
		-- A timezone that this PostgreSQL does not know is taken as UTC once; the app computes the following times.
		LATERAL (SELECT coalesce(z.name, 'UTC') AS name) AS zone
	WHERE u.next_reminder_at <= now()
), skipped AS (
	INSERT INTO reminder_deliveries (user_id, channel, local_date, status, last_error, created_at, updated_at)
	SELECT id, channel, local_now::date, 'skipped',
		'Lisa was restored from a backup, and it may have gone out before', now(), now()
	FROM due, LATERAL (VALUES ('email', daily_reminder_enabled), ('sms', phone_reminder_enabled),
		('push', EXISTS (SELECT FROM push_devices WHERE user_id = due.id))) AS c (channel, is_on)
	WHERE is_on AND reminder_time <= local_now::time
	ON CONFLICT (user_id, local_date, channel) DO NOTHING
)
UPDATE users SET next_reminder_at = (
	SELECT min(at) FROM generate_series(0, 2) AS later,
		LATERAL (SELECT (local_now::date + later + due.reminder_time) AT TIME ZONE zone AS at) AS candidate
	WHERE at > now()
) FROM due WHERE due.id = users.id;

UPDATE reminder_deliveries
SET status = 'unknown', next_attempt_at = NULL, lease_until = NULL, updated_at = now(),
	last_error = 'Lisa was restored from a backup, and it may have gone out before'
WHERE status IN ('pending', 'sending');

DELETE FROM push_devices;
