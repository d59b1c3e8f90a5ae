import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onOrganizationChanged } from './selection.ts'

/** Opens this path when the user switches organizations: filters, and what is open, belong to one of them. */
export function useLeaveOnSwitch(path: string): void {
  const navigate = useNavigate()
  useEffect(() => onOrganizationChanged(() => void navigate(path, { replace: true })), [navigate, path])
}
