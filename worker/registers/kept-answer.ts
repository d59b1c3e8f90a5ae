import * as z from 'zod'
import { type Found, type NotFound, proofs } from './register.ts'

/** What a register said, which one, and when (milliseconds since 1970). */
export type Kept = {
  register: string
  /** Whether it spoke in the place of the register that the number belongs to. */
  isStandIn: boolean
  spokeAt: number
  answer: Found | NotFound
}

const keptSchema = z.object({
  register: z.string(),
  isStandIn: z.boolean(),
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

/** A stand-in found a business, not the registration that was asked for. */
export const provesLess = ({ answer, isStandIn }: Kept): boolean =>
  isStandIn && answer.kind === 'found' && answer.proves !== 'vat-registration'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long an answer is as good as a new one. What a stand-in said is asked of the register itself sooner. */
const freshFor = ({ answer, isStandIn }: Kept): number =>
  answer.kind === 'not-found' ? HOUR / 2 : isStandIn ? HOUR : DAY

/** Whether an answer will do for who wants none of before `oldest`, or one that is fresh where that is 0. */
export const isYoungEnough = (kept: Kept, oldest: number, now: number): boolean =>
  oldest > 0 ? kept.spokeAt >= oldest : kept.spokeAt + freshFor(kept) > now

/** Seconds that an answer is kept for when the register gives none: a "not found" no longer than it is fresh. */
export const secondsToKeep = (kept: Kept): number =>
  (kept.answer.kind === 'found' ? 30 * DAY : freshFor(kept)) / 1_000

/** `<when the register spoke> <until when that is fresh> <JSON>`: a script compares the times without reading the rest. */
export const encodeAnswer = (kept: Kept): string => {
  const { spokeAt, ...rest } = kept
  return `${spokeAt} ${spokeAt + freshFor(kept)} ${JSON.stringify(rest)}`
}

/** Undefined for a text that is none, or of another version. */
export function decodeAnswer(text: string): Kept | undefined {
  const { spokeAt, json } = /^(?<spokeAt>\d{1,15}) \d+ (?<json>.+)$/s.exec(text)?.groups ?? {}
  if (!spokeAt || !json) return undefined
  try {
    const kept = keptSchema.safeParse(JSON.parse(json))
    return kept.success ? { spokeAt: Number(spokeAt), ...kept.data } : undefined
  } catch {
    return undefined
  }
}
