import type { Context } from '#worker/context.ts'
import type { Token } from './contract.ts'
import { setDeleteAt, type TokenId } from './set-delete-at.ts'

export const cancelDeletion = (ctx: Context, id: TokenId): Promise<Token> => setDeleteAt(ctx, id, null)
