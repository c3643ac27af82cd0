CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "reminder_deliveries_pending";--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "reminder_deliveries_pending" ON "reminder_deliveries" USING btree ("channel","next_attempt_at") WHERE "reminder_deliveries"."status" = 'pending';--> statement-breakpoint
-- From now on every user who wants reminders has a next one. A zone that this PostgreSQL does not know is taken as UTC
-- once; the app computes the one after it.
UPDATE users SET next_reminder_at = wanted.next FROM (
	SELECT u.id, (
		SELECT min(at) FROM generate_series(0, 2) AS later,
			LATERAL (SELECT ((now() AT TIME ZONE zone.name)::date + later + u.reminder_time) AT TIME ZONE zone.name AS at) AS candidate
		WHERE at > now()
	) AS next
	FROM users u LEFT JOIN pg_timezone_names z ON z.name = u.timezone,
		LATERAL (SELECT coalesce(z.name, 'UTC') AS name) AS zone
	WHERE u.daily_reminder_enabled OR u.phone_reminder_enabled
) AS wanted WHERE wanted.id = users.id;
