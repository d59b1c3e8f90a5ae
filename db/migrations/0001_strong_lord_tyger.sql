ALTER TABLE "api_tokens" ADD COLUMN "rotated_to_id" integer;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_rotated_to_id_api_tokens_id_fk" FOREIGN KEY ("rotated_to_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_rotated_to_id_key" UNIQUE("rotated_to_id");