import type { BaseContext } from '#worker/base-context.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { takeCall } from '#worker/rate-limits.ts'
import { TEST_BURST } from './authorization.ts'

const limit = { name: 'test-token', ...TEST_BURST } as const

/** `wait` is in milliseconds. One Redis trip. */
export async function takeTestCall(
  { redis }: Pick<BaseContext, 'redis'>,
  organizationId: string,
): Promise<{ left: number; wait: number }> {
  const { left, wait } = await takeCall(redis, limit, hashKey(organizationId))
  return { left, wait: wait * 1_000 }
}
