CREATE TABLE "access_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" text,
	"grant_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"networks" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_tokens_token" UNIQUE("token_hash"),
	CONSTRAINT "access_tokens_grant" UNIQUE("grant_id"),
	CONSTRAINT "access_tokens_kind" CHECK (("access_tokens"."token_hash" is null) <> ("access_tokens"."grant_id" is null))
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"titles" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_secret" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "oauth_records" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"user_id" uuid,
	"grant_id" text,
	"payload" jsonb NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_records_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_name" text NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"reason" text,
	"row_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposals_kind" CHECK ("proposals"."kind" in ('entry', 'goal', 'progress'))
);
--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind";--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_records" ADD CONSTRAINT "oauth_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_newest" ON "access_tokens" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "access_tokens_expire" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_records_user" ON "oauth_records" USING btree ("user_id") WHERE "oauth_records"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "oauth_records_grant" ON "oauth_records" USING btree ("grant_id") WHERE "oauth_records"."grant_id" is not null;--> statement-breakpoint
CREATE INDEX "oauth_records_expire" ON "oauth_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "proposals_oldest" ON "proposals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "proposals_expire" ON "proposals" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('sign-in', 'sign-in-refused', 'sign-out', 'sign-out-elsewhere', 'sign-out-everywhere', 'token', 'token-refused', 'token-made', 'token-withdrawn', 'token-elsewhere', 'calendar-made', 'calendar-withdrawn', 'password-added', 'password-removed', 'phone-confirmed', 'phone-changed', 'export', 'import'));