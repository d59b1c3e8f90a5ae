import { Outlet } from 'react-router'
import { useOrganizations } from '#web/lib/swr.ts'
import { NoOrganization } from '#web/organizations/no-organization.tsx'
import { useNewOrganization } from '#web/organizations/use-new-organization.tsx'

/** Around the screens that are all about one organization: who belongs to none gets the way to one instead. */
export function NeedsOrganization() {
  const { organizations } = useOrganizations()
  const newOrganization = useNewOrganization()
  return (
    <>
      {organizations?.length === 0 ? <NoOrganization newOrganization={newOrganization} /> : <Outlet />}
      {newOrganization.dialog}
    </>
  )
}
