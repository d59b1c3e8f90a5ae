import type { BaseContext } from '#worker/base-context.ts'
import { signToken, verifyToken } from '#worker/lib/signed-token.ts'
import { DAY } from '#worker/lib/time.ts'
import type { PaddleTransaction } from '#worker/services/paddle-records.ts'

const PURPOSE = { issuer: 'tinproof', audience: 'checkout' } as const
/** Old keys are kept this long. Paddle's emails link to a checkout that wasn't completed. */
const VALID_MS = 30 * DAY

/** Proves that this member opened the checkout for this organization. */
export const signCheckout = (
  { settings, now }: Pick<BaseContext, 'settings' | 'now'>,
  { organizationId, userId }: { organizationId: string; userId: number },
): Promise<string> => {
  const expiresAt = new Date(now.getTime() + VALID_MS)
  return signToken(settings.SESSION_KEYS, { sub: organizationId, userId }, { ...PURPOSE, expiresAt })
}

export async function isSignedCheckout(
  { settings }: Pick<BaseContext, 'settings'>,
  { organizationId, userId, signature = '' }: PaddleTransaction['customData'],
): Promise<boolean> {
  const { payload } = await verifyToken(settings.SESSION_KEYS, signature, PURPOSE)
  return payload !== undefined && payload.sub === organizationId && payload.userId === userId
}
