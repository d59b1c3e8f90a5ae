CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"timestamp" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"event" text NOT NULL,
	"organization_id" text,
	"account_id" integer,
	"actor_id" integer,
	"actor_email" text,
	"subject" text,
	"before" jsonb,
	"after" jsonb,
	"network" text,
	"device" text,
	"request_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_organization_id_idx" ON "audit_entries" USING btree ("organization_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_organization_id_event_idx" ON "audit_entries" USING btree ("organization_id","event","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_organization_id_actor_id_idx" ON "audit_entries" USING btree ("organization_id","actor_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_account_id_idx" ON "audit_entries" USING btree ("account_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_id_idx" ON "audit_entries" USING btree ("actor_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_event_idx" ON "audit_entries" USING btree ("event","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_timestamp_idx" ON "audit_entries" USING btree ("timestamp","id");--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are never changed';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OF "id", "timestamp", "event", "organization_id", "actor_email", "subject", "before", "after", "network", "device", "request_id" ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
