export { outcomeStyles } from './outcomes.tsx'
export { StatusBadge } from './status-badge.tsx'
