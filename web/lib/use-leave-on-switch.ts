import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onOrganizationChanged } from './selection.ts'

/**
 * Opens this path when the user switches organizations: filters, and what is open, belong to one of them. What isn't found in
 * one may be in the next.
 */
export function useLeaveOnSwitch(path: string, isOpen = true): void {
  const navigate = useNavigate()
  useEffect(
    () => (isOpen ? onOrganizationChanged(() => void navigate(path, { replace: true })) : undefined),
    [navigate, path, isOpen],
  )
}
