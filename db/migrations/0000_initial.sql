CREATE TABLE "password_reset_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_reset_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "password_reset_tokens_token_key" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rate_limit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"type" text NOT NULL,
	"attempt_count" integer DEFAULT 1 NOT NULL,
	"last_attempt" timestamp with time zone DEFAULT now() NOT NULL,
	"cooldown_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rate_limit_email_type_key" UNIQUE("email","type"),
	CONSTRAINT "rate_limit_attempt_count_is_not_negative" CHECK ("rate_limit"."attempt_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp with time zone NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"encrypted_secret" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"enabled_at" timestamp with time zone,
	CONSTRAINT "two_factors_last_step_is_not_negative" CHECK ("two_factors"."last_step" >= 0)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password" text,
	"password_changed_at" timestamp with time zone,
	"first_name" text,
	"last_name" text,
	"time_zone" text,
	"phone_number" text,
	"temp_data" jsonb,
	"role" text,
	"google_sub" text,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	"used_count" bigint DEFAULT 0 NOT NULL,
	"quota_emails" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_key" UNIQUE("email"),
	CONSTRAINT "users_google_sub_key" UNIQUE("google_sub"),
	CONSTRAINT "users_email_is_lower_case" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role_is_known" CHECK ("users"."role" in ('system_admin', 'SUPER_ADMIN'))
);
--> statement-breakpoint
CREATE TABLE "activity_days" (
	"organization_id" text NOT NULL,
	"day" date NOT NULL,
	"outcome" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "activity_days_key" PRIMARY KEY("organization_id","day","outcome"),
	CONSTRAINT "activity_days_calls_is_positive" CHECK ("activity_days"."calls" > 0),
	CONSTRAINT "activity_days_outcome_is_known" CHECK ("activity_days"."outcome" in ('confirmed', 'different_name', 'format_only', 'unconfirmed', 'invalid', 'unsupported', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "activity_hours" (
	"organization_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"token_id" integer,
	"country" text,
	"outcome" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "activity_hours_key" UNIQUE NULLS NOT DISTINCT("organization_id","hour","token_id","country","outcome"),
	CONSTRAINT "activity_hours_calls_is_positive" CHECK ("activity_hours"."calls" > 0),
	CONSTRAINT "activity_hours_outcome_is_known" CHECK ("activity_hours"."outcome" in ('confirmed', 'different_name', 'format_only', 'unconfirmed', 'invalid', 'unsupported', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "api_activities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"organization_id" text NOT NULL,
	"token_id" integer,
	"method" text NOT NULL,
	"endpoint" text NOT NULL,
	"status_code" smallint NOT NULL,
	"outcome" text,
	"response_time" integer,
	"quota_time" smallint,
	"register_time" smallint,
	"error_code" text,
	"country" text,
	"number_hash" text,
	"spent" integer DEFAULT 0 NOT NULL,
	"rows" integer,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_activities_request_id_key" UNIQUE("request_id"),
	CONSTRAINT "api_activities_spent_is_not_negative" CHECK ("api_activities"."spent" >= 0),
	CONSTRAINT "api_activities_outcome_is_known" CHECK ("api_activities"."outcome" in ('confirmed', 'different_name', 'format_only', 'unconfirmed', 'invalid', 'unsupported', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "call_days" (
	"day" date PRIMARY KEY NOT NULL,
	"calls" bigint NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "batch_chunks" (
	"batch_id" text NOT NULL,
	"number" smallint NOT NULL,
	"input" text,
	"results" text,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	CONSTRAINT "batch_chunks_key" PRIMARY KEY("batch_id","number")
);
--> statement-breakpoint
CREATE TABLE "batch_lookups" (
	"batch_id" text NOT NULL,
	"register" text NOT NULL,
	"chunk" smallint NOT NULL,
	"rows" text NOT NULL,
	"pending" smallint NOT NULL,
	"answered" smallint DEFAULT 0 NOT NULL,
	"unanswered" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "batch_lookups_key" PRIMARY KEY("batch_id","register","chunk"),
	CONSTRAINT "batch_lookups_pending_is_not_negative" CHECK ("batch_lookups"."pending" >= 0)
);
--> statement-breakpoint
CREATE TABLE "batch_partitions" (
	"batch_id" text NOT NULL,
	"register" text NOT NULL,
	"organization_id" text NOT NULL,
	"waiting" integer NOT NULL,
	"reason" text NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"served_at" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	CONSTRAINT "batch_partitions_key" PRIMARY KEY("batch_id","register"),
	CONSTRAINT "batch_partitions_waiting_is_not_negative" CHECK ("batch_partitions"."waiting" >= 0)
);
--> statement-breakpoint
CREATE TABLE "batch_registers" (
	"register" text PRIMARY KEY NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"token_id" integer,
	"created_by" integer,
	"request_id" uuid NOT NULL,
	"idempotency_id" uuid,
	"name" text,
	"state" text NOT NULL,
	"live" boolean NOT NULL,
	"source" boolean NOT NULL,
	"fresh" boolean NOT NULL,
	"max_age" integer,
	"columns" text,
	"answer" text,
	"is_monitoring" boolean DEFAULT false NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"duplicate_count" integer DEFAULT 0 NOT NULL,
	"pending_count" integer DEFAULT 0 NOT NULL,
	"pending_cost" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"retryable_count" integer DEFAULT 0 NOT NULL,
	"cost" integer DEFAULT 0 NOT NULL,
	"returned_cost" integer DEFAULT 0 NOT NULL,
	"reserved_at" timestamp with time zone,
	"failure_code" text,
	"round" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processing_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"deadline_at" timestamp with time zone NOT NULL,
	"retry_until" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "batches_idempotency_id_key" UNIQUE("idempotency_id"),
	CONSTRAINT "batches_state_is_known" CHECK ("batches"."state" in ('receiving', 'processing', 'completed', 'canceled', 'failed')),
	CONSTRAINT "batches_counts_are_not_negative" CHECK (least("batches"."pending_count", "batches"."pending_cost", "batches"."retryable_count") >= 0),
	CONSTRAINT "batches_returned_cost_is_possible" CHECK ("batches"."returned_cost" between 0 and "batches"."cost")
);
--> statement-breakpoint
CREATE TABLE "billing_details" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"country" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"region" text,
	"postal_code" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"sent_to" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_details_status_is_known" CHECK ("billing_details"."status" in ('pending', 'saved', 'vat-number-refused', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "payment_jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transaction_id" text,
	"subscription_id" text,
	"organization_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 5 NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"error" text,
	"reported_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_jobs_transaction_id_key" UNIQUE("transaction_id"),
	CONSTRAINT "payment_jobs_subscription_id_key" UNIQUE("subscription_id"),
	CONSTRAINT "payment_jobs_settle_one_thing" CHECK (num_nonnulls("payment_jobs"."transaction_id", "payment_jobs"."subscription_id") = 1),
	CONSTRAINT "payment_jobs_status_is_known" CHECK ("payment_jobs"."status" in ('pending', 'running', 'completed', 'failed')),
	CONSTRAINT "payment_jobs_attempts_are_bounded" CHECK ("payment_jobs"."attempts" >= 0 and "payment_jobs"."attempts" <= "payment_jobs"."max_attempts" + 1)
);
--> statement-breakpoint
CREATE TABLE "payment_transactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transaction_id" text NOT NULL,
	"provider_reference" text,
	"subscription_id" text,
	"organization_id" text NOT NULL,
	"user_id" integer,
	"plan" text,
	"amount" numeric(10, 2) NOT NULL,
	"refunded_amount" numeric(10, 2) DEFAULT '0' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"billed_at" timestamp with time zone,
	"record_updated_at" timestamp with time zone NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_transactions_transaction_id_key" UNIQUE("transaction_id"),
	CONSTRAINT "payment_transactions_status_is_known" CHECK ("payment_transactions"."status" in ('pending', 'completed', 'failed', 'canceled', 'refunded')),
	CONSTRAINT "payment_transactions_amount_is_not_negative" CHECK ("payment_transactions"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"next_plan_id" text,
	"tier" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"next_billed_at" timestamp with time zone,
	"cancel_at" timestamp with time zone,
	"pause_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"past_due_since" timestamp with time zone,
	"cancel_reason" text,
	"payment_method" text,
	"card_brand" text,
	"card_last_four" text,
	"card_expiry_month" integer,
	"card_expiry_year" integer,
	"reminded_card" text,
	"record_updated_at" timestamp with time zone NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_subscription_id_key" UNIQUE("subscription_id"),
	CONSTRAINT "subscriptions_organization_id_key" UNIQUE("organization_id"),
	CONSTRAINT "subscriptions_plan_id_is_known" CHECK ("subscriptions"."plan_id" in ('PRO', 'ENTERPRISE')),
	CONSTRAINT "subscriptions_tier_is_known" CHECK ("subscriptions"."tier" in ('FREE', 'PRO', 'ENTERPRISE')),
	CONSTRAINT "subscriptions_status_is_known" CHECK ("subscriptions"."status" in ('active', 'trialing', 'past_due', 'paused', 'canceled')),
	CONSTRAINT "subscriptions_cancel_reason_is_known" CHECK ("subscriptions"."cancel_reason" in ('member', 'deletion'))
);
--> statement-breakpoint
CREATE TABLE "free_quotas" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "free_quotas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" text,
	"user_id" integer,
	"email_hash" text,
	"used_count" integer DEFAULT 0 NOT NULL,
	"released_until" timestamp with time zone,
	CONSTRAINT "free_quotas_organization_id_key" UNIQUE("organization_id"),
	CONSTRAINT "free_quotas_used_count_is_not_negative" CHECK ("free_quotas"."used_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"next_run_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"succeeded" boolean,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"counts" jsonb
);
--> statement-breakpoint
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
CREATE TABLE "monitor_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "monitor_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"monitor_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"live" boolean NOT NULL,
	"changed" text[] NOT NULL,
	"details" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitors" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"live" boolean NOT NULL,
	"created_by" integer,
	"country_code" text NOT NULL,
	"register" text,
	"number_hash" text NOT NULL,
	"search" text[] DEFAULT '{}' NOT NULL,
	"details" text NOT NULL,
	"every" text NOT NULL,
	"phase" integer NOT NULL,
	"paused_by" text,
	"result" text,
	"answer" text,
	"differs_since" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"batch_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "monitors_number_key" UNIQUE("organization_id","live","number_hash"),
	CONSTRAINT "monitors_every_is_known" CHECK ("monitors"."every" in ('day', 'week', 'month')),
	CONSTRAINT "monitors_paused_by_is_known" CHECK ("monitors"."paused_by" in ('member', 'plan')),
	CONSTRAINT "monitors_paused_has_no_next_check" CHECK (("monitors"."paused_by" is null) = ("monitors"."next_check_at" is not null)),
	CONSTRAINT "monitors_answer_has_result" CHECK (("monitors"."answer" is null) = ("monitors"."result" is null))
);
--> statement-breakpoint
CREATE TABLE "suspected_registers" (
	"register" text PRIMARY KEY NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"emailed_at" timestamp with time zone,
	"missing_since" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "dead_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "redis_marks" (
	"epoch" text PRIMARY KEY NOT NULL,
	"mark" bigint NOT NULL,
	"lost_at" timestamp with time zone,
	"went_back_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "service_slots" (
	"starts_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"last_activity_id" bigint,
	CONSTRAINT "service_slots_are_not_negative" CHECK ("service_slots"."calls" >= 0 and "service_slots"."failed" >= 0 and "service_slots"."lost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "organization_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organization_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"organization_id" text NOT NULL,
	"invited_by" integer,
	"role" text DEFAULT 'member' NOT NULL,
	"token" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_invitations_token_key" UNIQUE("token"),
	CONSTRAINT "organization_invitations_role_is_known" CHECK ("organization_invitations"."role" in ('admin', 'manager', 'member', 'system_admin')),
	CONSTRAINT "organization_invitations_status_is_known" CHECK ("organization_invitations"."status" in ('pending', 'accepted', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "organization_memberships" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organization_memberships_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"organization_id" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"onboarding" text DEFAULT 'done' NOT NULL,
	"two_factor_reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_memberships_user_id_organization_id_key" UNIQUE("user_id","organization_id"),
	CONSTRAINT "organization_memberships_role_is_known" CHECK ("organization_memberships"."role" in ('admin', 'manager', 'member', 'system_admin')),
	CONSTRAINT "organization_memberships_onboarding_is_known" CHECK ("organization_memberships"."onboarding" in ('name', 'checklist', 'done'))
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tier" text DEFAULT 'FREE' NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"vat_number" text,
	"status_reason" text,
	"contract_limit" integer,
	"has_free_quota" boolean DEFAULT true NOT NULL,
	"batch_retention_days" smallint DEFAULT 30 NOT NULL,
	"monitor_digest" text DEFAULT 'weekly' NOT NULL,
	"monitor_digest_at" timestamp with time zone,
	"keeps_records" boolean DEFAULT false NOT NULL,
	"record_years" smallint,
	"two_factor_required_at" timestamp with time zone,
	"delete_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_contract_limit_is_positive" CHECK ("organizations"."contract_limit" > 0),
	CONSTRAINT "organizations_batch_retention_days_is_possible" CHECK ("organizations"."batch_retention_days" between 1 and 90),
	CONSTRAINT "organizations_record_years_is_possible" CHECK ("organizations"."record_years" between 1 and 10),
	CONSTRAINT "organizations_tier_is_known" CHECK ("organizations"."tier" in ('FREE', 'PRO', 'ENTERPRISE')),
	CONSTRAINT "organizations_status_is_known" CHECK ("organizations"."status" in ('ACTIVE', 'DISABLED', 'SUSPENDED'))
);
--> statement-breakpoint
CREATE TABLE "organization_quotas" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organization_quotas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" text NOT NULL,
	"monthly_limit" integer NOT NULL,
	"used_count" integer DEFAULT 0 NOT NULL,
	"check_at" timestamp with time zone,
	"reset_date" timestamp with time zone NOT NULL,
	"warning_count" integer GENERATED ALWAYS AS (case when used_count >= monthly_limit then monthly_limit
                 when used_count >= ceil(monthly_limit * 0.9) then ceil(monthly_limit * 0.9)::integer
                 when used_count >= ceil(monthly_limit * 0.8) then ceil(monthly_limit * 0.8)::integer
                 else 0 end) STORED NOT NULL,
	"warned_count" integer DEFAULT 0 NOT NULL,
	"warned_until" timestamp with time zone,
	CONSTRAINT "organization_quotas_organization_id_key" UNIQUE("organization_id"),
	CONSTRAINT "organization_quotas_used_count_is_not_negative" CHECK ("organization_quotas"."used_count" >= 0),
	CONSTRAINT "organization_quotas_monthly_limit_is_not_negative" CHECK ("organization_quotas"."monthly_limit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"sid" text NOT NULL,
	"current_token" text NOT NULL,
	"new_token" text NOT NULL,
	"current_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_changes_current_token_key" UNIQUE("current_token"),
	CONSTRAINT "email_changes_new_token_key" UNIQUE("new_token")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text,
	"api_key" text NOT NULL,
	"organization_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_api_key_key" UNIQUE("api_key"),
	CONSTRAINT "projects_name_is_long_enough" CHECK (char_length("projects"."name") >= 3)
);
--> statement-breakpoint
CREATE TABLE "record_chain" (
	"organization_id" text NOT NULL,
	"live" boolean NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"signed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "record_chain_organization_id_live_number_pk" PRIMARY KEY("organization_id","live","number")
);
--> statement-breakpoint
CREATE TABLE "records" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"created_by" integer,
	"reference_id" uuid NOT NULL,
	"live" boolean NOT NULL,
	"number" integer,
	"content" text NOT NULL,
	"search" text[] NOT NULL,
	"link" text,
	"link_secret" text,
	"link_expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "records_reference_key" UNIQUE("organization_id","reference_id"),
	CONSTRAINT "records_number_key" UNIQUE("organization_id","live","number"),
	CONSTRAINT "records_link_key" UNIQUE("link")
);
--> statement-breakpoint
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
	CONSTRAINT "sign_ups_token_key" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "status_days" (
	"component" text NOT NULL,
	"day" date NOT NULL,
	"answered" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "status_days_key" PRIMARY KEY("component","day"),
	CONSTRAINT "status_days_are_not_negative" CHECK ("status_days"."answered" >= 0 and "status_days"."failed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "status_outages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_outages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"component" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "status_outages_key" UNIQUE("component","started_at"),
	CONSTRAINT "status_outages_end_after_start" CHECK ("status_outages"."ended_at" >= "status_outages"."started_at")
);
--> statement-breakpoint
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
CREATE TABLE "api_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"token" text NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"organization_id" text NOT NULL,
	"live" boolean DEFAULT true NOT NULL,
	"permissions" jsonb NOT NULL,
	"allowed_ips" "cidr"[] DEFAULT '{}' NOT NULL,
	"last_refused_ip" "inet",
	"last_refused_at" timestamp with time zone,
	"rotated_to_id" integer,
	"expires_at" timestamp with time zone,
	"delete_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_used_country" text,
	"oauth_client_id" text,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_tokens_token_key" UNIQUE("token"),
	CONSTRAINT "api_tokens_rotated_to_id_key" UNIQUE("rotated_to_id"),
	CONSTRAINT "api_tokens_name_is_long_enough" CHECK (char_length("api_tokens"."name") >= 3)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"type" text NOT NULL,
	"live" boolean NOT NULL,
	"data" jsonb NOT NULL,
	"transaction" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now(),
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_state_is_known" CHECK ("webhook_deliveries"."state" in ('pending', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_pending_has_next_try" CHECK (("webhook_deliveries"."state" = 'pending') = ("webhook_deliveries"."next_try_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"events" text[] NOT NULL,
	"live" boolean NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	"failing_since" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_disabled_reason_is_known" CHECK ("webhook_endpoints"."disabled_reason" in ('member', 'gone', 'failing', 'plan')),
	CONSTRAINT "webhook_endpoints_disabled_has_reason" CHECK (("webhook_endpoints"."disabled_at" is null) = ("webhook_endpoints"."disabled_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_two_factors_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."two_factors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_days" ADD CONSTRAINT "activity_days_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_hours" ADD CONSTRAINT "activity_hours_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_activities" ADD CONSTRAINT "api_activities_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_chunks" ADD CONSTRAINT "batch_chunks_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_lookups" ADD CONSTRAINT "batch_lookups_batch_partitions_fk" FOREIGN KEY ("batch_id","register") REFERENCES "public"."batch_partitions"("batch_id","register") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_partitions" ADD CONSTRAINT "batch_partitions_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "free_quotas" ADD CONSTRAINT "free_quotas_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "free_quotas" ADD CONSTRAINT "free_quotas_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_changes" ADD CONSTRAINT "monitor_changes_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_memberships" ADD CONSTRAINT "organization_memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_memberships" ADD CONSTRAINT "organization_memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_quotas" ADD CONSTRAINT "organization_quotas_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_api_key_api_tokens_token_fk" FOREIGN KEY ("api_key") REFERENCES "public"."api_tokens"("token") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_chain" ADD CONSTRAINT "record_chain_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_invitation_id_organization_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."organization_invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_rotated_to_id_api_tokens_id_fk" FOREIGN KEY ("rotated_to_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_reset_tokens_email_idx" ON "password_reset_tokens" USING btree ("email");--> statement-breakpoint
CREATE INDEX "password_reset_tokens_expires_at_idx" ON "password_reset_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_user_id_idx" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expire_idx" ON "session" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_used_count_idx" ON "users" USING btree ("used_count","id");--> statement-breakpoint
CREATE INDEX "activity_days_day_idx" ON "activity_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "activity_hours_hour_idx" ON "activity_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "api_activities_organization_id_kind_idx" ON "api_activities" USING btree ("organization_id","endpoint","status_code","timestamp","id");--> statement-breakpoint
CREATE INDEX "api_activities_token_id_kind_idx" ON "api_activities" USING btree ("token_id","endpoint","status_code","timestamp","id");--> statement-breakpoint
CREATE INDEX "api_activities_number_hash_idx" ON "api_activities" USING btree ("number_hash","timestamp") WHERE "api_activities"."number_hash" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_organization_id_idx" ON "audit_entries" USING btree ("organization_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_organization_id_event_idx" ON "audit_entries" USING btree ("organization_id","event","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_organization_id_actor_id_idx" ON "audit_entries" USING btree ("organization_id","actor_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_account_id_idx" ON "audit_entries" USING btree ("account_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_id_idx" ON "audit_entries" USING btree ("actor_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_email_idx" ON "audit_entries" USING btree ("actor_email","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_event_idx" ON "audit_entries" USING btree ("event","timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entries_timestamp_idx" ON "audit_entries" USING btree ("timestamp","id");--> statement-breakpoint
CREATE INDEX "batch_partitions_waiting_idx" ON "batch_partitions" USING btree ("register","organization_id") WHERE "batch_partitions"."waiting" > 0;--> statement-breakpoint
CREATE INDEX "batch_partitions_served_at_idx" ON "batch_partitions" USING btree ("register","organization_id","served_at");--> statement-breakpoint
CREATE INDEX "batch_partitions_due_idx" ON "batch_partitions" USING btree ("next_at") WHERE "batch_partitions"."waiting" > 0;--> statement-breakpoint
CREATE INDEX "batches_organization_id_created_at_idx" ON "batches" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "batches_listed_idx" ON "batches" USING btree ("organization_id","created_at","id") WHERE "batches"."answer" is null and not "batches"."is_monitoring";--> statement-breakpoint
CREATE INDEX "batches_request_id_idx" ON "batches" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "batches_in_progress_idx" ON "batches" USING btree ("organization_id") WHERE "batches"."state" in ('receiving', 'processing');--> statement-breakpoint
CREATE INDEX "batches_expires_at_idx" ON "batches" USING btree ("expires_at") WHERE "batches"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "batches_monitoring_idx" ON "batches" USING btree ("state") WHERE "batches"."is_monitoring";--> statement-breakpoint
CREATE INDEX "batches_created_by_idx" ON "batches" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "payment_jobs_status_next_attempt_at_idx" ON "payment_jobs" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "payment_jobs_organization_id_idx" ON "payment_jobs" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "payment_transactions_organization_id_created_at_idx" ON "payment_transactions" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_transactions_billed_at_idx" ON "payment_transactions" USING btree ("billed_at");--> statement-breakpoint
CREATE INDEX "payment_transactions_user_id_idx" ON "payment_transactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_transactions_subscription_id_idx" ON "payment_transactions" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_past_due_since_idx" ON "subscriptions" USING btree ("past_due_since") WHERE "subscriptions"."past_due_since" is not null;--> statement-breakpoint
CREATE INDEX "free_quotas_user_id_idx" ON "free_quotas" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "free_quotas_email_hash_idx" ON "free_quotas" USING btree ("email_hash") WHERE "free_quotas"."email_hash" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_next_attempt_at_idx" ON "mails" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "monitor_changes_monitor_id_idx" ON "monitor_changes" USING btree ("monitor_id","id");--> statement-breakpoint
CREATE INDEX "monitor_changes_organization_id_idx" ON "monitor_changes" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "monitor_changes_created_at_idx" ON "monitor_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "monitors_organization_id_created_at_idx" ON "monitors" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "monitors_search_idx" ON "monitors" USING gin ("search");--> statement-breakpoint
CREATE INDEX "monitors_due_idx" ON "monitors" USING btree ("next_check_at") WHERE "monitors"."batch_id" is null;--> statement-breakpoint
CREATE INDEX "monitors_batch_id_idx" ON "monitors" USING btree ("batch_id") WHERE "monitors"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "monitors_register_checked_at_idx" ON "monitors" USING btree ("register","checked_at");--> statement-breakpoint
CREATE INDEX "monitors_differs_idx" ON "monitors" USING btree ("register") WHERE "monitors"."differs_since" is not null;--> statement-breakpoint
CREATE INDEX "monitors_details_key_idx" ON "monitors" USING btree (split_part("details", '.', 1),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_one_open_key" ON "alerts" USING btree ("code") WHERE "alerts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_created_at_idx" ON "alerts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_invitations_one_pending_key" ON "organization_invitations" USING btree ("organization_id","email") WHERE "organization_invitations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "organization_invitations_organization_id_idx" ON "organization_invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "organization_invitations_email_idx" ON "organization_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "organization_invitations_expires_at_idx" ON "organization_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "organization_invitations_invited_by_idx" ON "organization_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "organization_memberships_organization_id_idx" ON "organization_memberships" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "organizations_tier_idx" ON "organizations" USING btree ("tier","id");--> statement-breakpoint
CREATE INDEX "organizations_delete_at_idx" ON "organizations" USING btree ("delete_at") WHERE "organizations"."delete_at" is not null;--> statement-breakpoint
CREATE INDEX "organization_quotas_warning_idx" ON "organization_quotas" USING btree ("organization_id") WHERE "organization_quotas"."warning_count" > 0 and ("organization_quotas"."warned_until" is distinct from "organization_quotas"."reset_date" or "organization_quotas"."warning_count" > "organization_quotas"."warned_count");--> statement-breakpoint
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "projects_organization_id_created_at_idx" ON "projects" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "record_chain_signed_at_idx" ON "record_chain" USING btree ("organization_id","signed_at");--> statement-breakpoint
CREATE INDEX "record_chain_test_idx" ON "record_chain" USING btree ("signed_at") WHERE not "record_chain"."live";--> statement-breakpoint
CREATE INDEX "records_organization_id_idx" ON "records" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "records_search_idx" ON "records" USING gin ("search");--> statement-breakpoint
CREATE INDEX "records_unsigned_idx" ON "records" USING btree ("organization_id","live") WHERE "records"."number" is null;--> statement-breakpoint
CREATE INDEX "records_expires_at_idx" ON "records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "records_content_key_idx" ON "records" USING btree (split_part("content", '.', 1),"id");--> statement-breakpoint
CREATE INDEX "sign_ups_email_idx" ON "sign_ups" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sign_ups_expires_at_idx" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_ups_invitation_id_idx" ON "sign_ups" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "status_days_day_idx" ON "status_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "support_messages_request_id_idx" ON "support_messages" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "support_messages_answered_by_idx" ON "support_messages" USING btree ("answered_by");--> statement-breakpoint
CREATE INDEX "support_requests_user_id_idx" ON "support_requests" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_requests_organization_id_idx" ON "support_requests" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "support_requests_queue_order_idx" ON "support_requests" USING btree ("queue_order");--> statement-breakpoint
CREATE INDEX "api_tokens_organization_id_created_at_idx" ON "api_tokens" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_one_default_key" ON "api_tokens" USING btree ("organization_id") WHERE "api_tokens"."name" = 'default';--> statement-breakpoint
CREATE INDEX "api_tokens_delete_at_idx" ON "api_tokens" USING btree ("delete_at") WHERE "api_tokens"."delete_at" is not null;--> statement-breakpoint
CREATE INDEX "api_tokens_app_expires_at_idx" ON "api_tokens" USING btree ("expires_at") WHERE "api_tokens"."oauth_client_id" is not null;--> statement-breakpoint
CREATE INDEX "api_tokens_created_by_idx" ON "api_tokens" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "events_organization_id_transaction_idx" ON "events" USING btree ("organization_id","transaction","id");--> statement-breakpoint
CREATE INDEX "events_created_at_idx" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_id_idx" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("endpoint_id","next_try_at") WHERE "webhook_deliveries"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_organization_id_idx" ON "webhook_endpoints" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_created_by_idx" ON "webhook_endpoints" USING btree ("created_by");--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are never changed';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
