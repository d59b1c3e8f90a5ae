import { type ReactNode, Suspense, useState } from 'react'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { CreateOrganizationDialogProps } from './create-organization-dialog.tsx'

// Every screen offers the form, and few people need it.
const CreateOrganizationDialog = lazyComponent<CreateOrganizationDialogProps>(
  async () => (await import('./create-organization-dialog.tsx')).CreateOrganizationDialog,
)

export type NewOrganization = {
  /** Focus returns to `opener`, or to the element that has it now. */
  start: (opener?: Element | null) => void
  preload: () => void
  dialog: ReactNode
}

export function useNewOrganization(): NewOrganization {
  const [isOpen, setOpen] = useState(false)
  const focus = useFocusReturn()
  const start = async (opener?: Element | null) => {
    focus.capture(opener)
    try {
      await CreateOrganizationDialog.load()
      setOpen(true)
    } catch {
      toast.error('Failed to create organization', {
        description: 'Unable to connect. Check your connection and try again.',
      })
    }
  }
  const close = () => {
    setOpen(false)
    focus.restore()
  }
  return {
    start: (opener) => void start(opener),
    preload: () => void CreateOrganizationDialog.preload(),
    dialog: isOpen ? (
      <Suspense>
        <CreateOrganizationDialog onClose={close} />
      </Suspense>
    ) : null,
  }
}
