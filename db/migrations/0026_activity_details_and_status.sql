CREATE TABLE "activity_hours" (
	"organization_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"token_id" integer,
	"country" text,
	"outcome" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "activity_hours_key" UNIQUE NULLS NOT DISTINCT("organization_id","hour","token_id","country","outcome"),
	CONSTRAINT "activity_hours_calls_is_positive" CHECK ("activity_hours"."calls" > 0),
	CONSTRAINT "activity_hours_outcome_is_known" CHECK ("activity_hours"."outcome" in ('valid', 'invalid', 'unknown', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "status_days" (
	"component" text NOT NULL,
	"day" date NOT NULL,
	"answered" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "status_days_key" PRIMARY KEY("component","day"),
	CONSTRAINT "status_days_are_not_negative" CHECK ("status_days"."answered" >= 0 and "status_days"."failed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "status_outages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_outages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"component" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"has_recovered" boolean DEFAULT false NOT NULL,
	CONSTRAINT "status_outages_key" UNIQUE("component","started_at"),
	CONSTRAINT "status_outages_end_after_start" CHECK ("status_outages"."ended_at" >= "status_outages"."started_at")
);
--> statement-breakpoint
ALTER TABLE "api_activities" ADD COLUMN "quota_time" smallint;--> statement-breakpoint
ALTER TABLE "api_activities" ADD COLUMN "register_time" smallint;--> statement-breakpoint
ALTER TABLE "api_activities" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "activity_hours" ADD CONSTRAINT "activity_hours_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_hours_hour_idx" ON "activity_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "status_days_day_idx" ON "status_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "status_outages_started_at_idx" ON "status_outages" USING btree ("started_at");--> statement-breakpoint
INSERT INTO "activity_hours" ("organization_id", "hour", "token_id", "country", "outcome", "calls")
SELECT "organization_id", date_trunc('hour', "timestamp", 'UTC'), "token_id", "country", "outcome", count(*)
  FROM "api_activities"
 WHERE "rows" IS NULL AND "timestamp" > now() - interval '31 days'
 GROUP BY 1, 2, 3, 4, 5;
