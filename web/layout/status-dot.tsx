import { cx } from '#web/ui/cx.ts'
import type { OrganizationStatus } from '#worker/organizations/contract.ts'

const labels: Readonly<Record<OrganizationStatus, string>> = {
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
  SUSPENDED: 'Suspended',
}

export function StatusDot({ status }: { status: OrganizationStatus }) {
  return (
    <span title={labels[status]} className="inline-flex shrink-0">
      <span
        aria-hidden
        className={cx('size-2 rounded-full', status === 'ACTIVE' ? 'bg-valid-fill' : 'bg-invalid-fill')}
      />
      <span className="sr-only">{labels[status]}</span>
    </span>
  )
}
