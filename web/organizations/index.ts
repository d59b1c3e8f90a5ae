export { NoOrganization } from './no-organization.tsx'
export { StatusBanner } from './status-banner.tsx'
export { useNewOrganization } from './use-new-organization.tsx'
