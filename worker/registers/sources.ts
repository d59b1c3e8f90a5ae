import { registers } from './all.ts'
import type { Line, Question, Register, RegisterAnswer, RegisterSettings } from './register.ts'

/** Who can be asked about a number, and how. */
type Source = {
  register: Register
  isStandIn: boolean
  question: Question
  ask: (line: Line) => Promise<RegisterAnswer>
}

export const isOn = (register: Register, settings: RegisterSettings): boolean =>
  (register.needs ?? []).every((name) => Boolean(settings[name]))

/** The register that numbers of this identifier stand in; undefined where none answers the public. */
export const registerOf = (identifier: string): Register | undefined => byIdentifier.get(identifier)

const byIdentifier: ReadonlyMap<string, Register> = new Map(
  registers.flatMap((register) => register.identifiers.map((identifier) => [identifier, register] as const)),
)

/**
 * The register of a number first, then those that can stand in for it and are set up. Where the register itself is off,
 * nobody is asked: it has not failed.
 */
export function sourcesOf(question: Question, settings: RegisterSettings): Source[] {
  const register = byIdentifier.get(question.identifier)
  if (!register || !isOn(register, settings)) return []
  return [
    { register, isStandIn: false, question, ask: (line) => register.lookUp(line, question) },
    ...standInsFor(question).filter((standIn) => isOn(standIn.register, settings)),
  ]
}

function standInsFor(question: Question): Source[] {
  return registers.flatMap((register) => {
    const standIn = register.standsInFor?.[question.identifier]
    const compact = standIn?.compactOf(question.compact)
    if (!standIn || compact === undefined) return []
    const asked: Question = { ...question, identifier: standIn.asks, compact }
    return [
      {
        register,
        isStandIn: true,
        question: asked,
        ask: async (line) => {
          const answer = await register.lookUp(line, asked)
          // That another register does not hold a number refutes nothing, unless it holds all of them.
          return answer.kind === 'not-found' && !standIn.refutes
            ? { kind: 'no-answer', reason: 'NOT_COVERED' }
            : answer
        },
      },
    ]
  })
}

/** The name of a register by its id. */
export const nameOfRegister = (id: string): string =>
  registers.find((register) => register.id === id)?.name ?? id
