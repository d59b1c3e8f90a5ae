import * as z from 'zod'
import { FetchError, type TextResponse } from '#worker/lib/http-client.ts'
import { logError } from '#worker/lib/log.ts'
import { once } from '#worker/lib/once.ts'
import type { Found, NoAnswer, NoAnswerReason, RegisterAnswer } from './register.ts'

const MAX_TEXT_LENGTH = 500
/** Text beyond this is cut off before anything else reads it. */
const MAX_RAW_LENGTH = 4_000
const MAX_PAUSE = 600_000
/** There is no second attempt without the requester in less time. */
export const MIN_RETRY_TIME_MS = 400

/** On one line and without control characters; null without a letter or digit. */
export function cleanText(text: string | null | undefined): string | null {
  const clean = (text ?? '')
    .slice(0, MAX_RAW_LENGTH)
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replace(/^[ ,;]+|(?<![ ,;])[ ,;]+$/g, '')
    .slice(0, MAX_TEXT_LENGTH)
  return /[\p{L}\p{N}]/u.test(clean) ? clean : null
}

export const joinAddress = (...parts: readonly (string | number | null | undefined)[]): string | null =>
  cleanText(
    parts
      .map((part) => cleanText(part?.toString()))
      .filter((part) => part !== null)
      .join(', '),
  )

export const joinWords = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')

export function toFacts(facts: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const text = cleanText(value)
      return text === null ? [] : [[name, text]]
    }),
  )
}

export const found = (entry: Partial<Found> & Pick<Found, 'registered' | 'proves'>): Found => ({
  kind: 'found',
  name: null,
  address: null,
  status: null,
  receipt: null,
  facts: {},
  ...entry,
})

export const notFound = { kind: 'not-found' } as const

export const noAnswer = (reason: NoAnswerReason, code?: string): NoAnswer => ({
  kind: 'no-answer',
  reason,
  ...(code && /^[\w-]{1,64}$/.test(code) && { code }),
})

export const todayIn = (timeZone: string): string => new Date().toLocaleDateString('sv-SE', { timeZone })

/** Years of Taiwan's calendar: 0760221 is 1987-02-21. */
export function rocDate(text: string | null | undefined): string | undefined {
  const [, year, month, day] = /^(\d{2,3})(\d\d)(\d\d)$/.exec(text?.trim() ?? '') ?? []
  return year && `${Number(year) + 1911}-${month}-${day}`
}

/** Some registers list future end dates. Text that is not a date counts as past. */
export function isPast(day: string | null | undefined, timeZone: string): boolean {
  const [iso] = /^\d{4}-\d\d-\d\d/.exec(day ?? '') ?? []
  return iso === undefined ? Boolean(day?.trim()) : iso < todayIn(timeZone)
}

/** For what an answer can do without: a value of another shape counts as missing. */
export const optional = <Shape extends z.ZodType>(schema: Shape) => schema.nullish().catch(null)

/** Some registers write codes as numbers. */
export const optionalText = once(() => optional(z.union([z.string(), z.number().transform(String)])))

/** The schema is made when a register first answers. */
export const parseJson = <Shape>(schema: () => z.ZodType<Shape>, { text }: TextResponse): Shape | undefined =>
  schema().safeParse(readJson(text)).data

function readJson(text: string): unknown {
  try {
    return JSON.parse(text, cutText)
  } catch {
    return undefined
  }
}

const cutText = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.slice(0, MAX_RAW_LENGTH) : value

/** In the order of `numbers`. One without an entry is unreadable, or wrong if nobody requested one of the entries. */
export function answersByNumber<Entry>(
  numbers: readonly string[],
  entries: readonly Entry[],
  numberOf: (entry: Entry) => string,
  toAnswer: (entry: Entry, index: number) => RegisterAnswer,
): RegisterAnswer[] {
  const byNumber = new Map(entries.map((entry) => [numberOf(entry), entry]))
  const requested = new Set(numbers)
  const isSwapped = [...byNumber.keys()].some((number) => !requested.has(number))
  return numbers.map((number, index) => {
    const entry = byNumber.get(number)
    return entry === undefined ? noAnswer(isSwapped ? 'WRONG_NUMBER' : 'UNREADABLE') : toAnswer(entry, index)
  })
}

export const markRequesterRefused = (answer: RegisterAnswer): RegisterAnswer =>
  answer.kind === 'found' ? { ...answer, facts: { ...answer.facts, requester: 'refused' } } : answer

export function toFailure({ status, headers }: TextResponse): NoAnswer {
  const code = String(status)
  if (status === 429) {
    const pause = Number(headers.get('Retry-After')) * 1_000
    return { ...noAnswer('THROTTLED', code), ...(pause > 0 && { pause: Math.min(pause, MAX_PAUSE) }) }
  }
  if (status === 401 || status === 403) return noAnswer('BLOCKED', code)
  if (status === 408 || status >= 500) return noAnswer('UNAVAILABLE', code)
  return noAnswer('UNREADABLE', code)
}

export class RateLimitError extends Error {}

export class NoAnswerError extends Error {
  readonly answer: NoAnswer

  constructor(answer: NoAnswer) {
    super(answer.reason)
    this.answer = answer
  }
}

/** Callers get the same answer after a bug of ours as after an unreadable response. */
export async function catchFailure(lookUp: () => Promise<RegisterAnswer>): Promise<RegisterAnswer> {
  try {
    return await lookUp()
  } catch (error) {
    if (error instanceof NoAnswerError) return error.answer
    if (error instanceof FetchError) return noAnswer(error.code === 'TOO_LARGE' ? 'UNREADABLE' : error.code)
    if (error instanceof RateLimitError) return noAnswer('BUSY')
    logError('register client', error)
    return { ...noAnswer('UNREADABLE'), isBug: true }
  }
}
