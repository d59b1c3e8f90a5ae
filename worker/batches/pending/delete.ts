import { eq } from 'drizzle-orm'
import { batches } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { lockBatch } from '#worker/batches/state.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import { assertMayChange } from '#worker/membership/permissions.ts'
import { inTransaction } from '#worker/transaction.ts'
import { isValidationOf, type ValidationId } from './read.ts'

type Deletion = ValidationId & { userId: number | null }

export const deleteValidation = (ctx: Context, deletion: Deletion): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const changer = await lockChanger(tx, deletion)
    const batch = await lockBatch(tx, isValidationOf(deletion))
    if (!batch) throw new AppError('VALIDATION_NOT_FOUND')
    assertMayChange(changer, batch)
    await tx.delete(batches).where(eq(batches.id, batch.id))
    await audit(tx, {
      event: 'validation.deleted',
      organizationId: batch.organizationId,
      subject: batch.id,
    })
  })
