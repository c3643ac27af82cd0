ALTER TABLE "voice_keys" ALTER COLUMN "model" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_keys" ALTER COLUMN "provider_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "is_reported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "hang_ups" integer DEFAULT 0 NOT NULL;