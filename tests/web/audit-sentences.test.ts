import { expect, test } from 'vitest'
import { sentenceOf } from '#web/audit/sentence-of.ts'
import { type AuditEntry, eventNames } from '#worker/audit/contract.ts'

type Expected = Parameters<typeof sentenceOf>[0] & { details?: string[] }
const anna = 'anna@example.com'
const entry = (event: string, more: Partial<Expected> = {}): Expected => ({
  ...{ event, actorEmail: anna, subject: null, before: null, after: null },
  ...more,
})
const paid = (status: string, refunded = '0.00') => ({ status, amount: '49.00', refunded, currency: 'USD' })
const subscribed = (changes: AuditEntry['after'] = {}) => ({
  ...{ tier: 'PRO', plan: 'PRO', nextPlan: null, status: 'active', cancelsAt: null },
  ...changes,
})
const byPaddle = { actorEmail: null, subject: 'txn_1' }

test.for(
  Object.entries({
    'anna@example.com created the API token "Shop $& €".': entry('token.created', {
      subject: 'Shop $& €',
      after: { read: true, expiry: 'never', deleteAt: null },
      details: ['Tax lookup: yes', 'Expiry: never'],
    }),
    'anna@example.com changed the role of bo@example.com from Member to Admin.': entry(
      'member.role_changed',
      {
        subject: 'bo@example.com',
        before: { role: 'member' },
        after: { role: 'admin' },
      },
    ),
    'anna@example.com changed the name from "South" to "Southwind", set the VAT number to GB1, changed the batch retention in days from 1,000 to 30, and turned on the records of every validation.':
      entry('organization.changed', {
        before: { name: 'South', vatNumber: null, batchRetentionDays: 1_000, keepsRecords: false },
        after: { name: 'Southwind', vatNumber: 'GB1', batchRetentionDays: 30, keepsRecords: true },
      }),
    'anna@example.com paused the checks for the monitor monitor_1.': entry('monitor.changed', {
      ...{ subject: 'monitor_1', before: { every: 'week', paused: false } },
      after: { every: 'week', paused: true },
    }),
    'anna@example.com changed the details for the monitor monitor_1.': entry('monitor.changed', {
      ...{ subject: 'monitor_1', before: { every: 'week' }, after: { every: 'week' } },
    }),
    'anna@example.com created 1 monitor.': entry('monitor.imported', {
      after: { created: 1, every: 'week' },
    }),
    'anna@example.com created the API token "Shop".': entry('token.created', {
      subject: 'Shop',
      after: { expiry: '90days' },
      details: ['Expiry: 90 days'],
    }),
    'anna@example.com replied to the support request TP-222222.': entry('support.replied', {
      subject: 'TP-222222',
    }),
    'Tinproof changed the status from active to suspended and removed the status reason for "Southwind".':
      entry('admin.organization_changed', {
        ...{ subject: 'Southwind', actorEmail: null, before: { status: 'ACTIVE', statusReason: 'Late' } },
        after: { status: 'SUSPENDED', statusReason: null, reason: 'Fraud' },
        details: ['Reason: Fraud'],
      }),
    'anna@example.com paid $49.00.': entry('payment.recorded', { after: paid('completed') }),
    'Paddle charged $49.00.': entry('payment.recorded', { ...byPaddle, after: paid('completed') }),
    "Paddle couldn't charge $49.00.": entry('payment.recorded', { ...byPaddle, after: paid('failed') }),
    'Paddle refunded $10.00 of a payment of $49.00.': entry('payment.recorded', {
      ...{ ...byPaddle, before: { status: 'completed', refunded: '5.00' } },
      after: paid('completed', '15.00'),
    }),
    'anna@example.com changed the plan from Free to Pro.': entry('plan.changed', { after: subscribed() }),
    'anna@example.com changed the plan from Pro to Enterprise.': entry('plan.changed', {
      before: subscribed(),
      after: subscribed({ tier: 'ENTERPRISE', plan: 'ENTERPRISE' }),
    }),
    'anna@example.com canceled the Pro plan, which ends Dec 20, 2026, 12:00\u00a0PM.': entry('plan.changed', {
      before: subscribed(),
      after: subscribed({ cancelsAt: '2026-12-20T12:00:00.000Z' }),
    }),
    'Paddle ended the Pro plan.': entry('plan.changed', {
      ...{ actorEmail: null, before: subscribed(), after: subscribed({ tier: 'FREE', status: 'canceled' }) },
    }),
    'Paddle set the Pro plan to past due.': entry('plan.changed', {
      ...{ actorEmail: null, before: subscribed(), after: subscribed({ status: 'past_due' }) },
    }),
    'Someone failed to sign in.': entry('sign_in.failed', {
      actorEmail: null,
      after: { step: 'password' },
      details: ['Step: password'],
    }),
    'An API token deleted the batch "Suppliers".': entry('batch.deleted', {
      actorEmail: null,
      subject: 'Suppliers',
    }),
    'anna@example.com: of.tomorrow.': entry('of.tomorrow'),
  }),
)('says: %s', ([sentence, { details = [], ...given }]) => {
  expect(sentenceOf(given)).toEqual({ sentence, details })
})

test('has a sentence for an entry of every event, without values too', () => {
  for (const event of eventNames)
    expect(sentenceOf(entry(event, { subject: 'it' })).sentence).toMatch(
      /^[\w@.]+ [a-z]((?!\$\D|undefined).)*\.$/,
    )
})
