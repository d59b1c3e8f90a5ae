export { CallsCard } from './calls-card.tsx'
export { CallsLoading, CallsTable } from './calls-table.tsx'
export { StatusBadge } from './status-badge.tsx'
