ALTER TABLE "api_activities" ALTER COLUMN "spent" SET DATA TYPE integer;--> statement-breakpoint
ALTER TABLE "organization_quotas" ADD COLUMN "reserved_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_quotas" ADD CONSTRAINT "organization_quotas_reserved_count_is_not_negative" CHECK ("organization_quotas"."reserved_count" >= 0);--> statement-breakpoint
UPDATE "organization_quotas" SET "reserved_count" = "used_count";
