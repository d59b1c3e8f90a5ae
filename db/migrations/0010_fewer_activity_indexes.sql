CREATE TABLE "token_months" (
	"token_id" integer NOT NULL,
	"month" date NOT NULL,
	"spent" integer NOT NULL,
	CONSTRAINT "token_months_key" PRIMARY KEY("token_id","month"),
	CONSTRAINT "token_months_spent_is_positive" CHECK ("token_months"."spent" > 0)
);
--> statement-breakpoint
ALTER TABLE "token_months" ADD CONSTRAINT "token_months_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
INSERT INTO "token_months" ("token_id", "month", "spent")
SELECT "api_tokens"."id", date_trunc('month', "timestamp" AT TIME ZONE 'UTC'), sum("spent")
FROM "api_activities" JOIN "api_tokens" ON "api_tokens"."id" = "api_activities"."token_id"
WHERE "spent" > 0 GROUP BY 1, 2;
--> statement-breakpoint
CREATE INDEX "api_activities_organization_id_kind_idx" ON "api_activities" USING btree ("organization_id","endpoint","status_code","timestamp","id");
--> statement-breakpoint
CREATE INDEX "api_activities_token_id_kind_idx" ON "api_activities" USING btree ("token_id","endpoint","status_code","timestamp","id");
--> statement-breakpoint
DROP INDEX "api_activities_organization_id_timestamp_idx";
--> statement-breakpoint
DROP INDEX "api_activities_organization_id_endpoint_idx";
--> statement-breakpoint
DROP INDEX "api_activities_organization_id_token_id_idx";
--> statement-breakpoint
DROP INDEX "api_activities_timestamp_idx";
