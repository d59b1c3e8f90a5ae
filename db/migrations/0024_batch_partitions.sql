ALTER TABLE "batch_lanes" RENAME TO "batch_partitions";--> statement-breakpoint
ALTER TABLE "batches" RENAME COLUMN "ring_at" TO "message_at";--> statement-breakpoint
ALTER TABLE "batch_partitions" RENAME CONSTRAINT "batch_lanes_key" TO "batch_partitions_key";--> statement-breakpoint
ALTER TABLE "batch_partitions" RENAME CONSTRAINT "batch_lanes_waiting_is_not_negative" TO "batch_partitions_waiting_is_not_negative";--> statement-breakpoint
ALTER TABLE "batch_partitions" RENAME CONSTRAINT "batch_lanes_batch_id_batches_id_fk" TO "batch_partitions_batch_id_batches_id_fk";--> statement-breakpoint
ALTER TABLE "batch_lookups" RENAME CONSTRAINT "batch_lookups_batch_lanes_fk" TO "batch_lookups_batch_partitions_fk";--> statement-breakpoint
ALTER INDEX "batch_lanes_waiting_idx" RENAME TO "batch_partitions_waiting_idx";--> statement-breakpoint
ALTER INDEX "batch_lanes_due_idx" RENAME TO "batch_partitions_due_idx";
