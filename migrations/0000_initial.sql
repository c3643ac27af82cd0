CREATE TABLE "daily_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"phone_number" text NOT NULL,
	"message_content" text NOT NULL,
	"message_direction" text NOT NULL,
	"message_sid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "daily_messages_sid" UNIQUE("message_sid"),
	CONSTRAINT "daily_messages_direction" CHECK ("daily_messages"."message_direction" in ('inbound', 'outbound'))
);
--> statement-breakpoint
CREATE TABLE "daily_summaries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"phone_number" text NOT NULL,
	"summary_date" date NOT NULL,
	"summary" text NOT NULL,
	"conversation_count" integer,
	"topics" text[],
	"metadata" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "daily_summaries_one_per_day" UNIQUE("user_id","summary_date")
);
--> statement-breakpoint
CREATE TABLE "goals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"motivation" text,
	"success_indicators" text,
	"timeline" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "goals_timeline" CHECK ("goals"."timeline" in ('long-term', 'annual', 'monthly'))
);
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"entry_date" date NOT NULL,
	"mood" text DEFAULT 'neutral' NOT NULL,
	"gratitude1" text DEFAULT '' NOT NULL,
	"gratitude2" text DEFAULT '' NOT NULL,
	"gratitude3" text DEFAULT '' NOT NULL,
	"daily_events" text DEFAULT '' NOT NULL,
	"wins" text DEFAULT '' NOT NULL,
	"went_well" text DEFAULT '' NOT NULL,
	"challenges" text DEFAULT '' NOT NULL,
	"what_was_hard" text DEFAULT '' NOT NULL,
	"goal_progress" text DEFAULT '' NOT NULL,
	"relationships" text DEFAULT '' NOT NULL,
	"overall_reflection" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "journal_entries_one_per_day" UNIQUE("user_id","entry_date"),
	CONSTRAINT "journal_entries_mood" CHECK ("journal_entries"."mood" in ('very-sad', 'sad', 'neutral', 'happy', 'very-happy'))
);
--> statement-breakpoint
CREATE TABLE "journal_runs" (
	"user_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	CONSTRAINT "journal_runs_pk" PRIMARY KEY("user_id","first_day")
);
--> statement-breakpoint
CREATE TABLE "reminder_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"local_date" date NOT NULL,
	"channel" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"provider_id" text,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_deliveries_once" UNIQUE("user_id","local_date","channel"),
	CONSTRAINT "reminder_deliveries_channel" CHECK ("reminder_deliveries"."channel" in ('email', 'sms')),
	CONSTRAINT "reminder_deliveries_status" CHECK ("reminder_deliveries"."status" in ('pending', 'sending', 'sent', 'failed', 'skipped', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp (6) with time zone NOT NULL,
	"user_id" uuid GENERATED ALWAYS AS (((sess -> 'passport' ->> 'user')::uuid)) STORED
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"oidc_issuer" text,
	"oidc_subject" text,
	"email" text,
	"password" text,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"daily_reminder_enabled" boolean DEFAULT true NOT NULL,
	"reminder_time" time(0) DEFAULT '19:00' NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"last_reminder_sent" date,
	"phone_number" text,
	"phone_reminder_enabled" boolean DEFAULT false NOT NULL,
	"next_reminder_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_oidc_identity" UNIQUE("oidc_issuer","oidc_subject"),
	CONSTRAINT "users_email" UNIQUE("email"),
	CONSTRAINT "users_phone_number" UNIQUE("phone_number")
);
--> statement-breakpoint
ALTER TABLE "daily_messages" ADD CONSTRAINT "daily_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_summaries" ADD CONSTRAINT "daily_summaries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_runs" ADD CONSTRAINT "journal_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_deliveries" ADD CONSTRAINT "reminder_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_messages_by_time" ON "daily_messages" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "goals_newest_first" ON "goals" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reminder_deliveries_pending" ON "reminder_deliveries" USING btree ("next_attempt_at") WHERE "reminder_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "reminder_deliveries_sending" ON "reminder_deliveries" USING btree ("lease_until") WHERE "reminder_deliveries"."status" = 'sending';--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_next_reminder" ON "users" USING btree ("next_reminder_at") WHERE "users"."next_reminder_at" is not null;