ALTER TABLE "users" ADD COLUMN "lisa_reads_journal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_talks" ADD COLUMN "intentions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_talks" ADD COLUMN "kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_talks" ADD COLUMN "refused" text;