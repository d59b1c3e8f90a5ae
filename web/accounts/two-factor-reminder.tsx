import { Link, useLocation } from 'react-router'
import { useSecurity, useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** For platform administrators, whose admin calls are refused until they turn on two-factor sign-in. */
export function TwoFactorReminder() {
  const { pathname } = useLocation()
  const { data: user } = useUser()
  const isAdministrator = Boolean(user?.role)
  const { data: security } = useSecurity(isAdministrator)
  if (!isAdministrator || !security || security.twoFactor.enabledAt) return null
  if (pathname.startsWith(paths.admin)) return null
  return (
    <Banner
      tone="warning"
      title="Turn on two-factor sign-in"
      className="mb-5"
      action={
        <Button asChild variant="secondary" size="sm">
          <Link to={paths.security}>Set Up</Link>
        </Button>
      }
    >
      Platform administrators need it to use the admin area.
    </Banner>
  )
}
