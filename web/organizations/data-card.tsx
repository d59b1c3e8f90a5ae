import { Download, ReceiptText, ScrollText, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { organizationExportUrl } from '#web/lib/queries.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { DELETION_GRACE_DAYS, type Organization } from '#worker/organizations/contract.ts'
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx'

/** For admins. Give it the organization's id as key. */
export function DataCard({ organization }: { organization: Organization }) {
  const titleId = useId()
  const [isDeleting, setDeleting] = useState(false)
  const focus = useFocusReturn()
  const close = () => {
    setDeleting(false)
    focus.restore()
  }
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle id={titleId}>Data</CardTitle>
        <CardDescription>Export your data or delete it.</CardDescription>
      </CardHeader>
      <CardContent className="divide-y divide-line pt-1 pb-2">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
          <div className="min-w-0 sm:flex-1">
            <h3 className="font-medium">Audit trail</h3>
            <p className="text-muted text-sm">Who changed what, and when.</p>
          </div>
          <Button asChild variant="secondary" icon={<ScrollText aria-hidden />} className="max-sm:w-full">
            <Link to={paths.audit}>View Audit Trail</Link>
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
          <div className="min-w-0 sm:flex-1">
            <h3 className="font-medium">Shared receipts</h3>
            <p className="text-muted text-sm">Results that anyone with a link can see.</p>
          </div>
          <Button asChild variant="secondary" icon={<ReceiptText aria-hidden />} className="max-sm:w-full">
            <Link to={paths.receipts}>View Receipts</Link>
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
          <div className="min-w-0 sm:flex-1">
            <h3 className="font-medium">Export data</h3>
            <p className="text-muted text-sm">
              A ZIP file with settings, members, API tokens, projects, payments and all calls. Token values
              aren't included.
            </p>
          </div>
          <Button asChild variant="secondary" icon={<Download aria-hidden />} className="max-sm:w-full">
            <a href={organizationExportUrl(organization.id)} download>
              Export Data
            </a>
          </Button>
        </div>
        {organization.status === 'ACTIVE' ? (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
            <div className="min-w-0 sm:flex-1">
              <h3 className="font-medium">Delete organization</h3>
              <p className="text-muted text-sm">
                Its API tokens stop working immediately. You can restore it for {DELETION_GRACE_DAYS} days,
                then all data is deleted.
              </p>
            </div>
            <Button
              variant="secondary"
              className="text-invalid max-sm:w-full"
              icon={<Trash2 aria-hidden />}
              onClick={() => {
                focus.capture()
                setDeleting(true)
              }}
            >
              Delete Organization
            </Button>
          </div>
        ) : null}
      </CardContent>
      {isDeleting ? <DeleteOrganizationDialog organization={organization} onClose={close} /> : null}
    </Card>
  )
}
