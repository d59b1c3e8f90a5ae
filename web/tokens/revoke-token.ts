import { api } from '#web/lib/api.ts'
import { errorText } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { changeTokens } from './change-tokens.ts'
import { deletionInstant, type RevokeWhen, scheduledText } from './token-words.ts'

function without(tokens: readonly Token[], id: number, when: RevokeWhen, now: Date): readonly Token[] {
  if (when === 'now') return tokens.filter((token) => token.id !== id)
  const deleteAt = deletionInstant(when, now)
  return tokens.map((token) => (token.id === id ? { ...token, deleteAt } : token))
}

/** Deletes a token, or sets when it is to go; the list shows it at once. */
export async function revokeToken(organizationId: string, token: Token, when: RevokeWhen): Promise<void> {
  const call = async () => {
    await api.deleteToken(organizationId, token.id, when === 'now' ? undefined : when)
    if (when === 'now') toast.success('Token deleted', { description: `${token.name} no longer works.` })
    else toast.success('Token scheduled for deletion', { description: scheduledText(when) })
  }
  try {
    await changeTokens(organizationId, (tokens) => without(tokens, token.id, when, new Date()), call)
  } catch (error) {
    toast.error('Failed to delete token', { description: errorText(error) })
  }
}
