ALTER TABLE "monitors" ADD COLUMN "search" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "monitors_search_idx" ON "monitors" USING gin ("search");