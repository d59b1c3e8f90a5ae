import type { Activity } from '#worker/activity/contract.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/tokens/contract.ts'

/** Whose a call was; the organization's own token serves the dashboard. */
export function tokenLabel({ tokenId, tokenName }: Pick<Activity, 'tokenId' | 'tokenName'>): string {
  if (tokenId === null) return '–'
  if (tokenName === null) return 'Deleted token'
  return tokenName === DEFAULT_TOKEN_NAME ? 'Dashboard' : tokenName
}
