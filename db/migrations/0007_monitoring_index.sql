DROP INDEX CONCURRENTLY IF EXISTS "batches_monitoring_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "batches_monitoring_idx" ON "batches" USING btree ("state") WHERE "batches"."is_monitoring";
