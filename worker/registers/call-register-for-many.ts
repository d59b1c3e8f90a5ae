import * as z from 'zod'
import { ifUnavailable } from '#worker/services/redis.ts'
import { noAnswer } from './answers.ts'
import { cacheSeconds, encodeAnswer } from './cached-answer.ts'
import { type CallResult, callRegister, failed, type RegisterCall, toResult } from './call-register.ts'
import type { RegisterAnswer, RegisterHttp } from './register.ts'
import type { RegisterServices } from './register-http.ts'

type CallForMany<Call extends RegisterCall> = {
  calls: readonly Call[]
  lookUpMany: (http: RegisterHttp, calls: readonly Call[]) => Promise<readonly RegisterAnswer[]>
}

/** Counts as one call, made for the first number. A failure of the whole request is the failure of each number. */
export async function callRegisterForMany<Call extends RegisterCall>(
  services: RegisterServices,
  { calls, lookUpMany }: CallForMany<Call>,
): Promise<CallResult[]> {
  const [first, ...others] = calls
  if (!first) return []
  let answers: readonly RegisterAnswer[] | undefined
  let isMade = false
  const result = await callRegister(services, {
    ...first,
    lookUp: async (http) => {
      isMade = true
      answers = await lookUpMany(http, calls)
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
  return [result, ...(await callRegisterForMany(services, { calls: others, lookUpMany }))]
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
