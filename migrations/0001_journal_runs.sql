-- Keeps journal_runs: the unbroken runs of a user's entry dates. An entry's user never changes.
CREATE FUNCTION keep_journal_runs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner uuid;
	before journal_runs;
	after journal_runs;
	around journal_runs;
BEGIN
	IF TG_OP = 'DELETE' THEN owner := OLD.user_id; ELSE owner := NEW.user_id; END IF;
	-- Two entries of neighbouring days that are written at once must see each other's run.
	PERFORM 1 FROM users WHERE id = owner FOR NO KEY UPDATE;
	-- The user is being removed: the runs go with the user.
	IF NOT FOUND THEN RETURN NULL; END IF;

	IF TG_OP <> 'INSERT' THEN
		DELETE FROM journal_runs WHERE user_id = owner AND first_day = (
			SELECT max(first_day) FROM journal_runs WHERE user_id = owner AND first_day <= OLD.entry_date
		) RETURNING * INTO around;
		IF around.first_day < OLD.entry_date THEN
			INSERT INTO journal_runs VALUES (owner, around.first_day, OLD.entry_date - 1);
		END IF;
		IF around.last_day > OLD.entry_date THEN
			INSERT INTO journal_runs VALUES (owner, OLD.entry_date + 1, around.last_day);
		END IF;
	END IF;

	IF TG_OP <> 'DELETE' THEN
		SELECT * INTO before FROM journal_runs WHERE user_id = owner AND first_day < NEW.entry_date
			ORDER BY first_day DESC LIMIT 1;
		DELETE FROM journal_runs WHERE user_id = owner AND first_day = NEW.entry_date + 1 RETURNING * INTO after;
		IF before.last_day = NEW.entry_date - 1 THEN
			UPDATE journal_runs SET last_day = coalesce(after.last_day, NEW.entry_date)
				WHERE user_id = owner AND first_day = before.first_day;
		ELSE
			INSERT INTO journal_runs VALUES (owner, NEW.entry_date, coalesce(after.last_day, NEW.entry_date));
		END IF;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_runs_insert_delete AFTER INSERT OR DELETE ON journal_entries
	FOR EACH ROW EXECUTE FUNCTION keep_journal_runs();
--> statement-breakpoint
CREATE TRIGGER journal_runs_move AFTER UPDATE OF entry_date ON journal_entries
	FOR EACH ROW WHEN (OLD.entry_date <> NEW.entry_date) EXECUTE FUNCTION keep_journal_runs();
