DROP INDEX "reminder_deliveries_interrupted";--> statement-breakpoint
ALTER TABLE "reminder_deliveries" DROP COLUMN "hand_over_log";