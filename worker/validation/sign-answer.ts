import type { BaseContext } from '#worker/base-context.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { signToken, verifyToken } from '#worker/lib/signed-token.ts'
import { SHAREABLE_SECONDS, SIGNATURE_HEADER } from './contract.ts'

const PURPOSE = { issuer: 'tinproof', audience: 'receipt' } as const

type GivenAnswer = { organizationId: string; answer: string; name: string | undefined }

const digestOf = ({ answer, name }: GivenAnswer) => hashKey(JSON.stringify([answer, name ?? null]))

/** Proves that we gave this answer to this organization, so nothing is stored until someone shares it. */
export async function signAnswer(
  { settings, now }: BaseContext,
  given: GivenAnswer,
): Promise<Record<string, string>> {
  const payload = { sub: given.organizationId, digest: digestOf(given) }
  const expiresAt = new Date(now.getTime() + SHAREABLE_SECONDS * 1_000)
  return { [SIGNATURE_HEADER]: await signToken(settings.SESSION_KEYS, payload, { ...PURPOSE, expiresAt }) }
}

export async function isGivenAnswer(
  { settings }: BaseContext,
  given: GivenAnswer,
  signature: string,
): Promise<boolean> {
  const { payload } = await verifyToken(settings.SESSION_KEYS, signature, PURPOSE)
  return payload?.sub === given.organizationId && payload.digest === digestOf(given)
}
