CREATE TABLE "usage" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"entries" integer NOT NULL,
	"goals" integer NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION text_bytes(entry journal_entries) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
	SELECT octet_length(entry.gratitude1) + octet_length(entry.gratitude2) + octet_length(entry.gratitude3)
		+ octet_length(entry.daily_events) + octet_length(entry.wins) + octet_length(entry.went_well)
		+ octet_length(entry.challenges) + octet_length(entry.what_was_hard) + octet_length(entry.goal_progress)
		+ octet_length(entry.relationships) + octet_length(entry.overall_reflection)
$$;
--> statement-breakpoint
CREATE FUNCTION text_bytes(goal goals) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
	SELECT octet_length(goal.title) + coalesce(octet_length(goal.description), 0)
		+ coalesce(octet_length(goal.motivation), 0) + coalesce(octet_length(goal.success_indicators), 0)
$$;
--> statement-breakpoint
-- Keeps usage. Refuses what makes it exceed the settings lisa.quota_… of the connection; without them there is no bound.
CREATE FUNCTION keep_usage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner uuid;
	added integer := 0;
	growth bigint := 0;
	used usage;
	exceeded text;
BEGIN
	IF TG_OP = 'DELETE' THEN owner := OLD.user_id; ELSE owner := NEW.user_id; END IF;
	IF TG_OP <> 'INSERT' THEN added := added - 1; growth := growth - text_bytes(OLD); END IF;
	IF TG_OP <> 'DELETE' THEN added := added + 1; growth := growth + text_bytes(NEW); END IF;
	IF added = 0 AND growth = 0 THEN RETURN NULL; END IF;
	-- The same lock as in keep_journal_runs, and before the row of usage, so that two transactions cannot deadlock.
	PERFORM 1 FROM users WHERE id = owner FOR NO KEY UPDATE;
	-- The user is being removed: the usage goes with the user.
	IF NOT FOUND THEN RETURN NULL; END IF;

	INSERT INTO usage AS u VALUES (
		owner,
		CASE TG_TABLE_NAME WHEN 'journal_entries' THEN added ELSE 0 END,
		CASE TG_TABLE_NAME WHEN 'goals' THEN added ELSE 0 END,
		growth
	)
	ON CONFLICT (user_id) DO UPDATE SET
		entries = u.entries + excluded.entries, goals = u.goals + excluded.goals, bytes = u.bytes + excluded.bytes
	RETURNING * INTO used;

	IF growth > 0 AND used.bytes > current_setting('lisa.quota_bytes', true)::bigint THEN
		exceeded := 'quota_bytes';
	ELSIF added > 0 AND TG_TABLE_NAME = 'goals' AND used.goals > current_setting('lisa.quota_goals', true)::integer THEN
		exceeded := 'quota_goals';
	ELSIF added > 0 AND TG_TABLE_NAME = 'journal_entries'
		AND used.entries > current_setting('lisa.quota_entries', true)::integer THEN
		exceeded := 'quota_entries';
	ELSE
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'quota exceeded' USING ERRCODE = 'check_violation', CONSTRAINT = exceeded,
		DETAIL = current_setting('lisa.' || exceeded);
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_of_entries AFTER INSERT OR UPDATE OR DELETE ON journal_entries
	FOR EACH ROW EXECUTE FUNCTION keep_usage();
--> statement-breakpoint
CREATE TRIGGER usage_of_goals AFTER INSERT OR UPDATE OR DELETE ON goals
	FOR EACH ROW EXECUTE FUNCTION keep_usage();
--> statement-breakpoint
-- The triggers hold a lock against writing until the end of the migration, so that nothing is missed or counted twice.
INSERT INTO usage
	SELECT user_id, sum(entries), sum(goals), sum(bytes) FROM (
		SELECT user_id, 1 AS entries, 0 AS goals, text_bytes(e) AS bytes FROM journal_entries e
		UNION ALL SELECT user_id, 0, 1, text_bytes(g) FROM goals g
	) AS stored GROUP BY user_id;
