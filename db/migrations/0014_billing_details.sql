CREATE TABLE "billing_details" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"country" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"region" text,
	"postal_code" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"sent_to" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_details_status_is_known" CHECK ("billing_details"."status" in ('pending', 'saved', 'vat-number-refused', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reminded_card" text;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;