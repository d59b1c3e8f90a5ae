export { outcomeStyles } from './outcome-badge.tsx'
export { StatusBadge } from './status-badge.tsx'
