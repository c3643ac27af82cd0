ALTER TABLE "users" ADD COLUMN "lisa_reads_journal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_talks" ADD COLUMN "intentions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_talks" ADD COLUMN "kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_talks" ADD COLUMN "refused" text;--> statement-breakpoint
CREATE INDEX "voice_talks_expire" ON "voice_talks" USING btree ("begun_at") WHERE "voice_talks"."summary" <> '' and not "voice_talks"."kept";