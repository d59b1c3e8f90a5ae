import * as z from 'zod/mini'
import { ifUnavailable } from '#worker/services/redis.ts'
import { noAnswer } from './answers.ts'
import { type CachedAnswer, cacheSeconds, encodeAnswer, isWeakerProof } from './cached-answer.ts'
import { type CallResult, callRegister, failed, toResult } from './call-register.ts'
import type { LookUpRequest, NoAnswer, Register, RegisterAnswer } from './register.ts'
import type { RegisterCall, RegisterServices } from './register-http.ts'
import { type RegisterCaller, requiresNewAnswer } from './shares.ts'
import { type Source, sourcesOf } from './sources.ts'

const MAX_TIME_MS = 4_000
const MIN_TIME = 2_500
const MAX_TIME_FOR_MANY = 8_000
const TIME_FOR_FALLBACK = 1_500
const TIME_FOR_CROSS_CHECK = 800

export type LookUp = {
  cached: CachedAnswer | undefined
  isStale: boolean
  failures: readonly { register: Register; failure: NoAnswer }[]
}

export type LookUpOptions = {
  cacheKey: string
  caller: RegisterCaller
  oldest: number
  since: number
  /** Of the number's own register. */
  cached: Promise<CachedAnswer | undefined>
}

export async function lookUp(
  services: RegisterServices,
  request: LookUpRequest,
  { cached, ...options }: LookUpOptions,
): Promise<LookUp> {
  const deadline = Math.max(options.since + MAX_TIME_MS, Date.now() + MIN_TIME)
  const sources = sourcesOf(request, services.settings)
  const failures: { register: Register; failure: NoAnswer }[] = []
  let stale: CachedAnswer | undefined
  for (const [index, source] of sources.entries()) {
    const result = await callRegister(services, {
      ...toCall(source, options),
      deadline: deadlineOf(sources, index, deadline),
      ...(!source.isFallback && { cached }),
    })
    if (result.kind === 'answered') return toLookUp(request.identifier, result.cached, stale, failures)
    stale ??= result.stale
    failures.push({ register: source.register, failure: result.failure })
  }
  return { cached: stale, isStale: stale !== undefined, failures }
}

const toCall = (source: Source, { cacheKey, caller, oldest, since }: Omit<LookUpOptions, 'cached'>) => ({
  ...source,
  cacheKey: source.isFallback ? `${cacheKey}:${source.register.id}` : cacheKey,
  oldest,
  caller,
  isFresh: requiresNewAnswer(oldest, since),
})

/** The first source leaves some time to the others, which share it. */
function deadlineOf([, second, ...others]: readonly Source[], index: number, last: number): number {
  if (!second) return last
  if (index === 0) return last - (second.register.isCrossCheck ? TIME_FOR_CROSS_CHECK : TIME_FOR_FALLBACK)
  const now = Date.now()
  return now + (last - now) / (others.length + 2 - index)
}

function toLookUp(
  identifier: string,
  cached: CachedAnswer,
  stale: CachedAnswer | undefined,
  failures: LookUp['failures'],
): LookUp {
  const isWeaker = stale && !stale.isFallback && isWeakerProof(cached, identifier)
  return isWeaker ? { cached: stale, isStale: true, failures } : { cached, isStale: false, failures }
}

export type PendingLookUp = {
  identifier: string
  cacheKey: string
  sources: Source[]
  stale: CachedAnswer | undefined
  failures: { register: Register; failure: NoAnswer }[]
}

export const startLookUp = (
  { settings }: RegisterServices,
  request: LookUpRequest,
  cacheKey: string,
): PendingLookUp => ({
  identifier: request.identifier,
  cacheKey,
  sources: sourcesOf(request, settings),
  stale: undefined,
  failures: [],
})

type ManyOptions = Pick<LookUpOptions, 'caller' | 'oldest'>

