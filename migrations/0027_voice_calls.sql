ALTER TABLE "voice_keys" ALTER COLUMN "model" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "voice_keys" ALTER COLUMN "provider_key" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "is_reported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "is_unknown" boolean DEFAULT false NOT NULL;