import type { NoAnswerReason } from './register.ts'

type CodesByReason = Readonly<Partial<Record<NoAnswerReason, string>>>

/** From a register's own codes, with spaces between them. */
export function reasonsOf(codes: CodesByReason): (code: string) => NoAnswerReason | undefined {
  const reasons = Object.keys(codes) as NoAnswerReason[]
  return (code) => reasons.find((reason) => codes[reason]?.split(' ').includes(code))
}
