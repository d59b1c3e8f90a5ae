ALTER TABLE "users" ADD COLUMN "quota_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_quotas" ADD COLUMN "warning_count" integer GENERATED ALWAYS AS (case when used_count >= monthly_limit then monthly_limit
                 when used_count >= ceil(monthly_limit * 0.9) then ceil(monthly_limit * 0.9)::integer
                 when used_count >= ceil(monthly_limit * 0.8) then ceil(monthly_limit * 0.8)::integer
                 else 0 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_quotas" ADD COLUMN "warned_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_quotas" ADD COLUMN "warned_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "organization_quotas_warning_idx" ON "organization_quotas" USING btree ("organization_id") WHERE "organization_quotas"."warning_count" > 0 and ("organization_quotas"."warned_until" is distinct from "organization_quotas"."reset_date" or "organization_quotas"."warning_count" > "organization_quotas"."warned_count");