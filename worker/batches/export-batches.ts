import type { Context } from '#worker/context.ts'
import { jsonArray } from '#worker/lib/json-array.ts'
import type { Batch } from './contract.ts'
import { listBatches } from './get.ts'

const SIZE = 100

/** Streams the organization's batches as a JSON array, newest first, without rows and results. */
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

const describe = ({ registers: _, estimatedEndAt: __, ...batch }: Batch) => batch
