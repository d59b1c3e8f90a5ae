export { CallsCard } from './calls-card.tsx'
export { CallResult } from './calls-table.tsx'
export { callsOf } from './chart-scale.ts'
export { StatusBadge, tokenLabel } from './status-badge.tsx'
