import { BellRing } from 'lucide-react'
import { lazyDialog } from '#web/lib/lazy-dialog.tsx'
import type { ButtonProps } from '#web/ui/button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import type { StartDialogProps } from './start-dialog.tsx'

const StartDialog = lazyDialog(async () => (await import('./start-dialog.tsx')).StartDialog)

/** As the API does: a number that no rule can read is refused. */
export const canMonitor = ({ additionalInfo: { type, compact } }: ValidationResponse): boolean =>
  Boolean(type && compact)

type MonitorButtonProps = Omit<StartDialogProps, 'onClose'> &
  Pick<ButtonProps, 'variant' | 'size' | 'children'>

export const MonitorButton = ({ organizationId, monitored, ...button }: MonitorButtonProps) => (
  <DialogButton
    icon={<BellRing />}
    onPointerEnter={() => void StartDialog.preload()}
    dialog={(close) => <StartDialog organizationId={organizationId} monitored={monitored} onClose={close} />}
    {...button}
  />
)
