import type { Token } from '#worker/tokens/contract.ts'

/** The tokens that a validation can be made with now. */
export function usableTokens(tokens: readonly Token[], now: Date): readonly Token[] {
  const isOver = (end: string | null) => end !== null && Date.parse(end) <= now.getTime()
  return tokens.filter(
    ({ permissions, expiresAt, deleteAt }) => permissions.read && !isOver(expiresAt) && !isOver(deleteAt),
  )
}
