DROP INDEX CONCURRENTLY IF EXISTS "events_organization_id_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "events_organization_id_transaction_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_organization_id_transaction_idx" ON "events" USING btree ("organization_id","transaction","id");
