export { AccountEventsCard } from './account-events-card.tsx'
export { AuditLoading, AuditTable } from './audit-table.tsx'
