import type { Context } from '#worker/context.ts'
import type { Token } from './contract.ts'
import { describeToken } from './list.ts'
import { setDeleteAt, type TokenId } from './set-delete-at.ts'

export async function cancelDeletion(ctx: Context, id: TokenId): Promise<Token> {
  return describeToken(await setDeleteAt(ctx, id, null))
}
