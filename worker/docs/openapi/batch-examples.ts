import type { Batch, CreateBatch } from '#worker/batches/contract.ts'
import { at } from './examples.ts'

const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000).toISOString()

export const batchExampleRequest = {
  name: 'Customers',
  items: [
    { customId: 'cust-1', countryCode: 'DE', tin: '136695976' },
    { customId: 'cust-2', countryCode: 'FR', tin: '40303265045', name: 'Summit Energy' },
  ],
} satisfies CreateBatch

export const batchExample: Batch = {
  id: 'batch_4q7Z9kTn2WxYb8RcVd3LmP',
  name: 'Customers',
  state: 'processing',
  live: true,
  source: true,
  fresh: false,
  maxAge: null,
  rows: 2,
  pending: 2,
  counts: { valid: 0, invalid: 0, unknown: 0, unreadable: 0 },
  duplicates: 0,
  cost: { reserved: 2, returned: 0 },
  retryable: 0,
  registers: [],
  failure: null,
  createdBy: null,
  tokenName: 'Web shop',
  createdAt: after(0),
  processingAt: after(0),
  cancellingAt: null,
  completedAt: null,
  cancelledAt: null,
  failedAt: null,
  deadlineAt: after(24),
  estimatedEndAt: null,
  retryUntil: null,
  deleteAt: null,
}
