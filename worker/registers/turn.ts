import * as z from 'zod'
import { type RedisClient, RedisUnavailable } from '#worker/clients/redis.ts'
import { COUNTS_LIFE, countsKeys } from './counts.ts'
import { decodeAnswer, encodeAnswer, type Kept, secondsToKeep } from './kept-answer.ts'
import { type Meter, openLine } from './line.ts'
import { answerOf, TooManyCalls } from './reading.ts'
import {
  type Line,
  type NoAnswer,
  type NoAnswerReason,
  noAnswerReasons,
  type Question,
  type Rate,
  type Register,
  type RegisterAnswer,
  type RegisterSettings,
} from './register.ts'
import { BREAKER, settleScript, spendScript, takeTurnScript } from './turn-scripts.ts'

/** What asking a register takes. `after` is work that goes on when the caller has its answer. */
export type RegisterServices = {
  redis: RedisClient
  settings: RegisterSettings
  waitUntil: (work: Promise<unknown>) => void
}

/** The register spoke, now or a while ago; or it did not, and what it last said is `old`. */
export type Turn = { kind: 'answered'; kept: Kept } | { kind: 'none'; none: NoAnswer; old: Kept | undefined }

export type Errand = {
  register: Register
  question: Question
  ask: (line: Line) => Promise<RegisterAnswer>
  /** What the question is kept under; holds no number in the clear. */
  key: string
  isStandIn: boolean
  /** Milliseconds since 1970: when the caller must have an answer, and the oldest answer that will do. */
  endsAt: number
  oldest: number
}

/** Less time than this is not worth a call (milliseconds). */
const SHORTEST_CALL = 400
/** A call that had less time than this and ran out of it says nothing about the register. */
const FAIR_TIME = 1_500
const FIRST_WAIT = 30
const LONGEST_WAIT = 300

/** Asks one register, in turn with everybody else who asks: the same question once, no lane more than it takes. */
export async function takeTurn(services: RegisterServices, errand: Errand): Promise<Turn> {
  const since = Date.now()
  const who = crypto.randomUUID()
  let wait = FIRST_WAIT
  let old: Kept | undefined
  try {
    for (;;) {
      const left = errand.endsAt - Date.now()
      if (left < SHORTEST_CALL) return { kind: 'none', none: { kind: 'no-answer', reason: 'BUSY' }, old }
      const [code, text, rest] = await services.redis.script(takeTurnScript, keysOf(errand), [
        Date.now(),
        errand.oldest,
        who,
        since,
        left + 1_000,
        errand.register.limit.atOnce,
        errand.register.limit.calls ?? 0,
        (errand.register.limit.seconds ?? 0) * 1_000,
        BREAKER.faults,
      ])
      const kept = code === 'ENDED' ? undefined : decodeAnswer(text)
      if (code === 'ANSWERED' && kept) return { kind: 'answered', kept }
      if (code === 'ANSWERED') {
        // Kept by another version: it is no answer, and would stand in the way of one.
        await services.redis.send(z.number(), 'DEL', errand.key)
        continue
      }
      old = kept ?? old
      if (code === 'ENDED') return { kind: 'none', none: decodeReason(text), old }
      if (code === 'PAUSED') return { kind: 'none', none: { kind: 'no-answer', reason: 'PAUSED' }, old }
      if (code === 'TURN') return await call(services, errand, who, old)
      await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(wait, rest), left)))
      wait = Math.min(wait * 1.5, LONGEST_WAIT)
    }
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    return await callAlone(services, errand)
  }
}

async function call(
  services: RegisterServices,
  errand: Errand,
  who: string,
  old: Kept | undefined,
): Promise<Turn> {
  const { answer, milliseconds, wasFair } = await callRegister(services, errand, meterOf(services, errand))
  const kept = keptOf(errand, answer)
  services.waitUntil(
    services.redis.script(
      settleScript,
      [...keysOf(errand), ...countsKeys(Date.now())],
      [
        Date.now(),
        who,
        effectOf(answer, wasFair),
        kept ? encodeAnswer(kept) : '',
        kept ? secondsToKeep(kept) : 0,
        answer.kind === 'no-answer' ? encodeReason(answer) : '',
        BREAKER.faults,
        BREAKER.pause,
        BREAKER.longest,
        answer.kind === 'no-answer' ? (answer.pause ?? 0) : 0,
        laneOf(errand),
        milliseconds,
        COUNTS_LIFE.hour,
        COUNTS_LIFE.slot,
      ],
    ),
  )
  return turnOf(answer, kept, old)
}

/** Calls of this isolate to each lane, for when Redis does not say what the others do. */
const alone = new Map<string, number>()

