-- A transaction that writes thousands of rows of one user counts them once, at its end: with lisa.recount on, it has to lock
-- the user and to renew journal_runs and usage. Row by row, both tables would keep a version for every row written.
CREATE FUNCTION is_recounted_later() RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT coalesce(current_setting('lisa.recount', true), '') = 'on'
$$;
--> statement-breakpoint
DROP TRIGGER journal_runs_insert_delete ON journal_entries;--> statement-breakpoint
CREATE TRIGGER journal_runs_insert_delete AFTER INSERT OR DELETE ON journal_entries
	FOR EACH ROW WHEN (NOT is_recounted_later()) EXECUTE FUNCTION keep_journal_runs();
--> statement-breakpoint
DROP TRIGGER usage_of_entries ON journal_entries;--> statement-breakpoint
CREATE TRIGGER usage_of_entries AFTER INSERT OR UPDATE OR DELETE ON journal_entries
	FOR EACH ROW WHEN (NOT is_recounted_later()) EXECUTE FUNCTION keep_usage();
--> statement-breakpoint
DROP TRIGGER usage_of_goals ON goals;--> statement-breakpoint
CREATE TRIGGER usage_of_goals AFTER INSERT OR UPDATE OR DELETE ON goals
	FOR EACH ROW WHEN (NOT is_recounted_later()) EXECUTE FUNCTION keep_usage();
