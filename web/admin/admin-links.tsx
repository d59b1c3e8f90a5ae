import { paths } from '#web/paths.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'

const links = [
  { to: paths.admin, name: 'Analytics' },
  { to: paths.adminSupport, name: 'Support' },
  { to: paths.adminAudit, name: 'Audit Trail' },
  { to: paths.adminSystem, name: 'System' },
]

export const AdminLinks = () => <TabLinks label="Admin" links={links} />
