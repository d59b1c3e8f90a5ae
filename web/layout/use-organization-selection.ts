import { useEffect } from 'react'
import { onOrganizationChanged, storedSelection, storeSelection } from '#web/lib/selection.ts'
import { refreshOrganizationData } from '#web/lib/session.ts'
import { useOrganizationId } from '#web/lib/swr.ts'

/** Keeps the selection stored, and reads the organization's data anew at every switch. */
export function useOrganizationSelection(): void {
  const organizationId = useOrganizationId()
  useEffect(() => {
    if (organizationId && storedSelection() !== organizationId) storeSelection(organizationId)
  }, [organizationId])
  useEffect(() => onOrganizationChanged((changed) => void refreshOrganizationData(changed)), [])
}
