-- Instances of 1.0.0 name neither column; those of before migration 0030 do when they store a key.
ALTER TABLE "voice_keys" DROP COLUMN "model";--> statement-breakpoint
ALTER TABLE "voice_keys" DROP COLUMN "provider_key";--> statement-breakpoint
COMMENT ON SCHEMA drizzle IS '1.0.0';
