CREATE TABLE "phone_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stopped_numbers" (
	"number_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_phone_number" text;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('sign-in', 'sign-in-refused', 'sign-out', 'sign-out-everywhere', 'token', 'token-refused', 'password-added', 'password-removed', 'phone-confirmed', 'phone-changed', 'export', 'import'));--> statement-breakpoint
-- No number that is stored so far was proven to be its user's. A text that came from one proves nothing about the
-- account: the owner of a number that a stranger had saved may have answered the reminders. So every number waits for a
-- code; email reminders go on, and Settings says why no text comes. Numbers that said STOP still have it at the provider.
UPDATE users SET pending_phone_number = phone_number, phone_number = NULL WHERE phone_number IS NOT NULL;
