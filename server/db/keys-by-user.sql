-- An experiment for docs/scale.md, never run by Lisa: the schema as a PostgreSQL sharded by user (Citus) would require it.
-- user_id is the first column of every primary key, and nothing is unique across users. The tests run on it with
-- TEST_SCHEMA_SQL=server/db/keys-by-user.sql npx vitest run --project server
ALTER TABLE journal_words DROP CONSTRAINT journal_words_entry_id_journal_entries_id_fk;
ALTER TABLE daily_messages DROP CONSTRAINT daily_messages_reply_to_daily_messages_id_fk;
ALTER TABLE voice_calls DROP CONSTRAINT voice_calls_talk_id_voice_talks_id_fk;

DO $$
DECLARE
	key record;
BEGIN
	FOR key IN
		SELECT c.conname AS name, c.conrelid::regclass AS owner, string_agg(quote_ident(a.attname), ', ' ORDER BY k.n) AS columns
		FROM pg_constraint c
			CROSS JOIN unnest(c.conkey) WITH ORDINALITY AS k (attnum, n)
			JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum
		WHERE c.contype = 'p' AND c.connamespace = 'public'::regnamespace
			-- A session is looked up before its user is known.
			AND c.conrelid <> 'sessions'::regclass
			AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.conrelid AND attname = 'user_id')
		GROUP BY 1, 2 HAVING NOT 'user_id' = ANY (array_agg(a.attname))
	LOOP
		EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %2$I PRIMARY KEY (user_id, %s)', key.owner, key.name, key.columns);
	END LOOP;
END $$;

ALTER TABLE journal_words ADD FOREIGN KEY (user_id, entry_id) REFERENCES journal_entries (user_id, id) ON DELETE CASCADE;
ALTER TABLE daily_messages ADD FOREIGN KEY (user_id, reply_to) REFERENCES daily_messages (user_id, id) ON DELETE CASCADE;
ALTER TABLE daily_messages
	DROP CONSTRAINT daily_messages_sid, ADD CONSTRAINT daily_messages_sid UNIQUE (user_id, message_sid),
	DROP CONSTRAINT daily_messages_one_reply, ADD CONSTRAINT daily_messages_one_reply UNIQUE (user_id, reply_to);
ALTER TABLE users DROP CONSTRAINT users_email, DROP CONSTRAINT users_oidc_identity, DROP CONSTRAINT users_phone_number;

CREATE OR REPLACE FUNCTION forget_journal_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO journal_words AS w (entry_id, user_id) VALUES (NEW.id, NEW.user_id)
		ON CONFLICT (user_id, entry_id) DO UPDATE SET words = NULL, version = w.version + 1;
	RETURN NULL;
END $$;
