CREATE TABLE "call_days" (
	"day" date PRIMARY KEY NOT NULL,
	"calls" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "used_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_used_count_idx" ON "users" USING btree ("used_count","id");--> statement-breakpoint
CREATE INDEX "payment_transactions_billed_at_idx" ON "payment_transactions" USING btree ("billed_at");--> statement-breakpoint
CREATE INDEX "organizations_tier_idx" ON "organizations" USING btree ("tier");