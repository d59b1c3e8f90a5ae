CREATE TABLE "email_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"new_email" text NOT NULL,
	"sid" text NOT NULL,
	"current_token" text NOT NULL,
	"new_token" text NOT NULL,
	"current_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_changes_user_id_key" UNIQUE("user_id"),
	CONSTRAINT "email_changes_current_token_key" UNIQUE("current_token"),
	CONSTRAINT "email_changes_new_token_key" UNIQUE("new_token")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "delete_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
INSERT INTO "api_tokens" ("name", "token", "prefix", "last_four", "organization_id", "permissions", "expires_at", "created_at")
SELECT "name", "api_key", 'tp_project_', '', "organization_id", '{"read":true,"validation":true}', now(), "created_at" FROM "projects";--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_api_key_api_tokens_token_fk" FOREIGN KEY ("api_key") REFERENCES "public"."api_tokens"("token") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "organizations_delete_at_idx" ON "organizations" USING btree ("delete_at") WHERE "organizations"."delete_at" is not null;