ALTER TABLE "api_tokens" ADD COLUMN "allowed_ips" "cidr"[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "last_refused_ip" "inet";--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "last_refused_at" timestamp with time zone;