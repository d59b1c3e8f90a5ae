import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#web/lib/lazy-dialog.tsx'

// Every screen offers the form, and few people need it.
const CreateOrganizationDialog = lazyDialog(
  async () => (await import('./create-organization-dialog.tsx')).CreateOrganizationDialog,
)

export type NewOrganization = {
  start: () => void
  preload: () => void
  dialog: ReactNode
}

export function useNewOrganization(): NewOrganization {
  const [isOpen, setOpen] = useState(false)
  return {
    start: () => setOpen(true),
    preload: () => void CreateOrganizationDialog.preload(),
    dialog: isOpen ? <CreateOrganizationDialog onClose={() => setOpen(false)} /> : null,
  }
}
