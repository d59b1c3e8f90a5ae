import { useParams } from 'react-router'
import { useOrganization } from '#web/lib/swr.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BatchList } from './batch-list.tsx'
import { BatchPage } from './batch-page.tsx'
import { UploadCard } from './upload-card.tsx'

export function BatchesPage() {
  const { batchId } = useParams()
  return batchId === undefined ? <Overview /> : <BatchPage batchId={batchId} />
}

function Overview() {
  const { organizationId, data: organization } = useOrganization()
  return (
    <>
      <PageHeader
        description={
          organization && organization.status !== 'ACTIVE'
            ? "No batches can be started, because this organization isn't active."
            : 'Validate a whole list of tax IDs at once and download the results.'
        }
      />
      <div className="space-y-5">
        <UploadCard />
        <BatchList key={organizationId} />
      </div>
    </>
  )
}
