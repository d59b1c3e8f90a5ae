import { api, organizationHeader, pathParam } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { queries } from '#web/lib/queries.ts'
import { updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Token } from '#worker/tokens/contract.ts'

export const inToken = (organizationId: string, { id }: Token) => ({
  header: organizationHeader(organizationId),
  param: { tokenId: pathParam(id) },
})

export function withDeleteAt(tokens: readonly Token[], id: number, deleteAt: string | null): Token[] {
  return tokens.map((token) => (token.id === id ? { ...token, deleteAt } : token))
}

export const cancelDeletion = (organizationId: string, token: Token) =>
  attempt('Failed to keep token', async () => {
    const call = api.tokens[':tokenId'].schedule.$delete(inToken(organizationId, token))
    await updateOptimistically(queries.tokens(organizationId), call, (tokens) =>
      withDeleteAt(tokens, token.id, null),
    )
    toast.success('Token kept', { description: `${token.name} won't be deleted.` })
  })
