ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind";--> statement-breakpoint
ALTER TABLE "account_events" ADD COLUMN "token_name" text;--> statement-breakpoint
ALTER TABLE "row_versions" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "row_versions" ADD COLUMN "written_with_token" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "row_versions_of_tokens" ON "row_versions" USING btree ("user_id","bytes") WHERE "row_versions"."token" is not null;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('sign-in', 'sign-in-refused', 'sign-out', 'sign-out-elsewhere', 'sign-out-everywhere', 'sign-out-by-provider', 'token', 'token-refused', 'token-made', 'token-withdrawn', 'token-elsewhere', 'token-wrote', 'calendar-made', 'calendar-withdrawn', 'password-added', 'password-removed', 'phone-confirmed', 'phone-changed', 'export', 'import'));