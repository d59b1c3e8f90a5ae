DROP INDEX "organization_memberships_organization_id_idx";--> statement-breakpoint
DROP INDEX "organizations_tier_idx";--> statement-breakpoint
CREATE INDEX "organization_memberships_organization_id_idx" ON "organization_memberships" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "organizations_tier_idx" ON "organizations" USING btree ("tier","id");