export {
  isLocked,
  NoOrganization,
  OrganizationScope,
  TwoFactorNeeded,
  useNewOrganization,
} from './organization-gate.tsx'
export { OrganizationTab } from './organization-tab.tsx'
export { permissionsIn } from './permissions.ts'
export { changeSettings, renameOrganization } from './settings-actions.ts'
export { StatusBanner } from './status-banner.tsx'
