export { HealthBadge } from './health-badge.tsx'
export { countryName, groupRegisters, healthOf } from './register-status.ts'
