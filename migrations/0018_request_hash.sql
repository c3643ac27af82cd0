ALTER TABLE "goals" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "journal_entries" ADD COLUMN "request_hash" text;