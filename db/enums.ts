export const paidPlans = ['PRO', 'ENTERPRISE'] as const
export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'paused', 'canceled'] as const
export const transactionStatuses = ['pending', 'completed', 'failed', 'canceled', 'refunded'] as const
export const batchStates = ['receiving', 'processing', 'completed', 'canceled', 'failed'] as const
export const monitorIntervals = ['day', 'week', 'month'] as const
/** What can differ between two answers. `rules`: our rules for the number's format changed. */
export const monitorFields = ['result', 'name', 'address', 'status', 'rules'] as const
export const supportCategories = ['technical', 'billing', 'api', 'account', 'feature', 'other'] as const
export const supportPriorities = ['low', 'normal', 'high', 'urgent'] as const
export const supportStates = ['open', 'answered', 'closed'] as const
