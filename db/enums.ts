/** Apart from the schema, for contracts. */
export const paidPlans = ['PRO', 'ENTERPRISE'] as const
export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'paused', 'canceled'] as const
export const transactionStatuses = ['pending', 'completed', 'failed', 'canceled', 'refunded'] as const
export const batchStates = [
  'receiving',
  'processing',
  'canceling',
  'completed',
  'canceled',
  'failed',
] as const
export const monitorIntervals = ['day', 'week', 'month'] as const
export const supportCategories = ['technical', 'billing', 'api', 'account', 'feature', 'other'] as const
export const supportPriorities = ['low', 'normal', 'high', 'urgent'] as const
export const supportStates = ['open', 'answered', 'closed'] as const
