DROP INDEX "api_activities_organization_id_status_code_idx";--> statement-breakpoint
DROP INDEX "api_activities_organization_id_token_id_idx";--> statement-breakpoint
DROP INDEX "api_activities_organization_id_endpoint_idx";--> statement-breakpoint
CREATE INDEX "api_activities_organization_id_token_id_idx" ON "api_activities" USING btree ("organization_id","token_id","endpoint","status_code","timestamp" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_activities_organization_id_endpoint_idx" ON "api_activities" USING btree ("organization_id","endpoint","status_code","timestamp" DESC NULLS FIRST,"id" DESC NULLS FIRST);