export { HealthBadge } from './health-badge.tsx'
export { groupRegisters, healthOf, registerCountry } from './register-status.ts'
