import { NavLink } from 'react-router'
import { paths } from '#web/paths.ts'

const links = [
  { to: paths.admin, label: 'Analytics' },
  { to: paths.adminSupport, label: 'Support' },
  { to: paths.adminAudit, label: 'Audit Trail' },
  { to: paths.adminSystem, label: 'System' },
]

export function AdminLinks() {
  return (
    <nav aria-label="Admin" className="mb-5 flex gap-5 border-b">
      {links.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="touch-target -mb-px border-transparent border-b-2 py-2 forced-colors:border-none font-medium text-muted hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
