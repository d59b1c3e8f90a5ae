import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { DialogButton } from './dialog-button.tsx'
import { Skeleton } from './skeleton.tsx'

type EditRowProps = {
  children: ReactNode
  canEdit?: boolean
  icon?: ReactNode
  action: string
  /** For screen readers, where the action doesn't say what it changes. */
  label?: string
  dialog: (close: () => void) => ReactNode
}

const rowClass = 'flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 @sm:-my-[5px] pointer-coarse:min-h-11'

export const EditRow = ({ children, canEdit = true, icon, action, label, dialog }: EditRowProps) => (
  <div className={cx(rowClass, '*:first:min-w-0 *:first:flex-[1_1_8rem]')}>
    {children}
    {canEdit ? (
      <DialogButton
        variant="secondary"
        size="sm"
        icon={icon ?? <Pencil />}
        aria-label={label}
        dialog={dialog}
      >
        {action}
      </DialogButton>
    ) : null}
  </div>
)

export const EditRowLoading = ({ width }: { width: string }) => (
  <div className={rowClass}>
    <Skeleton className={`my-1 h-3.5 ${width}`} />
  </div>
)
