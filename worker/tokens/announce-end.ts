import type { apiTokens } from '#db/schema/index.ts'
import type { Transaction } from '#worker/transaction.ts'
import { addEvent } from '#worker/webhooks/add-event.ts'
import { endOf } from './list.ts'

type Ending = Pick<
  typeof apiTokens.$inferSelect,
  'id' | 'name' | 'live' | 'organizationId' | 'expiresAt' | 'deleteAt'
>

export const announceEnd = (tx: Transaction, { id, name, live, organizationId, ...ends }: Ending) =>
  addEvent(tx, {
    organizationId,
    type: 'token.expiring',
    live,
    data: { tokenId: id, name, endsAt: endOf(ends) },
  })
