CREATE TABLE "row_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"row_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"row" json,
	"bytes" integer NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"linked" json,
	"import_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "row_versions_kind" CHECK ("row_versions"."kind" in ('entry', 'goal')),
	CONSTRAINT "row_versions_by" CHECK ("row_versions"."by" in ('form', 'lisa', 'text', 'import', 'token', 'undo'))
);
--> statement-breakpoint
ALTER TABLE "row_versions" ADD CONSTRAINT "row_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "row_versions_of_row" ON "row_versions" USING btree ("user_id","row_id","at");--> statement-breakpoint
CREATE INDEX "row_versions_newest" ON "row_versions" USING btree ("user_id","at","bytes");--> statement-breakpoint
CREATE INDEX "row_versions_deleted" ON "row_versions" USING btree ("user_id") WHERE "row_versions"."deleted";--> statement-breakpoint
CREATE INDEX "row_versions_import" ON "row_versions" USING btree ("import_id") WHERE "row_versions"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "row_versions_expire" ON "row_versions" USING btree ("expires_at");