-- Instances of the version before name both columns when they store a key, so it is the next version that drops them.
COMMENT ON COLUMN "voice_keys"."model" IS 'Unused; the next version drops it';--> statement-breakpoint
COMMENT ON COLUMN "voice_keys"."provider_key" IS 'Unused; the next version drops it';
