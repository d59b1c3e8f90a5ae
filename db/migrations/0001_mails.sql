CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"idempotency_key" text NOT NULL,
	"sealed" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_idempotency_key_key" UNIQUE("idempotency_key"),
	CONSTRAINT "mails_attempts_is_not_negative" CHECK ("mails"."attempts" >= 0)
);
--> statement-breakpoint
CREATE INDEX "mails_next_attempt_at_idx" ON "mails" USING btree ("next_attempt_at");