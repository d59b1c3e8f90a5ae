import { Download, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#web/lib/api-client.ts'
import { inOrganization } from '#web/lib/queries.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { DELETION_GRACE_DAYS, type Organization, rolePermissions } from '#worker/organizations/contract.ts'
import { BatchRetention } from './batch-retention.tsx'
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { RecordSettings } from './record-settings.tsx'

export function DataPage() {
  return (
    <OrganizationTab>
      {(organization, detail) => (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Card title="Retention" description="How long results stay available.">
            <CardContent className="pt-3">
              <Definitions>
                <Definition term="Batches">
                  <BatchRetention organization={detail} />
                </Definition>
                <Definition term="Records">
                  <RecordSettings organization={detail} />
                </Definition>
              </Definitions>
            </CardContent>
          </Card>
          {rolePermissions[organization.role].editSettings ? <DataCard organization={organization} /> : null}
        </div>
      )}
    </OrganizationTab>
  )
}

function DataCard({ organization }: { organization: Organization }) {
  return (
    <Card title="Data">
      <CardContent className="divide-y divide-line pt-1 pb-2">
        <Row
          title="Export data"
          text="A ZIP file with settings, members, API tokens, projects, payments, records and all calls. Token values aren't included."
        >
          <LinkButton
            href={api.organization.export.$path(inOrganization(organization.id))}
            download
            variant="secondary"
            icon={<Download />}
            className="max-sm:w-full"
          >
            Export Data
          </LinkButton>
        </Row>
        {organization.status === 'ACTIVE' ? (
          <Row
            title="Delete organization"
            text={`Its API tokens stop working immediately. You can restore it for ${DELETION_GRACE_DAYS} days, then all data is deleted.`}
          >
            <DialogButton
              variant="secondary"
              className="text-invalid max-sm:w-full"
              icon={<Trash2 />}
              dialog={(close) => <DeleteOrganizationDialog organization={organization} onClose={close} />}
            >
              Delete Organization
            </DialogButton>
          </Row>
        ) : null}
      </CardContent>
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
