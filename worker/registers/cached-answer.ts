import * as z from 'zod/mini'
import type { ApiSettings } from '#worker/env.ts'
import { hmac } from '#worker/lib/digest.ts'
import { once } from '#worker/lib/once.ts'
import { DAY, HOUR } from '#worker/lib/time.ts'
import { versionedJson } from '#worker/lib/versioned-json.ts'
import { ifUnavailable, type RedisClient } from '#worker/services/redis.ts'
import { proofs } from './constants.ts'
import type { Found, LookUpRequest, NotFound } from './register.ts'
import { proofOf, registerOf } from './sources.ts'

export type CachedAnswer = {
  register: string
  isFallback: boolean
  answeredAt: number
  answer: Found | NotFound
}

const cachedAnswer = versionedJson<CachedAnswer>(
  1,
  z.object({
    register: z.string(),
    isFallback: z.boolean(),
    answeredAt: z.int().check(z.nonnegative()),
    answer: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('found'),
        registered: z.boolean(),
        proves: z.enum(proofs),
        name: z.nullable(z.string()),
        address: z.nullable(z.string()),
        status: z.nullable(z.string()),
        consultationNumber: z.nullable(z.string()),
        facts: z.record(z.string(), z.string()),
      }),
      z.object({ kind: z.literal('not-found') }),
    ]),
  }),
)

/** Keyed, because all numbers can be guessed. An answer with a consultation number is cached for its requester only. */
export async function answerKey(
  { ANSWER_KEYS: [{ secret }], CACHE_EPOCH }: Pick<ApiSettings, 'ANSWER_KEYS' | 'CACHE_EPOCH'>,
  { identifier, compact, requester }: LookUpRequest,
): Promise<string> {
  const hash = (await hmac(secret, `register answer ${identifier} ${compact}`)).toString('base64url')
  const key = `answer:${CACHE_EPOCH}:${hash}`
  return requester ? `${key}:${requester.country}${requester.number}` : key
}

/** A fallback found the number, but proves less than its own register, as a business that may not be registered for VAT. */
export function isWeakerProof({ answer, isFallback }: CachedAnswer, identifier: string): boolean {
  const own = registerOf(identifier)
  if (!isFallback || answer.kind !== 'found' || !own) return false
  return proofs.indexOf(answer.proves) > proofs.indexOf(proofOf(own, identifier))
}

/**
 * In milliseconds. A number that isn't registered can be registered at any time. A fallback's answer expires sooner so that
 * the register itself is called again.
 */
const freshFor = ({ answer, isFallback }: CachedAnswer): number =>
  answer.kind === 'not-found' || !answer.registered ? HOUR / 2 : isFallback ? HOUR : DAY

export const isFreshEnough = (cached: CachedAnswer, oldest: number, now: number): boolean =>
  oldest > 0 ? cached.answeredAt >= oldest : cached.answeredAt + freshFor(cached) > now

/** "Found" is cached beyond its freshness to be served while the register is down. "Not found" is not. */
export const cacheSeconds = (cached: CachedAnswer): number =>
  (cached.answer.kind === 'found' ? 30 * DAY : freshFor(cached)) / 1_000

export const encodeAnswer = cachedAnswer.encode

export const decodeAnswer = (text: string | null | undefined): CachedAnswer | undefined =>
  cachedAnswer.decode(text ?? '')

const cachedText = once(() => z.nullable(z.string()))

export async function readCached(
  { redis }: { redis: RedisClient },
  cacheKey: string,
): Promise<CachedAnswer | undefined> {
  const text = await redis.run(cachedText(), (client) => client.get(cacheKey)).catch(ifUnavailable(null))
  return decodeAnswer(text)
}
