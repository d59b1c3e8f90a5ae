import { Outlet } from 'react-router'
import { useOrganizations } from '#web/lib/swr.ts'
import { NoOrganization, useNewOrganization } from '#web/organizations/index.ts'

export function RequireOrganization() {
  const { organizations } = useOrganizations()
  const newOrganization = useNewOrganization()
  return (
    <>
      {organizations?.length === 0 ? <NoOrganization newOrganization={newOrganization} /> : <Outlet />}
      {newOrganization.dialog}
    </>
  )
}
