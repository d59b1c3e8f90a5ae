import { eq, sql } from 'drizzle-orm'
import { billingDetails } from '#db/schema/index.ts'
import { auditChange } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import { lockMembership } from '#worker/membership/membership.ts'
import { isBillingAdmin } from '#worker/membership/permissions.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import type { BillingDetails, CheckoutParameters, SavedBillingDetails } from './contract.ts'
import { requestJobsOf } from './payment-jobs.ts'
import { type BillingDetailsRow, isUnsent, selectBillingDetails } from './send-billing-details.ts'

/** Saves the details even if Paddle fails or refuses them: `status` says which. */
export async function saveBillingDetails(
  ctx: Context,
  organizationId: string,
  { companyName, country, address, city, region, postalCode }: BillingDetails,
  caller: { id: number; isPlatformAdmin: boolean },
): Promise<SavedBillingDetails> {
  const optional = { region: region ?? null, postalCode: postalCode ?? null }
  const values = { companyName, country, address, city, ...optional }
  await inTransaction(ctx, async (tx) => {
    const role = await lockMembership(tx, { organizationId, userId: caller.id })
    if (!isBillingAdmin(role, caller)) throw new AppError('ROLE_TOO_LOW')
    const [saved] = await tx
      .select({ values: columns, status: billingDetails.status })
      .from(billingDetails)
      .where(eq(billingDetails.organizationId, organizationId))
    const change = {
      event: 'billing_details.changed',
      organizationId,
      before: saved?.values,
      after: values,
    } as const
    const isChanged = await auditChange(tx, change)
    // Saving them again is how an admin makes Paddle look at refused ones again.
    const isRefused = saved?.status === 'refused' || saved?.status === 'vat-number-refused'
    if (!isChanged && !isRefused) return
    await tx
      .insert(billingDetails)
      .values({ organizationId, ...values })
      .onConflictDoUpdate({ target: billingDetails.organizationId, set: { ...values, ...changed } })
    await requestJobsOf(tx, [organizationId])
  })
  const details = await readBillingDetails(ctx, organizationId)
  if (!details) throw new AppError('ORGANIZATION_NOT_FOUND')
  return details
}

const columns = pick(billingDetails, 'companyName', 'country', 'address', 'city', 'region', 'postalCode')

const changed = { status: 'pending', version: sql`${billingDetails.version} + 1` } as const

/** The VAT number is one of the details. */
export async function markBillingDetailsChanged(tx: Transaction, organizationId: string): Promise<void> {
  const { rowCount } = await tx
    .update(billingDetails)
    .set(changed)
    .where(eq(billingDetails.organizationId, organizationId))
  if (rowCount) await requestJobsOf(tx, [organizationId])
}

export function toBillingDetails(row: BillingDetailsRow): SavedBillingDetails {
  const { region, postalCode, sentTo, subscriptionId, version, status, ...details } = row
  return {
    ...details,
    ...(region !== null && { region }),
    ...(postalCode !== null && { postalCode }),
    status: subscriptionId === null ? 'at-checkout' : isUnsent(row) ? 'pending' : status,
  }
}

async function readBillingDetails(ctx: Context, organizationId: string) {
  const [row] = await selectBillingDetails(ctx, organizationId)
  return row && toBillingDetails(row)
}

export async function checkoutCustomer(
  ctx: Context,
  organizationId: string,
): Promise<Omit<CheckoutParameters['customer'], 'email'>> {
  const details = await readBillingDetails(ctx, organizationId)
  if (!details) return {}
  const { companyName, country, address, city, region, postalCode, vatNumber } = details
  return {
    address: {
      countryCode: country,
      firstLine: address,
      city,
      ...(region && { region }),
      ...(postalCode && { postalCode }),
    },
    ...(vatNumber && { business: { name: companyName, taxIdentifier: vatNumber } }),
  }
}
