import { type supportMessages, supportRequests } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import type { QueuedRequest, SupportMessage, SupportRequest } from './contract.ts'

const fields = ['reference', 'subject', 'category', 'priority', 'state', 'createdAt', 'updatedAt'] as const

export const requestColumns = pick(supportRequests, ...fields)

export const queueColumns = {
  ...requestColumns,
  ...pick(supportRequests, 'userId', 'email', 'organizationId', 'organizationName', 'tier', 'queueOrder'),
}

type Row = typeof supportRequests.$inferSelect

export const describeRequest = (row: Pick<Row, (typeof fields)[number]>): SupportRequest =>
  withIsoDates(pick(row, ...fields))

export function describeQueued(row: Pick<Row, keyof typeof queueColumns>): QueuedRequest {
  const { email, userId, organizationId: id, organizationName: name, tier } = row
  const organization = id !== null && name !== null && tier !== null ? { id, name, tier } : null
  return { ...describeRequest(row), account: { email, userId, organization } }
}

export const describeMessage = (message: typeof supportMessages.$inferSelect): SupportMessage =>
  withIsoDates(pick(message, 'id', 'author', 'text', 'createdAt'))

export const requestLinks = ({ settings: { APP_ORIGIN } }: Context, reference: string) => ({
  user: `${APP_ORIGIN}/support?request=${reference}`,
  admin: `${APP_ORIGIN}/admin/support?request=${reference}`,
})
