import type { Token } from '#worker/tokens/contract.ts'

/** A `scheduled` token works until its `deleteAt`. */
export type TokenState = 'active' | 'expired' | 'scheduled'

export function tokenState(token: Pick<Token, 'expiresAt' | 'deleteAt'>, now: Date): TokenState {
  if (token.expiresAt && Date.parse(token.expiresAt) <= now.getTime()) return 'expired'
  return token.deleteAt ? 'scheduled' : 'active'
}

export function usableTokens(tokens: readonly Token[], now: Date): readonly Token[] {
  const isOver = (end: string | null) => end !== null && Date.parse(end) <= now.getTime()
  return tokens.filter(
    ({ live, isApp, permissions, expiresAt, deleteAt }) =>
      live && !isApp && permissions.read && !isOver(expiresAt) && !isOver(deleteAt),
  )
}

/** Test tokens and apps don't count toward their limit. */
export const liveTokens = (tokens: readonly Token[]) => tokens.filter(({ live, isApp }) => live && !isApp)

export const testTokens = (tokens: readonly Token[]) => tokens.filter(({ live }) => !live)
