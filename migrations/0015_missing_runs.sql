-- Entries from before the migration journal_runs have no runs, so their owners have no streak. The triggers have counted
-- all entries; whoever has more of them than days in runs gets all runs anew, locked as in keep_journal_runs.
DO $$
DECLARE
	person uuid;
BEGIN
	FOR person IN
		SELECT u.user_id FROM usage u LEFT JOIN journal_runs r ON r.user_id = u.user_id
			GROUP BY u.user_id HAVING u.entries <> coalesce(sum(r.last_day - r.first_day + 1), 0)
			ORDER BY u.user_id
	LOOP
		PERFORM 1 FROM users WHERE id = person FOR NO KEY UPDATE;
		DELETE FROM journal_runs WHERE user_id = person;
		INSERT INTO journal_runs SELECT person, min(entry_date), max(entry_date) FROM (
			SELECT entry_date, entry_date - (row_number() OVER (ORDER BY entry_date))::integer AS run
			FROM journal_entries WHERE user_id = person
		) AS days GROUP BY run;
	END LOOP;
END $$;
