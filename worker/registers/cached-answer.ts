import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { type Found, type LookupRequest, type NotFound, proofs } from './register.ts'

/** A register's answer; `answeredAt` is in milliseconds since 1970. */
export type CachedAnswer = {
  register: string
  /** The register answered in place of the one that holds the number. */
  isFallback: boolean
  answeredAt: number
  answer: Found | NotFound
}

const cachedAnswerSchema = z.object({
  register: z.string(),
  isFallback: z.boolean(),
  answer: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('found'),
      registered: z.boolean(),
      proves: z.enum(proofs),
      name: z.string().nullable(),
      address: z.string().nullable(),
      status: z.string().nullable(),
      receipt: z.string().nullable(),
      facts: z.record(z.string(), z.string()),
    }),
    z.object({ kind: z.literal('not-found') }),
  ]),
})

/**
 * The cache key of an answer: a keyed hash, because a number can be a person's and all numbers can be tried. An answer
 * with a requester has a receipt of its own, so it is cached for that requester only.
 */
export function answerKey(secret: Uint8Array, { identifier, compact, requester }: LookupRequest): string {
  const hash = createHmac('sha256', secret)
    .update(`register answer ${identifier} ${compact}`)
    .digest('base64url')
  return requester ? `answer:${hash}:${requester.country}${requester.number}` : `answer:${hash}`
}

/** The same in Lua: from the key without a requester, the VAT number or nil, and the register's `requesters`. */
export const luaAnswerKey = `
local function answerKey(key, vatNumber, letters)
  if vatNumber and string.find(letters, string.sub(vatNumber, 1, 2), 1, true) then return key .. ':' .. vatNumber end
  return key
end
`

/** A fallback found the business, which does not prove the registration that was requested. */
export const isWeakerProof = ({ answer, isFallback }: CachedAnswer): boolean =>
  isFallback && answer.kind === 'found' && answer.proves !== 'vat-registration'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Milliseconds. A fallback's answer expires sooner, so that the register itself is called again. */
const freshFor = ({ answer, isFallback }: CachedAnswer): number =>
  answer.kind === 'not-found' ? HOUR / 2 : isFallback ? HOUR : DAY

/** Whether an answer is no older than `oldest` (milliseconds since 1970), or fresh where that is 0. */
export const isFreshEnough = (cached: CachedAnswer, oldest: number, now: number): boolean =>
  oldest > 0 ? cached.answeredAt >= oldest : cached.answeredAt + freshFor(cached) > now

/** "Found" outlives its freshness, to be served while the register is down; "not found" does not. */
export const cacheSeconds = (cached: CachedAnswer): number =>
  (cached.answer.kind === 'found' ? 30 * DAY : freshFor(cached)) / 1_000

/** `<answered at> <fresh until> <JSON>`: scripts compare the times without parsing the JSON. */
export function encodeAnswer(cached: CachedAnswer): string {
  const { answeredAt, ...rest } = cached
  return `${answeredAt} ${answeredAt + freshFor(cached)} ${JSON.stringify(rest)}`
}

/** Undefined for anything else, such as an answer in the format of an older version. */
export function decodeAnswer(text: string): CachedAnswer | undefined {
  const { answeredAt, json } = /^(?<answeredAt>\d{1,15}) \d+ (?<json>.+)$/s.exec(text)?.groups ?? {}
  if (!answeredAt || !json) return undefined
  try {
    const cached = cachedAnswerSchema.safeParse(JSON.parse(json))
    return cached.success ? { answeredAt: Number(answeredAt), ...cached.data } : undefined
  } catch {
    return undefined
  }
}
