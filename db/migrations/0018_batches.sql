CREATE TABLE "batch_chunks" (
	"batch_id" text NOT NULL,
	"number" smallint NOT NULL,
	"input" text,
	"results" text,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	CONSTRAINT "batch_chunks_key" PRIMARY KEY("batch_id","number")
);
--> statement-breakpoint
CREATE TABLE "batch_lanes" (
	"batch_id" text NOT NULL,
	"register" text NOT NULL,
	"organization_id" text NOT NULL,
	"waiting" integer NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batch_lanes_key" PRIMARY KEY("batch_id","register"),
	CONSTRAINT "batch_lanes_waiting_is_not_negative" CHECK ("batch_lanes"."waiting" >= 0)
);
--> statement-breakpoint
CREATE TABLE "batch_lookups" (
	"batch_id" text NOT NULL,
	"register" text NOT NULL,
	"chunk" smallint NOT NULL,
	"rows" text NOT NULL,
	"pending" smallint NOT NULL,
	"answered" smallint DEFAULT 0 NOT NULL,
	"unanswered" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "batch_lookups_key" PRIMARY KEY("batch_id","register","chunk"),
	CONSTRAINT "batch_lookups_pending_is_not_negative" CHECK ("batch_lookups"."pending" >= 0)
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"token_id" integer,
	"created_by" integer,
	"request_id" uuid NOT NULL,
	"name" text,
	"state" text NOT NULL,
	"live" boolean NOT NULL,
	"source" boolean NOT NULL,
	"fresh" boolean NOT NULL,
	"max_age" integer,
	"columns" text,
	"row_count" integer DEFAULT 0 NOT NULL,
	"duplicate_count" integer DEFAULT 0 NOT NULL,
	"pending_count" integer DEFAULT 0 NOT NULL,
	"pending_cost" integer DEFAULT 0 NOT NULL,
	"valid_count" integer DEFAULT 0 NOT NULL,
	"invalid_count" integer DEFAULT 0 NOT NULL,
	"unknown_count" integer DEFAULT 0 NOT NULL,
	"unreadable_count" integer DEFAULT 0 NOT NULL,
	"retryable_count" integer DEFAULT 0 NOT NULL,
	"cost" integer DEFAULT 0 NOT NULL,
	"returned_cost" integer DEFAULT 0 NOT NULL,
	"reserved_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"end_id" uuid,
	"failure_code" text,
	"round" smallint DEFAULT 0 NOT NULL,
	"ring_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processing_at" timestamp with time zone,
	"cancelling_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"deadline_at" timestamp with time zone NOT NULL,
	"retry_until" timestamp with time zone,
	"delete_at" timestamp with time zone,
	CONSTRAINT "batches_state_is_known" CHECK ("batches"."state" in ('receiving', 'processing', 'cancelling', 'completed', 'cancelled', 'failed')),
	CONSTRAINT "batches_counts_are_not_negative" CHECK (least("batches"."pending_count", "batches"."pending_cost", "batches"."unknown_count", "batches"."retryable_count") >= 0),
	CONSTRAINT "batches_returned_cost_is_possible" CHECK ("batches"."returned_cost" between 0 and "batches"."cost")
);
--> statement-breakpoint
ALTER TABLE "api_activities" ADD COLUMN "rows" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "batch_retention_days" smallint DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "batch_chunks" ADD CONSTRAINT "batch_chunks_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_lanes" ADD CONSTRAINT "batch_lanes_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_lookups" ADD CONSTRAINT "batch_lookups_batch_lanes_fk" FOREIGN KEY ("batch_id","register") REFERENCES "public"."batch_lanes"("batch_id","register") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_chunks_pending_idx" ON "batch_chunks" USING btree ("batch_id","number") WHERE "batch_chunks"."results" is null and "batch_chunks"."input" is not null;--> statement-breakpoint
CREATE INDEX "batch_lanes_waiting_idx" ON "batch_lanes" USING btree ("register","organization_id") WHERE "batch_lanes"."waiting" > 0;--> statement-breakpoint
CREATE INDEX "batch_lanes_due_idx" ON "batch_lanes" USING btree ("next_at") WHERE "batch_lanes"."waiting" > 0;--> statement-breakpoint
CREATE INDEX "batches_organization_id_created_at_idx" ON "batches" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "batches_in_progress_idx" ON "batches" USING btree ("organization_id") WHERE "batches"."state" in ('receiving', 'processing', 'cancelling');--> statement-breakpoint
CREATE INDEX "batches_delete_at_idx" ON "batches" USING btree ("delete_at") WHERE "batches"."delete_at" is not null;--> statement-breakpoint
CREATE INDEX "batches_created_by_idx" ON "batches" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_batch_retention_days_is_possible" CHECK ("organizations"."batch_retention_days" between 1 and 90);