/** Undefined for a number whose source didn't answer, if it has another one. */
export async function callNextSource(
  services: RegisterServices,
  lookUps: readonly PendingLookUp[],
  options: ManyOptions,
): Promise<(LookUp | undefined)[]> {
  const results = new Map<PendingLookUp, CallResult>()
  const groups = Map.groupBy(lookUps, ({ sources: [next] }) => next?.register)
  await Promise.all(
    [...groups].map(async ([register, group]) => {
      if (!register) return
      const found = await callSource(services, register, group, options)
      for (const [index, pending] of group.entries()) {
        const result = found[index]
        if (result) results.set(pending, result)
      }
    }),
  )
  return lookUps.map((pending) => {
    const { identifier, stale, failures } = pending
    const [source, ...rest] = pending.sources
    const result = results.get(pending)
    if (result?.kind === 'answered') return toLookUp(identifier, result.cached, stale, failures)
    if (source && result) {
      pending.sources = rest
      pending.stale ??= result.stale
      failures.push({ register: source.register, failure: result.failure })
      if (rest.length > 0 && result.failure.reason !== 'BUSY') return undefined
    }
    return { cached: pending.stale, isStale: pending.stale !== undefined, failures }
  })
}

async function callSource(
  services: RegisterServices,
  { lookUpMany }: Register,
  lookUps: readonly PendingLookUp[],
  { caller, oldest }: ManyOptions,
): Promise<CallResult[]> {
  const since = Date.now()
  const isMany = lookUpMany !== undefined && lookUps.length > 1
  const deadline = since + (isMany ? MAX_TIME_FOR_MANY : MAX_TIME_MS)
  const calls = lookUps.flatMap(({ cacheKey, sources: [source] }) =>
    source ? { ...toCall(source, { cacheKey, caller, oldest, since }), deadline } : [],
  )
  if (!isMany) return await Promise.all(calls.map((call) => callRegister(services, call)))
  const results: CallResult[] = []
  for (let start = 0; start < calls.length; start += lookUpMany.max) {
    const some = calls.slice(start, start + lookUpMany.max)
    const answered = await callRegisterForMany(services, some, lookUpMany.lookUp)
    results.push(...(some.length > 1 ? answered.map(retryRefused) : answered))
  }
  return results
}

const retryRefused = (result: CallResult): CallResult =>
  result.kind === 'failed' && result.failure.reason === 'REFUSED'
    ? { ...result, failure: noAnswer('UNREADABLE', result.failure.code) }
    : result

/** Counts as one call, made for the first number. A failure of the whole request is the failure of each number. */
async function callRegisterForMany(
  services: RegisterServices,
  calls: readonly RegisterCall[],
  lookUpMany: NonNullable<Register['lookUpMany']>['lookUp'],
): Promise<CallResult[]> {
  const [first, ...others] = calls
  if (!first) return []
  let answers: readonly RegisterAnswer[] | undefined
  let isMade = false
  const result = await callRegister(services, {
    ...first,
    lookUp: async (http) => {
      isMade = true
      answers = await lookUpMany(
        http,
        calls.map(({ request }) => request),
      )
      return answers[0] ?? noAnswer('UNREADABLE')
    },
    hasOtherAnswers: () => answers?.some(({ kind }) => kind !== 'no-answer') ?? false,
  })
  if (answers) {
    const [, ...rest] = answers
    const results = others.map((call, index) => toResult(call, rest[index] ?? noAnswer('UNREADABLE')))
    services.waitUntil(cacheAnswers(services, others, results))
    return [result, ...results]
  }
  const isForAll =
    result.kind === 'failed' &&
    (isMade || result.failure.reason === 'BUSY' || result.failure.reason === 'PAUSED')
  if (isForAll) return [result, ...others.map(() => failed(result.failure))]
  return [result, ...(await callRegisterForMany(services, others, lookUpMany))]
}

async function cacheAnswers(
  { redis }: RegisterServices,
  calls: readonly RegisterCall[],
  results: readonly CallResult[],
): Promise<void> {
  await redis
    .run(z.array(z.unknown()), async (client) => {
      const pipeline = client.pipeline()
      let count = 0
      for (const [index, { cacheKey }] of calls.entries()) {
        const result = results[index]
        if (result?.kind !== 'answered') continue
        pipeline.set(cacheKey, encodeAnswer(result.cached), { ex: cacheSeconds(result.cached) })
        count++
      }
      return count > 0 ? await pipeline.exec() : []
    })
    .catch(ifUnavailable([]))
}
