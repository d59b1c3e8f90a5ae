ALTER TABLE "batches" ADD COLUMN "idempotency_id" uuid;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_idempotency_id_key" UNIQUE("idempotency_id");