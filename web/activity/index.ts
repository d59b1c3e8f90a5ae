export { CallsCard } from './calls-card.tsx'
export { CallResult, CallsLoading } from './calls-table.tsx'
export { tokenLabel } from './labels.ts'
export { StatusBadge } from './status-badge.tsx'
