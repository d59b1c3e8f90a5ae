import { FetchError, retryAfterSeconds, type TextResponse } from '#worker/lib/http-client.ts'
import { logError, logLine } from '#worker/lib/log.ts'
import type { Proof } from './constants.ts'
import type {
  LookUpRequest,
  NoAnswer,
  NoAnswerReason,
  Register,
  RegisterAnswer,
  RegisterHttp,
} from './register.ts'
import { cleanText, isoDate, joinAddress, type Text } from './texts.ts'

const MAX_PAUSE = 600_000
/** There is no second attempt without the requester in less time. */
export const MIN_RETRY_TIME_MS = 400

type Entry = {
  registered: boolean
  proves?: Proof | undefined
  name?: Text
  address?: Text | readonly Text[]
  status?: Text
  consultationNumber?: Text
  facts?: Readonly<Record<string, Text>>
}

export const found = ({ name, address, status, consultationNumber, facts = {}, ...entry }: Entry) => ({
  ...entry,
  kind: 'found' as const,
  name: cleanText(name),
  address: typeof address === 'object' && address ? joinAddress(...address) : cleanText(address),
  status: cleanText(status),
  consultationNumber: cleanText(consultationNumber),
  facts: toFacts(facts),
})

const toFacts = (facts: Readonly<Record<string, Text>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const text = cleanText(isoDate(value))
      return text === null ? [] : [[name, text]]
    }),
  )

export const notFound = { kind: 'not-found' } as const

export const noAnswer = (reason: NoAnswerReason, code?: string): NoAnswer => ({
  kind: 'no-answer',
  reason,
  ...(code && /^[\w-]{1,64}$/.test(code) && { code }),
})

/** The operator learns the word from the log and adds it to the client. Until then, such numbers pause no register. */
export function unknownStatus(register: string, status: Text): NoAnswer {
  logLine('warn', 'unknown register status', { register, status: cleanText(status) })
  return { ...noAnswer('UNREADABLE'), isBug: true }
}

/**
 * In the order of `numbers`. One without an entry, or with entries that differ, is unreadable, or wrong if nobody
 * requested one of the entries. Those without a value weren't readable.
 */
export function answersByNumber<Entry>(
  numbers: readonly string[],
  entries: readonly (Entry | null | undefined)[],
  numberOf: (entry: Entry) => string,
  toAnswer: (entry: Entry, index: number) => RegisterAnswer,
): RegisterAnswer[] {
  const byNumber = Map.groupBy(
    entries.filter((entry) => entry != null),
    numberOf,
  )
  const requested = new Set(numbers)
  const isSwapped = [...byNumber.keys()].some((number) => !requested.has(number))
  return numbers.map((number, index) => {
    const answers = (byNumber.get(number) ?? []).map((entry) => toAnswer(entry, index))
    const [answer] = answers
    if (answer && new Set(answers.map((each) => JSON.stringify(each))).size === 1) return answer
    return noAnswer(!answer && isSwapped ? 'WRONG_NUMBER' : 'UNREADABLE')
  })
}

export const lazy =
  (load: () => Promise<Pick<Register, 'lookUp'>>): Register['lookUp'] =>
  async (http, request) =>
    (await load()).lookUp(http, request)

export type LookUpAll = (
  http: RegisterHttp,
  numbers: readonly string[],
  requests: readonly LookUpRequest[],
) => Promise<readonly RegisterAnswer[] | NoAnswer>

export function lookUpTogether(
  max: number,
  load: () => Promise<{ lookUpAll: LookUpAll }>,
): Pick<Register, 'lookUp' | 'lookUpMany'> {
  const lookUpMany: NonNullable<Register['lookUpMany']>['lookUp'] = async (http, requests) => {
    const { lookUpAll } = await load()
    const numbers = requests.map(({ compact }) => compact)
    const answers = await lookUpAll(http, numbers, requests)
    return 'kind' in answers ? requests.map(() => answers) : answers
  }
  return {
    lookUp: async (http, request) => {
      const [answer = noAnswer('UNREADABLE')] = await lookUpMany(http, [request])
      return answer
    },
    lookUpMany: { max, lookUp: lookUpMany },
  }
}

export const markRequesterRefused = (answer: RegisterAnswer): RegisterAnswer =>
  answer.kind === 'found' ? { ...answer, facts: { ...answer.facts, requester: 'refused' } } : answer

/** A page in place of data says that the register is closed, even with 200. */
export function toFailure({ status, headers, type }: TextResponse, code = String(status)): NoAnswer {
  if (status === 429 || status === 503) {
    const seconds = retryAfterSeconds(headers)
    return {
      ...noAnswer(status === 429 ? 'THROTTLED' : 'UNAVAILABLE', code),
      ...(seconds && { pause: Math.min(seconds * 1_000, MAX_PAUSE) }),
    }
  }
  if (status === 401 || status === 403) return noAnswer('BLOCKED', code)
  const isPage = status === 200 && type === 'text/html'
  if (isPage || status === 408 || status >= 500) return noAnswer('UNAVAILABLE', code)
  return noAnswer('UNREADABLE', code)
}

export class NoAnswerError extends Error {
  readonly answer: NoAnswer

  constructor(answer: NoAnswer) {
    super(answer.reason)
    this.answer = answer
  }
}

/** The number's entry, if possible one that `isCurrent`. An empty list proves nothing. Throws NoAnswerError. */
export function ownEntry<Entry>(
  entries: readonly Entry[],
  isOwn: (entry: Entry) => boolean,
  isCurrent: (entry: Entry) => boolean = isOwn,
): Entry {
  const own = entries.filter(isOwn)
  const entry = own.find(isCurrent) ?? own[0]
  if (entry !== undefined) return entry
  throw new NoAnswerError(noAnswer(entries.length === 0 ? 'NOT_COVERED' : 'WRONG_NUMBER'))
}

/** Callers get the same answer after a bug of ours as after an unreadable response. */
export async function catchFailure(lookUp: () => Promise<RegisterAnswer>): Promise<RegisterAnswer> {
  try {
    return await lookUp()
  } catch (error) {
    if (error instanceof NoAnswerError) return error.answer
    if (error instanceof FetchError) return noAnswer(error.code === 'TOO_LARGE' ? 'UNREADABLE' : error.code)
    logError('register client', error)
    return { ...noAnswer('UNREADABLE'), isBug: true }
  }
}
