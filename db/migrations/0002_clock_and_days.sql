CREATE TABLE "activity_days" (
	"organization_id" text NOT NULL,
	"day" date NOT NULL,
	"outcome" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "activity_days_key" PRIMARY KEY("organization_id","day","outcome"),
	CONSTRAINT "activity_days_calls_is_positive" CHECK ("activity_days"."calls" > 0),
	CONSTRAINT "activity_days_outcome_is_known" CHECK ("activity_days"."outcome" in ('valid', 'invalid', 'unknown', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"next_run_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"succeeded" boolean,
	"counts" jsonb
);
--> statement-breakpoint
DROP INDEX "api_activities_organization_id_timestamp_idx";--> statement-breakpoint
ALTER TABLE "api_activities" ADD COLUMN "outcome" text;--> statement-breakpoint
UPDATE "api_activities" SET "outcome" = CASE WHEN "status_code" >= 400 THEN 'refused' ELSE 'unknown' END;--> statement-breakpoint
ALTER TABLE "api_activities" ALTER COLUMN "outcome" SET NOT NULL;--> statement-breakpoint
INSERT INTO "activity_days" ("organization_id", "day", "outcome", "calls")
SELECT "organization_id", ("timestamp" AT TIME ZONE 'UTC')::date, "outcome", count(*) FROM "api_activities" GROUP BY 1, 2, 3;--> statement-breakpoint
ALTER TABLE "activity_days" ADD CONSTRAINT "activity_days_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_days_day_idx" ON "activity_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "api_activities_organization_id_status_code_idx" ON "api_activities" USING btree ("organization_id","status_code","timestamp" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_activities_organization_id_token_id_idx" ON "api_activities" USING btree ("organization_id","token_id","timestamp" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_activities_organization_id_endpoint_idx" ON "api_activities" USING btree ("organization_id","endpoint","timestamp" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "organization_invitations_organization_id_idx" ON "organization_invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "api_activities_organization_id_timestamp_idx" ON "api_activities" USING btree ("organization_id","timestamp" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "api_activities" ADD CONSTRAINT "api_activities_outcome_is_known" CHECK ("api_activities"."outcome" in ('valid', 'invalid', 'unknown', 'refused'));