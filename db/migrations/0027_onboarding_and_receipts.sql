CREATE TABLE "receipts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" text NOT NULL,
	"created_by" integer,
	"reference_id" uuid NOT NULL,
	"link" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipts_link_key" UNIQUE("link")
);
--> statement-breakpoint
ALTER TABLE "organization_memberships" ADD COLUMN "onboarding" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipts_organization_id_idx" ON "receipts" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "receipts_expires_at_idx" ON "receipts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "receipts_created_by_idx" ON "receipts" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "organization_memberships" ADD CONSTRAINT "organization_memberships_onboarding_is_known" CHECK ("organization_memberships"."onboarding" in ('name', 'checklist', 'done'));