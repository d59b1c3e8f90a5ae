import { useSearchParams } from 'react-router'
import { useFocusOnRequest } from '#web/support/index.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AdminArea } from './admin-area.tsx'
import { parseQueueParams, queuePath } from './support-params.ts'
import { SupportRequest } from './support-request.tsx'
import { SupportRequests } from './support-requests.tsx'

export function AdminSupportPage() {
  const [query] = useSearchParams()
  const reference = query.get('request')
  useFocusOnRequest(reference)
  return (
    <AdminArea>
      {reference ? (
        <SupportRequest key={reference} reference={reference} backTo={queuePath(parseQueueParams(query))} />
      ) : (
        <>
          <PageHeader description="Requests of all users: urgent ones first, then those that have waited longest." />
          <SupportRequests />
        </>
      )}
    </AdminArea>
  )
}
