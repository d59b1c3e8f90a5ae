import { api } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { queries } from '#web/lib/queries.ts'
import { updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Token } from '#worker/tokens/contract.ts'
import { inToken, withDeleteAt } from './cancel-deletion.ts'
import { deletionInstant, type RevokeWhen, scheduledText } from './token-options.ts'

export const deleteToken = (organizationId: string, token: Token, when: RevokeWhen) =>
  attempt('Failed to delete token', async () => {
    const call = api.tokens[':tokenId'].$delete({
      ...inToken(organizationId, token),
      query: { organizationId, ...(when === 'now' ? {} : { schedule: when }) },
    })
    await updateOptimistically(queries.tokens(organizationId), call, (tokens) =>
      when === 'now'
        ? tokens.filter(({ id }) => id !== token.id)
        : withDeleteAt(tokens, token.id, deletionInstant(when, new Date())),
    )
    if (when === 'now') toast.success('Token deleted', { description: `${token.name} no longer works.` })
    else toast.success('Token scheduled for deletion', { description: scheduledText(when) })
  })

export const endOldSecret = (organizationId: string, token: Token) =>
  attempt('Failed to end the old secret', async () => {
    const call = api.tokens[':tokenId']['old-secret'].$delete(inToken(organizationId, token))
    await updateOptimistically(queries.tokens(organizationId), call, (tokens) =>
      tokens.map((each) => (each.id === token.id ? { ...each, oldSecret: null } : each)),
    )
    toast.success('Old secret ended', { description: `Only the new secret of ${token.name} works now.` })
  })
