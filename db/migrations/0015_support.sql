CREATE TABLE "support_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"author" text NOT NULL,
	"answered_by" integer,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_messages_author_is_known" CHECK ("support_messages"."author" in ('user', 'support'))
);
--> statement-breakpoint
CREATE TABLE "support_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"user_id" integer,
	"email" text,
	"organization_id" text,
	"organization_name" text,
	"tier" text,
	"subject" text NOT NULL,
	"category" text NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"queue_order" bigint GENERATED ALWAYS AS (case state
              when 'open' then (case priority when 'urgent' then 0 when 'high' then 1 when 'normal' then 2 else 3 end)
                               * 4294967296::bigint + id
              when 'answered' then 5 * 4294967296::bigint - id
              else 6 * 4294967296::bigint - id
            end) STORED NOT NULL,
	CONSTRAINT "support_requests_reference_key" UNIQUE("reference"),
	CONSTRAINT "support_requests_tier_is_known" CHECK ("support_requests"."tier" in ('FREE', 'PRO', 'ENTERPRISE')),
	CONSTRAINT "support_requests_category_is_known" CHECK ("support_requests"."category" in ('technical', 'billing', 'api', 'account', 'feature', 'other')),
	CONSTRAINT "support_requests_priority_is_known" CHECK ("support_requests"."priority" in ('low', 'normal', 'high', 'urgent')),
	CONSTRAINT "support_requests_state_is_known" CHECK ("support_requests"."state" in ('open', 'answered', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_messages_request_id_idx" ON "support_messages" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "support_messages_answered_by_idx" ON "support_messages" USING btree ("answered_by");--> statement-breakpoint
CREATE INDEX "support_requests_user_id_idx" ON "support_requests" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "support_requests_organization_id_idx" ON "support_requests" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "support_requests_queue_order_idx" ON "support_requests" USING btree ("queue_order");