import { Download, ReceiptText, ScrollText, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { organizationExportUrl } from '#web/lib/queries.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { DELETION_GRACE_DAYS, type Organization } from '#worker/organizations/contract.ts'
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx'

/** For admins. Give it the organization's id as key. */
export function DataCard({ organization }: { organization: Organization }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <Card title="Data" description="Export your data or delete it.">
      <CardContent className="divide-y divide-line pt-1 pb-2">
        <Row title="Audit trail" text="Who changed what, and when.">
          <Button asChild variant="secondary" icon={<ScrollText aria-hidden />} className="max-sm:w-full">
            <Link to={paths.audit}>View Audit Trail</Link>
          </Button>
        </Row>
        <Row title="Shared receipts" text="Results that anyone with a link can see.">
          <Button asChild variant="secondary" icon={<ReceiptText aria-hidden />} className="max-sm:w-full">
            <Link to={paths.receipts}>View Receipts</Link>
          </Button>
        </Row>
        <Row
          title="Export data"
          text="A ZIP file with settings, members, API tokens, projects, payments and all calls. Token values aren't included."
        >
          <Button asChild variant="secondary" icon={<Download aria-hidden />} className="max-sm:w-full">
            <a href={organizationExportUrl(organization.id)} download>
              Export Data
            </a>
          </Button>
        </Row>
        {organization.status === 'ACTIVE' ? (
          <Row
            title="Delete organization"
            text={`Its API tokens stop working immediately. You can restore it for ${DELETION_GRACE_DAYS} days, then all data is deleted.`}
          >
            <Button
              variant="secondary"
              className="text-invalid max-sm:w-full"
              icon={<Trash2 aria-hidden />}
              onClick={() => setDeleting(true)}
            >
              Delete Organization
            </Button>
          </Row>
        ) : null}
      </CardContent>
      {isDeleting ? (
        <DeleteOrganizationDialog organization={organization} onClose={() => setDeleting(false)} />
      ) : null}
    </Card>
  )
}

const Row = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
    <div className="min-w-0 sm:flex-1">
      <h3 className="font-medium">{title}</h3>
      <p className="text-muted text-sm">{text}</p>
    </div>
    {children}
  </div>
)
