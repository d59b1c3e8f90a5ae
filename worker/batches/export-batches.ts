import type { Context } from '#worker/context.ts'
import { jsonArray } from '#worker/lib/json-array.ts'
import type { Batch } from './contract.ts'
import { listBatches } from './get.ts'

/** Of a read. */
const SIZE = 100

/**
 * Streams the organization's batches with their counts as a JSON array, newest first, without rows and results: those are
 * encrypted, and each batch has its own download. The first batches are read before.
 */
export async function exportBatches(
  ctx: Context,
  organizationId: string,
): Promise<AsyncGenerator<string, void, void>> {
  const read = async (before?: string) =>
    (await listBatches(ctx, { organizationId, isTest: false, before, limit: SIZE })).batches
  return jsonArray({
    first: await read(),
    size: SIZE,
    read: ({ id }) => read(id),
    toJson: describe,
  })
}

/** Only what stays true. */
const describe = ({ registers: _, estimatedEndAt: __, ...batch }: Batch) => batch
