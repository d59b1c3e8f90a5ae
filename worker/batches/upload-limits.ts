import { AppError, bodyTooLarge } from '#worker/errors.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { formatDuration } from '#worker/lib/time.ts'
import type { Tier } from '#worker/membership/constants.ts'
import { takeCall } from '#worker/rate-limits.ts'
import type { RedisClient } from '#worker/services/redis.ts'
import { MAX_UPLOAD, type UploadLimits, uploadLimits } from './contract.ts'

/** Live and test tokens have limits of the same size each. */
export type Uploader = { organizationId: string; tier: Tier; isTest: boolean }
type Unit = keyof UploadLimits

const MEGABYTE = 1024 * 1024
/** A small upload of a small limit counts as less than one megabyte. */
const parts: Readonly<Record<Tier, number>> = { FREE: 20, PRO: 1, ENTERPRISE: 1 }
const periods = { hour: 3_600, day: 86_400 } as const

const messages: Record<Unit, (limit: UploadLimits[Unit]) => string> = {
  batches: ({ hour, day }) => `Your plan allows ${hour} new batches an hour and ${day} a day.`,
  megabytes: ({ hour, day }) => `Your plan allows uploads of ${hour} MiB an hour and ${day} MiB a day.`,
}

export async function takeUpload(
  { redis }: { redis: RedisClient },
  { organizationId, tier, isTest }: Uploader,
  unit: Unit,
): Promise<void> {
  const limit = uploadLimits[tier][unit]
  const units = unit === 'megabytes' ? parts[tier] : 1
  // Not in parallel: what the hour refuses must not count for the day.
  for (const period of ['hour', 'day'] as const) {
    const name = `upload-${unit}-${period}-${tier}${isTest ? '-test' : ''}`
    const calls = limit[period] * units
    const { retryAfter } = await takeCall(
      redis,
      { name, calls, seconds: periods[period] },
      hashKey(organizationId),
    )
    if (retryAfter > 0)
      throw new AppError('UPLOAD_LIMIT_REACHED', {
        message: `${messages[unit](limit)} Try again in ${formatDuration(retryAfter)}.`,
        retryAfter,
      })
  }
}

/**
 * Counts each megabyte when it begins. The stream fails with UPLOAD_LIMIT_REACHED. Throws BODY_TOO_LARGE if the whole body
 * is larger than an upload may be, or than an hour allows, before anything is counted.
 */
export function countUpload(
  ctx: { redis: RedisClient },
  uploader: Uploader,
  { headers, body }: Request,
): ReadableStream<Uint8Array> {
  const { megabytes } = uploadLimits[uploader.tier]
  const length = Number(headers.get('Content-Length'))
  if (length > MAX_UPLOAD) throw bodyTooLarge(MAX_UPLOAD)
  if (length > megabytes.hour * MEGABYTE)
    throw new AppError('BODY_TOO_LARGE', { message: `${messages.megabytes(megabytes)} Split this one.` })
  const part = MEGABYTE / parts[uploader.tier]
  let size = 0
  let counted = 0
  return (body ?? new Blob().stream()).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        size += chunk.byteLength
        for (; counted * part < size; counted++) await takeUpload(ctx, uploader, 'megabytes')
        controller.enqueue(chunk)
      },
    }),
  )
}
