import { apiTokens } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { cacheDeletedToken } from '#worker/quota/cache-changes.ts'
import type { RevokedToken, Schedule } from './contract.ts'
import { changeableToken, setDeleteAt, type TokenId, tokenError } from './set-delete-at.ts'

const DAY = 86_400_000
const delays: Readonly<Record<Schedule, number>> = { '1day': DAY, '7days': 7 * DAY, '30days': 30 * DAY }

type Input = TokenId & { schedule?: Schedule | undefined }

/** Throws TOKEN_NOT_FOUND, also for `default` and project keys; ROLE_TOO_LOW. */
export async function revokeToken(ctx: Context, input: Input): Promise<RevokedToken> {
  if (input.schedule) {
    const deleteAt = new Date(ctx.now.getTime() + delays[input.schedule])
    const { id } = await setDeleteAt(ctx, input, deleteAt)
    return { id, deleteAt: deleteAt.toISOString() }
  }
  const deletion = ctx.db
    .$with('deleted')
    .as(ctx.db.delete(apiTokens).where(changeableToken(ctx, input)).returning())
  const { organizationId } = input
  const audit = auditPart(ctx, { event: 'token.revoked', organizationId, subject: deletion.name }, deletion)
  const [deleted] = await ctx.db
    .with(deletion, audit)
    .select({ id: deletion.id, token: deletion.token })
    .from(deletion)
  if (!deleted) throw await tokenError(ctx, input)
  await cacheDeletedToken(ctx, { organizationId: input.organizationId, tokenHash: deleted.token })
  return { id: deleted.id, deleteAt: null }
}
