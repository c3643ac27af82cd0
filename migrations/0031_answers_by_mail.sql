CREATE TABLE "incoming_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"message_hash" text NOT NULL,
	"outcome" text NOT NULL,
	"answer_due_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incoming_mails_once" UNIQUE("user_id","message_hash"),
	CONSTRAINT "incoming_mails_outcome" CHECK ("incoming_mails"."outcome" in ('saved', 'too late', 'too large', 'too many', 'unreadable', 'no words', 'no room', 'quota'))
);
--> statement-breakpoint
ALTER TABLE "row_versions" DROP CONSTRAINT "row_versions_by";--> statement-breakpoint
ALTER TABLE "incoming_mails" ADD CONSTRAINT "incoming_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incoming_mails_expire" ON "incoming_mails" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "row_versions" ADD CONSTRAINT "row_versions_by" CHECK ("row_versions"."by" in ('form', 'lisa', 'text', 'mail', 'import', 'token', 'undo'));