import { and, eq, isNull, or } from 'drizzle-orm'
import { organizations, webhookEndpoints } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { emailAdmins } from '#worker/mail/admins.ts'
import { oneRow, type Transaction } from '#worker/transaction.ts'
import { endpointLimits } from './contract.ts'
import { disable, type Endpoint, enabledAgain, linksOf } from './health.ts'
import { webhooksBeyondPlanEmail } from './health-emails.ts'

export async function readLimit(tx: Transaction, organizationId: string): Promise<number> {
  const organization = tx.select({ tier: organizations.tier }).from(organizations)
  return endpointLimits[oneRow(await organization.where(eq(organizations.id, organizationId))).tier]
}

export async function applyPlanLimit(tx: Transaction, organizationId: string): Promise<void> {
  const limit = await readLimit(tx, organizationId)
  const { disabledReason } = webhookEndpoints
  const isWanted = or(isNull(disabledReason), eq(disabledReason, 'plan'))
  const endpoints = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.organizationId, organizationId), isWanted))
    .orderBy(webhookEndpoints.id)
    .for('update')
  endpoints.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const isEnabled = ({ disabledAt }: Endpoint) => disabledAt === null
  for (const endpoint of endpoints.slice(0, limit)) if (!isEnabled(endpoint)) await enable(tx, endpoint)
  const surplus = endpoints.slice(limit).filter(isEnabled)
  for (const endpoint of surplus) await disable(tx, endpoint, 'plan')
  if (surplus.length === 0) return
  const urls = surplus.map(({ url }) => url)
  await emailAdmins(tx, organizationId, ({ userId, ...admin }) =>
    webhooksBeyondPlanEmail({
      ...admin,
      ...linksOf(tx, organizationId),
      key: `webhooks/${organizationId}/${crypto.randomUUID()}/${userId}`,
      urls,
      limit,
    }),
  )
}

async function enable(tx: Transaction, { id, organizationId, url: subject }: Endpoint): Promise<void> {
  await tx.update(webhookEndpoints).set(enabledAgain).where(eq(webhookEndpoints.id, id))
  const change = { before: { enabled: false }, after: { enabled: true } }
  await audit(tx, { event: 'webhook.changed', organizationId, actor: null, subject, ...change })
}
