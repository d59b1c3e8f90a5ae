import { api } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { queries } from '#web/lib/queries.ts'
import { refreshTokens, updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Token } from '#worker/tokens/contract.ts'
import { inToken, withDeleteAt } from './cancel-deletion.ts'
import { deletionInstant, type RevokeWhen, scheduledText } from './token-options.ts'

export async function deleteToken(organizationId: string, token: Token, when: RevokeWhen): Promise<void> {
  const call = api.tokens[':tokenId'].$delete({
    ...inToken(organizationId, token),
    query: { organizationId, ...(when === 'now' ? {} : { schedule: when }) },
  })
  await attempt('Failed to delete token', async () => {
    await updateOptimistically(queries.tokens(organizationId), call, (tokens) =>
      when === 'now'
        ? tokens.filter(({ id }) => id !== token.id)
        : withDeleteAt(tokens, token.id, deletionInstant(when, new Date())),
    )
    if (when === 'now') toast.success('Token deleted', { description: `${token.name} no longer works.` })
    else toast.success('Token scheduled for deletion', { description: scheduledText(when) })
  })
  await refreshTokens(organizationId)
}

export async function endOldSecret(organizationId: string, token: Token): Promise<void> {
  const call = api.tokens[':tokenId']['old-secret'].$delete(inToken(organizationId, token))
  await attempt('Failed to end the old secret', async () => {
    await updateOptimistically(queries.tokens(organizationId), call, (tokens) =>
      tokens.map((each) => (each.id === token.id ? { ...each, oldSecret: null } : each)),
    )
    toast.success('Old secret ended', { description: `Only the new secret of ${token.name} works now.` })
  })
  await refreshTokens(organizationId)
}
