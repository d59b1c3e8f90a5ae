import { api } from '#web/lib/api.ts'
import { errorText } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { changeTokens } from './change-tokens.ts'

const kept = (tokens: readonly Token[], id: number): readonly Token[] =>
  tokens.map((token) => (token.id === id ? { ...token, deleteAt: null } : token))

/** Takes back a deletion that is to come; the list shows it at once. */
export async function keepToken(organizationId: string, token: Token): Promise<void> {
  const call = async () => {
    await api.keepToken(organizationId, token.id)
    toast.success('Token kept', { description: `${token.name} will not be deleted.` })
  }
  try {
    await changeTokens(organizationId, (tokens) => kept(tokens, token.id), call)
  } catch (error) {
    toast.error('Failed to keep token', { description: errorText(error) })
  }
}
