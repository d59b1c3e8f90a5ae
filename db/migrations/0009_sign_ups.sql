CREATE TABLE "sign_ups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_ups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"token" text NOT NULL,
	"browser" text NOT NULL,
	"phone_number" text,
	"password" text,
	"invitation_id" integer,
	"code" text,
	"code_attempts" integer DEFAULT 0 NOT NULL,
	"code_expires_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_ups_token_key" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_invitation_id_organization_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."organization_invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ups_email_idx" ON "sign_ups" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sign_ups_expires_at_idx" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_ups_invitation_id_idx" ON "sign_ups" USING btree ("invitation_id");--> statement-breakpoint
DELETE FROM "organizations" WHERE "id" IN (
	SELECT m."organization_id" FROM "organization_memberships" m
	JOIN "users" u ON u."id" = m."user_id"
	WHERE u."password" IS NULL AND u."google_sub" IS NULL
	AND NOT EXISTS (SELECT FROM "organization_memberships" o WHERE o."organization_id" = m."organization_id" AND o."user_id" <> u."id")
);--> statement-breakpoint
DELETE FROM "users" WHERE "password" IS NULL AND "google_sub" IS NULL;
--> statement-breakpoint
DELETE FROM "rate_limit" WHERE "type" = 'sign-up';
