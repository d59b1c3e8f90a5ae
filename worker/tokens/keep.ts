import type { Context } from '#worker/context.ts'
import type { Token } from './contract.ts'
import { describeToken } from './describe.ts'
import { type NamedToken, setDeleteAt } from './set-delete-at.ts'

/**
 * Takes back a scheduled deletion that is not due yet; a token without one stays as it is.
 * Throws TOKEN_NOT_FOUND, also for the organization's own.
 */
export async function keepToken(ctx: Context, named: NamedToken): Promise<Token> {
  return describeToken(await setDeleteAt(ctx, named, null))
}
