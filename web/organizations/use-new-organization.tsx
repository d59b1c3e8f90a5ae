import { type ReactNode, useState } from 'react'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { toast } from '#web/ui/toast.tsx'

// Every screen offers the form, and few people need it.
const CreateOrganizationDialog = lazyComponent(
  () => import('./create-organization-dialog.tsx').then((module) => module.CreateOrganizationDialog),
  null,
)

export type NewOrganization = {
  start: () => void
  preload: () => void
  dialog: ReactNode
}

export function useNewOrganization(): NewOrganization {
  const [isOpen, setOpen] = useState(false)
  const start = async () => {
    try {
      await CreateOrganizationDialog.load()
      setOpen(true)
    } catch {
      toast.error('Failed to create organization', {
        description: 'Unable to connect. Check your connection and try again.',
      })
    }
  }
  return {
    start: () => void start(),
    preload: () => void CreateOrganizationDialog.preload(),
    dialog: isOpen ? <CreateOrganizationDialog onClose={() => setOpen(false)} /> : null,
  }
}
