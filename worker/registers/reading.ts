import type * as z from 'zod'
import { FetchError, type TextResponse } from '#worker/lib/http-client.ts'
import type { Found, NoAnswer, NoAnswerReason, RegisterAnswer } from './register.ts'

const MAX_LENGTH = 500
const LONGEST_PAUSE = 600_000

/** A text as it may be shown: one line, no control characters; null where the register discloses nothing. */
export function disclosed(text: string | null | undefined): string | null {
  const tidy = (text ?? '')
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replace(/^[\s,;]+|[\s,;]+$/g, '')
    .slice(0, MAX_LENGTH)
  return /[\p{L}\p{N}]/u.test(tidy) ? tidy : null
}

/** The parts of an address that are there, on one line. */
export const addressOf = (...parts: readonly (string | number | null | undefined)[]): string | null =>
  disclosed(
    parts
      .map((part) => disclosed(part === null || part === undefined ? undefined : String(part)))
      .filter((part) => part !== null)
      .join(', '),
  )

/** The parts of one line of an address that are there. */
export const spaced = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')

/** What the register knows beside, without what it leaves out. */
export function factsOf(facts: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const text = disclosed(value)
      return text === null ? [] : [[name, text]]
    }),
  )
}

export const found = (finding: Partial<Found> & Pick<Found, 'registered' | 'proves'>): Found => ({
  kind: 'found',
  name: null,
  address: null,
  status: null,
  receipt: null,
  facts: {},
  ...finding,
})

export const notFound = { kind: 'not-found' } as const

export const noAnswer = (reason: NoAnswerReason, code?: string): NoAnswer => ({
  kind: 'no-answer',
  reason,
  ...(code && /^[\w-]{1,64}$/.test(code) && { code }),
})

/** The day of today in a time zone, as ISO writes it. */
export const todayIn = (timeZone: string): string => new Date().toLocaleDateString('sv-SE', { timeZone })

/** Whether a day at whose end something ends is over there. A register may tell of one to come: that is no end yet. */
export function isOver(day: string | null | undefined, timeZone: string): boolean {
  const [iso] = /^\d{4}-\d\d-\d\d/.exec(day ?? '') ?? []
  return iso === undefined ? Boolean(day?.trim()) : iso < todayIn(timeZone)
}

/** The body as the schema has it; undefined for anything else: a page in HTML, half a body, another shape. */
export function readJson<Shape>(schema: z.ZodType<Shape>, { text }: TextResponse): Shape | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Less time than this is not worth asking once more, without the requester (milliseconds). */
export const TIME_FOR_ANOTHER = 400

/** An answer in nobody's name, because the register refused the requester: so it has no receipt. */
export const withoutRequester = (answer: RegisterAnswer): RegisterAnswer =>
  answer.kind === 'found' ? { ...answer, facts: { ...answer.facts, requester: 'refused' } } : answer

/** What a status that is no answer says; UNREADABLE for one that should have been an answer. */
export function failureOf({ status, headers }: TextResponse): NoAnswer {
  const code = String(status)
  if (status === 429) {
    const pause = Number(headers.get('Retry-After')) * 1_000
    return {
      ...noAnswer('THROTTLED', code),
      ...(pause > 0 && { pause: Math.min(pause, LONGEST_PAUSE) }),
    }
  }
  if (status === 401 || status === 403) return noAnswer('BLOCKED', code)
  if (status === 408 || status >= 500) return noAnswer('UNAVAILABLE', code)
  return noAnswer('UNREADABLE', code)
}

/** A call that is not made, because the register takes no further one in the time that is left. */
export class TooManyCalls extends Error {}

/** A register that answers what nobody foresaw has not answered. */
export async function answerOf(look: () => Promise<RegisterAnswer>): Promise<RegisterAnswer> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof FetchError) {
      return noAnswer(error.code === 'TOO_LARGE' ? 'UNREADABLE' : error.code)
    }
    return noAnswer(error instanceof TooManyCalls ? 'BUSY' : 'UNREADABLE')
  }
}
