import type { Token } from '#worker/tokens/contract.ts'

/** `expired` no longer works; `leaving` works until its `deleteAt`. */
export type TokenState = 'active' | 'expired' | 'leaving'

export function tokenState(token: Pick<Token, 'expiresAt' | 'deleteAt'>, now: Date): TokenState {
  if (token.expiresAt && Date.parse(token.expiresAt) <= now.getTime()) return 'expired'
  return token.deleteAt ? 'leaving' : 'active'
}