async function callAlone(services: RegisterServices, errand: Errand): Promise<Turn> {
  const lane = laneOf(errand)
  const underWay = alone.get(lane) ?? 0
  if (underWay >= errand.register.limit.atOnce) {
    return { kind: 'none', none: { kind: 'no-answer', reason: 'BUSY' }, old: undefined }
  }
  alone.set(lane, underWay + 1)
  try {
    const { answer } = await callRegister(services, errand)
    return turnOf(answer, keptOf(errand, answer), undefined)
  } finally {
    alone.set(lane, (alone.get(lane) ?? 1) - 1)
  }
}

/** The call itself, whoever else asks: bounded by the errand's time, and anything unforeseen is no answer. */
export async function callRegister(
  services: Pick<RegisterServices, 'redis' | 'settings'>,
  { register, ask, endsAt }: Pick<Errand, 'register' | 'ask' | 'endsAt'>,
  meter?: Meter,
) {
  const startedAt = Date.now()
  const answer = await answerOf(() => ask(openLine(services, register, endsAt, meter)))
  return { answer, milliseconds: Date.now() - startedAt, wasFair: endsAt - startedAt >= FAIR_TIME }
}

/**
 * Counts what a look-up calls. The turn has paid for the first call to the register itself; every further one, such as
 * that in nobody's name after a requester was refused, waits for one of the window, and so does each to another host.
 */
function meterOf({ redis }: RegisterServices, errand: Errand): Meter {
  const { register, endsAt } = errand
  let isPaid = true
  return async (base) => {
    const isOwn = base === register.base
    const wasPaid = isOwn && isPaid
    if (isOwn) isPaid = false
    const { calls, seconds }: Partial<Rate> = (isOwn ? register.limit : register.others?.[base]) ?? {}
    if (wasPaid || !calls || !seconds) return
    const key = `register:rate:${isOwn ? laneOf(errand) : `${register.id}:${new URL(base).host}`}`
    for (;;) {
      const wait = await redis
        .script(spendScript, [key], [Date.now(), calls, seconds * 1_000])
        .catch(waitForNobody)
      if (wait === 0) return
      if (endsAt - Date.now() - wait < SHORTEST_CALL) throw new TooManyCalls()
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** Without Redis nobody counts. */
function waitForNobody(error: unknown): number {
  if (error instanceof RedisUnavailable) return 0
  throw error
}

const laneOf = ({ register, question }: Errand) => register.lane?.(question) ?? register.id

function keysOf(errand: Errand): string[] {
  const lane = laneOf(errand)
  return [
    errand.key,
    `${errand.key}:flight:${errand.register.id}`,
    `${errand.key}:ended:${errand.register.id}`,
    `register:breaker:${lane}`,
    `register:leases:${lane}`,
    `register:rate:${lane}`,
  ]
}

const keptOf = ({ register, isStandIn }: Errand, answer: RegisterAnswer): Kept | undefined =>
  answer.kind === 'no-answer' ? undefined : { register: register.id, isStandIn, spokeAt: Date.now(), answer }

/** Why a call was not made: that tells nothing about the register. */
const notMade: readonly NoAnswerReason[] = ['BUSY', 'PAUSED']

/** What the call tells about the register: it answered, it failed, or nothing. */
function effectOf(answer: RegisterAnswer, wasFair: boolean): 'answered' | 'fault' | 'neutral' {
  if (answer.kind === 'no-answer' && notMade.includes(answer.reason)) return 'neutral'
  if (answer.kind !== 'no-answer' || !noAnswerReasons[answer.reason].isFault) return 'answered'
  return answer.reason === 'TIMEOUT' && !wasFair ? 'neutral' : 'fault'
}

function turnOf(answer: RegisterAnswer, kept: Kept | undefined, old: Kept | undefined): Turn {
  if (kept) return { kind: 'answered', kept }
  const none: NoAnswer = answer.kind === 'no-answer' ? answer : { kind: 'no-answer', reason: 'UNREADABLE' }
  return { kind: 'none', none, old }
}

/** For those who waited for the same question: `REASON` or `REASON CODE`. */
const encodeReason = ({ reason, code }: NoAnswer) => (code ? `${reason} ${code}` : reason)

function decodeReason(text: string): NoAnswer {
  const [, reason = '', code] = text.split(' ')
  return {
    kind: 'no-answer',
    reason: isReason(reason) ? reason : 'UNREADABLE',
    ...(code && { code }),
  }
}

const isReason = (text: string): text is NoAnswerReason => Object.hasOwn(noAnswerReasons, text)
