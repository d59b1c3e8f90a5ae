import { type supportMessages, supportRequests } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { QueuedRequest, SupportMessage, SupportRequest } from './contract.ts'

export const requestColumns = {
  reference: supportRequests.reference,
  subject: supportRequests.subject,
  category: supportRequests.category,
  priority: supportRequests.priority,
  state: supportRequests.state,
  createdAt: supportRequests.createdAt,
  updatedAt: supportRequests.updatedAt,
}

export const queueColumns = {
  ...requestColumns,
  userId: supportRequests.userId,
  email: supportRequests.email,
  organizationId: supportRequests.organizationId,
  organizationName: supportRequests.organizationName,
  tier: supportRequests.tier,
  queueOrder: supportRequests.queueOrder,
}

type Row = typeof supportRequests.$inferSelect

export const describeRequest = ({
  reference,
  subject,
  category,
  priority,
  state,
  createdAt,
  updatedAt,
}: Pick<Row, keyof typeof requestColumns>): SupportRequest => ({
  reference,
  subject,
  category,
  priority,
  state,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export function describeQueued(row: Pick<Row, keyof typeof queueColumns>): QueuedRequest {
  const { email, userId, organizationId: id, organizationName: name, tier } = row
  const organization = id !== null && name !== null && tier !== null ? { id, name, tier } : null
  return { ...describeRequest(row), account: { email, userId, organization } }
}

export const describeMessage = ({
  id,
  author,
  text,
  createdAt,
}: typeof supportMessages.$inferSelect): SupportMessage => ({
  id,
  author,
  text,
  createdAt: createdAt.toISOString(),
})

export const requestLinks = ({ settings: { APP_ORIGIN } }: Context, reference: string) => ({
  user: `${APP_ORIGIN}/support?request=${reference}`,
  admin: `${APP_ORIGIN}/admin/support?request=${reference}`,
})
