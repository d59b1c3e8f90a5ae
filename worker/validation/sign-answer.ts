import type { BaseContext } from '#worker/base-context.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { signToken, verifyToken } from '#worker/lib/signed-token.ts'
import { KEEPABLE_SECONDS, SIGNATURE_HEADER } from './contract.ts'

const PURPOSE = { issuer: 'tinproof', audience: 'record' } as const

type GivenAnswer = { organizationId: string; answer: string; request: object }

const digestOf = ({ answer, request }: GivenAnswer) => hashKey(JSON.stringify([answer, request]))

/** Proves that we gave this answer to this organization, so nothing is stored until someone keeps a record of it. */
export async function signAnswer(
  { settings, now }: BaseContext,
  given: GivenAnswer,
): Promise<Record<string, string>> {
  const payload = { sub: given.organizationId, digest: digestOf(given) }
  const expiresAt = new Date(now.getTime() + KEEPABLE_SECONDS * 1_000)
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
