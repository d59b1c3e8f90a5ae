import { ShieldX } from 'lucide-react'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** For visitors. A signed-in user who isn't an administrator is sent to the dashboard. */
export function AccessDenied() {
  useTitle('Access Denied')
  return (
    <div className="grid min-h-96 place-items-center">
      <h1 className="sr-only">Access Denied</h1>
      <EmptyState
        icon={<ShieldX />}
        title="Access Denied - Please log in with super admin credentials."
        description="This area is for Tinproof administrators."
        action={<LinkButton to={paths.signIn}>Sign In</LinkButton>}
        className="py-10"
      />
    </div>
  )
}
