import { ChevronsUpDown, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { selectOrganization } from '#web/lib/selection.ts'
import { useOrganizations, useSelected } from '#web/lib/swr.ts'
import { useNewOrganization } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import {
  DropdownMenu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '#web/ui/dropdown-menu.tsx'
import { type OrganizationStatus, roleNames, tierNames } from '#worker/organizations/contract.ts'

const nameClass = 'max-sm:wrap-anywhere max-sm:line-clamp-2 max-sm:hyphens-auto max-sm:leading-4 sm:truncate'

export function OrganizationSwitcher() {
  const { data: organizations } = useOrganizations()
  const current = useSelected()
  const newOrganization = useNewOrganization()
  if (!organizations) return null
  if (current && organizations.length === 1) {
    return (
      <p dir="auto" title={current.name} className={cx('min-w-0 text-muted text-sm', nameClass)}>
        <span dir="ltr" className="sr-only">
          Organization:{' '}
        </span>
        {current.name}
      </p>
    )
  }
  if (!current) {
    return (
      <Link to={paths.organization} className="truncate py-3 text-muted text-sm hover:underline">
        No organizations
      </Link>
    )
  }
  const select = (id: string) => {
    if (id !== current.id) selectOrganization(id)
  }
  return (
    <div className="flex min-w-16 max-w-64">
      <DropdownMenu
        className="w-72"
        trigger={
          <Button
            variant="secondary"
            className="w-full px-2.5 max-sm:gap-1 max-sm:px-2"
            onPointerEnter={newOrganization.preload}
          >
            <StatusDot status={current.status} />
            <span
              dir="auto"
              title={current.name}
              className={cx('text-left max-sm:whitespace-normal max-sm:text-sm', nameClass)}
            >
              <span dir="ltr" className="sr-only">
                Organization:{' '}
              </span>
              {current.name}
            </span>
            <ChevronsUpDown className="size-4 text-faint" />
          </Button>
        }
      >
        <MenuLabel>Organizations</MenuLabel>
        <MenuRadioGroup value={current.id} onValueChange={select}>
          {organizations.map(({ id, name, role, tier, status }) => (
            <MenuRadioItem key={id} value={id}>
              <StatusDot status={status} />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="wrap-anywhere line-clamp-2 text-left" title={name}>
                  {name}
                </span>
                <span className="block text-muted text-xs">{roleNames[role]}</span>
              </span>
              <Badge tone={tier === 'FREE' ? 'neutral' : 'accent'}>{tierNames[tier]}</Badge>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuItem icon={<Plus />} onSelect={newOrganization.start}>
          New Organization
        </MenuItem>
      </DropdownMenu>
      {newOrganization.dialog}
    </div>
  )
}

const labels: Readonly<Record<OrganizationStatus, string>> = {
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
  SUSPENDED: 'Suspended',
}

function StatusDot({ status }: { status: OrganizationStatus }) {
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
