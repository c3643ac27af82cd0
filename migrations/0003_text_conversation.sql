CREATE TABLE "conversation_days" (
	"user_id" uuid NOT NULL,
	"local_date" date NOT NULL,
	"messages" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversation_days_pk" PRIMARY KEY("user_id","local_date")
);
--> statement-breakpoint
DROP INDEX "daily_messages_by_time";--> statement-breakpoint
ALTER TABLE "daily_messages" ADD COLUMN "local_date" date DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_messages" ADD COLUMN "reply_to" uuid;--> statement-breakpoint
ALTER TABLE "daily_messages" ADD COLUMN "keyword" text;--> statement-breakpoint
ALTER TABLE "daily_messages" ADD COLUMN "delivery_status" text;--> statement-breakpoint
ALTER TABLE "daily_messages" ADD COLUMN "delivery_error" text;--> statement-breakpoint
ALTER TABLE "conversation_days" ADD CONSTRAINT "conversation_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_days_due" ON "conversation_days" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "daily_messages" ADD CONSTRAINT "daily_messages_reply_to_daily_messages_id_fk" FOREIGN KEY ("reply_to") REFERENCES "public"."daily_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_messages_by_day" ON "daily_messages" USING btree ("user_id","local_date","created_at");--> statement-breakpoint
ALTER TABLE "daily_messages" ADD CONSTRAINT "daily_messages_one_reply" UNIQUE("reply_to");