import { type Kept, provesLess } from './kept-answer.ts'
import type { NoAnswer, Question, Register } from './register.ts'
import { sourcesOf } from './sources.ts'
import { type RegisterServices, takeTurn } from './turn.ts'

/** Milliseconds that an interactive call may take in all; and how many of them a look-up has whatever went before it. */
const LOOK_UP_TIME = 4_000
const LEAST_TIME = 2_500
/** What of that is left for those that come after: enough for one that stands in, less for a mere cross-check. */
const TIME_FOR_STAND_IN = 1_500
const TIME_FOR_CROSS_CHECK = 800

export type LookUp = {
  /** What was said, by the register itself, by one that stood in for it, or a while ago; undefined when nobody spoke. */
  kept: Kept | undefined
  /** It is older than what was asked for: the register has no answer now. */
  isOld: boolean
  /** Who was asked without an answer, in that order. */
  failures: readonly { register: Register; none: NoAnswer }[]
}

type Options = {
  /** What the answer is kept under. */
  key: string
  /** Milliseconds since 1970 of the oldest answer that will do; 0 for one that is fresh. */
  oldest: number
  /** Milliseconds since 1970 at which the call began; now without it. */
  since?: number
}

/** Asks the register of a number, and where it does not answer those that can stand in for it. Never throws. */
export async function lookUp(
  services: RegisterServices,
  question: Question,
  { key, oldest, since = Date.now() }: Options,
): Promise<LookUp> {
  const endsAt = Math.max(since + LOOK_UP_TIME, Date.now() + LEAST_TIME)
  const sources = sourcesOf(question, services.settings)
  const failures: { register: Register; none: NoAnswer }[] = []
  let old: Kept | undefined
  for (const [index, { register, isStandIn, question: asked, ask }] of sources.entries()) {
    const next = sources[index + 1]?.register
    const reserved = !next ? 0 : next.isCrossCheck ? TIME_FOR_CROSS_CHECK : TIME_FOR_STAND_IN
    const turn = await takeTurn(services, {
      register,
      question: asked,
      ask,
      // What a stand-in says is kept apart, so that it never stands in the way of the register itself.
      key: isStandIn ? `${key}:${register.id}` : key,
      isStandIn,
      endsAt: endsAt - reserved,
      oldest,
    })
    if (turn.kind === 'answered') {
      const isWeaker = old && !old.isStandIn && provesLess(turn.kept)
      return isWeaker ? { kept: old, isOld: true, failures } : { kept: turn.kept, isOld: false, failures }
    }
    // What the register itself said a while ago goes before what one that stands in for it did.
    old ??= turn.old
    failures.push({ register, none: turn.none })
  }
  return { kept: old, isOld: old !== undefined, failures }
}
