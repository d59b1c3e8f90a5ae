DROP INDEX CONCURRENTLY IF EXISTS "api_activities_number_hash_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "api_activities_number_hash_idx" ON "api_activities" USING btree ("number_hash","timestamp") WHERE "api_activities"."number_hash" is not null;
