CREATE TABLE "voice_calls" (
	"call_id" text PRIMARY KEY NOT NULL,
	"talk_id" uuid,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"hang_up_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voice_keys" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"talk_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"model" text NOT NULL,
	"provider_key" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voice_talks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"local_date" date NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"seconds" integer,
	"usage" jsonb,
	"summary" text
);
--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_talk_id_voice_talks_id_fk" FOREIGN KEY ("talk_id") REFERENCES "public"."voice_talks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_keys" ADD CONSTRAINT "voice_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_talks" ADD CONSTRAINT "voice_talks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_calls_due" ON "voice_calls" USING btree ("hang_up_at");--> statement-breakpoint
CREATE INDEX "voice_calls_talk" ON "voice_calls" USING btree ("talk_id");--> statement-breakpoint
CREATE INDEX "voice_keys_expire" ON "voice_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "voice_talks_newest" ON "voice_talks" USING btree ("user_id","begun_at");--> statement-breakpoint
CREATE UNIQUE INDEX "voice_talks_one_open" ON "voice_talks" USING btree ("user_id") WHERE "voice_talks"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "voice_talks_due" ON "voice_talks" USING btree ("ends_at") WHERE "voice_talks"."ended_at" is null;