import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
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

export function EditRow({ children, canEdit = true, icon, action, label, dialog }: EditRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={cx(rowClass, '*:first:min-w-0 *:first:flex-[1_1_8rem]')}>
        {children}
        {canEdit ? (
          <Button
            variant="secondary"
            size="sm"
            icon={icon ?? <Pencil aria-hidden />}
            aria-label={label}
            onClick={() => setOpen(true)}
          >
            {action}
          </Button>
        ) : null}
      </div>
      {isOpen ? dialog(() => setOpen(false)) : null}
    </>
  )
}

export const EditRowLoading = ({ width }: { width: string }) => (
  <div className={rowClass}>
    <Skeleton className={`my-1 h-3.5 ${width}`} />
  </div>
)
