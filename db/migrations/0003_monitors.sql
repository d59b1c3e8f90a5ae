CREATE TABLE "monitor_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "monitor_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"monitor_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"live" boolean NOT NULL,
	"changed" text[] NOT NULL,
	"details" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitors" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"live" boolean NOT NULL,
	"created_by" integer,
	"country_code" text NOT NULL,
	"register" text,
	"number_hash" text NOT NULL,
	"details" text NOT NULL,
	"every" text NOT NULL,
	"phase" integer NOT NULL,
	"paused_by" text,
	"result" text,
	"answer" text,
	"doubt" text,
	"doubted_since" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"batch_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "monitors_number_key" UNIQUE("organization_id","live","number_hash"),
	CONSTRAINT "monitors_every_is_known" CHECK ("monitors"."every" in ('day', 'week', 'month')),
	CONSTRAINT "monitors_paused_by_is_known" CHECK ("monitors"."paused_by" in ('member', 'plan')),
	CONSTRAINT "monitors_paused_has_no_next_check" CHECK (("monitors"."paused_by" is null) = ("monitors"."next_check_at" is not null)),
	CONSTRAINT "monitors_doubt_has_start" CHECK (("monitors"."doubt" is null) = ("monitors"."doubted_since" is null)),
	CONSTRAINT "monitors_answer_has_result" CHECK (("monitors"."answer" is null) = ("monitors"."result" is null))
);
--> statement-breakpoint
CREATE TABLE "suspected_registers" (
	"register" text PRIMARY KEY NOT NULL,
	"suspected_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "is_monitoring" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "monitor_digest" text DEFAULT 'weekly' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "monitor_digest_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitor_changes" ADD CONSTRAINT "monitor_changes_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitor_changes_monitor_id_idx" ON "monitor_changes" USING btree ("monitor_id","id");--> statement-breakpoint
CREATE INDEX "monitor_changes_organization_id_idx" ON "monitor_changes" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "monitor_changes_created_at_idx" ON "monitor_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "monitors_organization_id_created_at_idx" ON "monitors" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "monitors_due_idx" ON "monitors" USING btree ("next_check_at") WHERE "monitors"."batch_id" is null;--> statement-breakpoint
CREATE INDEX "monitors_batch_id_idx" ON "monitors" USING btree ("batch_id") WHERE "monitors"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "monitors_register_checked_at_idx" ON "monitors" USING btree ("register","checked_at");--> statement-breakpoint
CREATE INDEX "monitors_doubted_idx" ON "monitors" USING btree ("register") WHERE "monitors"."doubted_since" is not null;--> statement-breakpoint
CREATE INDEX "monitors_created_by_idx" ON "monitors" USING btree ("created_by");