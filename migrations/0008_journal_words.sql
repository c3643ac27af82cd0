CREATE TABLE "journal_words" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"words" text
);
--> statement-breakpoint
ALTER TABLE "journal_words" ADD CONSTRAINT "journal_words_entry_id_journal_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."journal_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_words" ADD CONSTRAINT "journal_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_words_user" ON "journal_words" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "journal_words_missing" ON "journal_words" USING btree ("user_id") WHERE "journal_words"."words" is null;--> statement-breakpoint
-- Text is folded by the server (shared/fold.ts): what lower() does depends on the collation of the database.
CREATE FUNCTION forget_journal_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO journal_words AS w (entry_id, user_id) VALUES (NEW.id, NEW.user_id)
		ON CONFLICT (entry_id) DO UPDATE SET words = NULL, version = w.version + 1;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_words_forgotten AFTER INSERT OR UPDATE ON journal_entries
	FOR EACH ROW EXECUTE FUNCTION forget_journal_words();
--> statement-breakpoint
-- The trigger holds a lock against writing until the end of the migration, so that no entry is missed.
INSERT INTO journal_words (entry_id, user_id) SELECT id, user_id FROM journal_entries;
