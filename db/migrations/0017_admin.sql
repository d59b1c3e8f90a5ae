ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_reason" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "contract_limit" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_contract_limit_is_positive" CHECK ("organizations"."contract_limit" > 0);