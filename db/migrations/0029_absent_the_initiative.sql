ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_provider_event_id_key";--> statement-breakpoint
ALTER TABLE "payment_transactions" DROP COLUMN "last_event_at";--> statement-breakpoint
ALTER TABLE "payment_transactions" DROP COLUMN "version";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP COLUMN "last_event_at";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP COLUMN "version";--> statement-breakpoint
ALTER TABLE "webhook_events" DROP COLUMN "provider";--> statement-breakpoint
ALTER TABLE "webhook_events" DROP COLUMN "processed_at";--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_event_id_key" UNIQUE("event_id");