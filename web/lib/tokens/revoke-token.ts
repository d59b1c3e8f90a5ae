import { mutate } from 'swr'
import { api } from '#web/lib/api.ts'
import { errorText } from '#web/lib/api-error.ts'
import { keys } from '#web/lib/keys.ts'
import { toast } from '#web/ui/toast.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { deletionInstant, type RevokeWhen, scheduledText } from './token-words.ts'

function without(tokens: readonly Token[], id: number, when: RevokeWhen, now: Date): readonly Token[] {
  if (when === 'now') return tokens.filter((token) => token.id !== id)
  const deleteAt = deletionInstant(when, now)
  return tokens.map((token) => (token.id === id ? { ...token, deleteAt } : token))
}

/** Shows the list as it will be, tells the server, reads the list anew; a failure puts everything back. */
export async function revokeToken(organizationId: string, token: Token, when: RevokeWhen): Promise<void> {
  const call = async () => {
    await api.deleteToken(organizationId, token.id, when === 'now' ? undefined : when)
    if (when === 'now') toast.success('Token deleted', { description: `${token.name} no longer works.` })
    else toast.success('Token scheduled for deletion', { description: scheduledText(when) })
    return undefined
  }
  try {
    await mutate<readonly Token[] | undefined>(keys.tokens(organizationId), call, {
      optimisticData: (tokens) => without(tokens ?? [], token.id, when, new Date()),
      populateCache: false,
      rollbackOnError: true,
    })
  } catch (error) {
    toast.error('Failed to delete token', { description: errorText(error) })
  }
}
