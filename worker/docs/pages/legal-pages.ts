import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GRACE_DAYS } from '#worker/billing/contract.ts'
import type { PlainPage } from '#worker/docs/site/plain-layout.ts'
import { DELETION_GRACE_DAYS } from '#worker/organizations/contract.ts'
import { RECEIPT_DAYS } from '#worker/receipts/contract.ts'
import { SUPPORT_RETENTION_DAYS } from '#worker/support/contract.ts'
import { readTextFile } from './guide-file.ts'

export type LegalSettings = { supportEmail: string; activityDays: number; auditDays: number }

const company = readFileSync(join(import.meta.dirname, '../legal/company.md'), 'utf8').trim()

export function legalPages({ supportEmail, activityDays, auditDays }: LegalSettings): readonly PlainPage[] {
  const values = {
    company,
    supportEmail: `[${supportEmail}](mailto:${supportEmail})`,
    activityDays: String(activityDays),
    auditDays: String(auditDays),
    graceDays: String(GRACE_DAYS),
    receiptDays: String(RECEIPT_DAYS),
    supportDays: String(SUPPORT_RETENTION_DAYS),
    deletionDays: String(DELETION_GRACE_DAYS),
  }
  return [
    { path: '/terms', ...readTextFile('legal/terms', values) },
    { path: '/privacy', ...readTextFile('legal/privacy', values) },
  ]
}
