CREATE TABLE "batch_registers" (
	"register" text PRIMARY KEY NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "batch_partitions" ADD COLUMN "served_at" timestamp with time zone DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
CREATE INDEX "batch_partitions_served_at_idx" ON "batch_partitions" USING btree ("register","organization_id","served_at");--> statement-breakpoint
INSERT INTO "batch_registers" ("register") SELECT DISTINCT "register" FROM "batch_partitions";
