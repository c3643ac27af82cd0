CREATE TABLE "goal_days" (
	"entry_id" uuid NOT NULL,
	"goal_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "goal_days_pk" PRIMARY KEY("entry_id","goal_id")
);
--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "goal_days" ADD CONSTRAINT "goal_days_entry_id_journal_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."journal_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_days" ADD CONSTRAINT "goal_days_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_days" ADD CONSTRAINT "goal_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goal_days_goal" ON "goal_days" USING btree ("goal_id");--> statement-breakpoint
CREATE INDEX "goal_days_user" ON "goal_days" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_parent_id_goals_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."goals"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goals_parent" ON "goals" USING btree ("parent_id") WHERE "goals"."parent_id" is not null;