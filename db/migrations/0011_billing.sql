ALTER TABLE "payment_jobs" DROP CONSTRAINT "payment_jobs_organization_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "payment_jobs" ALTER COLUMN "transaction_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_jobs" ALTER COLUMN "organization_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_jobs" ALTER COLUMN "next_attempt_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "payment_jobs" ALTER COLUMN "next_attempt_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD COLUMN "reported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "refunded_amount" numeric(10, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "billed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "record_updated_at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "last_event_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "customer_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "tier" text NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "started_at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_billed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancel_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pause_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "past_due_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ends_with_organization" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "payment_method" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "card_brand" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "card_last_four" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "card_expiry_month" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "card_expiry_year" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "record_updated_at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "last_event_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_transactions_subscription_id_idx" ON "payment_transactions" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_past_due_since_idx" ON "subscriptions" USING btree ("past_due_since") WHERE "subscriptions"."past_due_since" is not null;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_subscription_id_key" UNIQUE("subscription_id");--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_settle_one_thing" CHECK (num_nonnulls("payment_jobs"."transaction_id", "payment_jobs"."subscription_id") = 1);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_is_known" CHECK ("subscriptions"."plan_id" in ('PRO', 'ENTERPRISE'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tier_is_known" CHECK ("subscriptions"."tier" in ('FREE', 'PRO', 'ENTERPRISE'));