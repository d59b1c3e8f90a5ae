import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { useSecurity, useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'

const links = [
  { to: paths.admin, name: 'Analytics' },
  { to: paths.adminSupport, name: 'Support' },
  { to: paths.adminAudit, name: 'Audit Trail' },
  { to: paths.adminSystem, name: 'System' },
]

/** Around each of its screens. Only for what is shown: the server checks every call. */
export function AdminArea({ children }: { children: ReactNode }) {
  const { data: user } = useUser()
  const { data: security, ...read } = useSecurity()
  if (read.error) return <LoadError title="Failed to load your account" {...read} />
  if (!security) return <SpinnerScreen className="min-h-96" />
  const { isRequired, enabledAt } = security.twoFactor
  if (!isRequired && !user?.role) return <Navigate to={paths.dashboard} replace />
  if (!isRequired || enabledAt)
    return (
      <>
        <TabLinks label="Admin" links={links} />
        {children}
      </>
    )
  return (
    <EmptyState
      icon={<ShieldAlert />}
      title="Turn on two-factor sign-in"
      description="Platform administrators need it to use the admin area."
      action={<LinkButton to={paths.security}>Set Up</LinkButton>}
      className="py-20"
    />
  )
}
