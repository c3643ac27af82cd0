ALTER TABLE "goals" ADD COLUMN "achieved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "kept_on" date;