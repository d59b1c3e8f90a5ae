import { Webhook } from 'lucide-react'
import { ItemPage } from '#web/lib/item-page.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { useEndpoints } from './webhook-queries.ts'

type EndpointPageProps = { endpointId: string; canChange: boolean }

export function EndpointPage({ endpointId, canChange }: EndpointPageProps) {
  const { data: endpoints, ...read } = useEndpoints()
  const endpoint = endpoints?.find(({ id }) => id === endpointId)
  return (
    <ItemPage
      read={{ ...read, data: endpoint, isGone: endpoints !== undefined && endpoint === undefined }}
      list={{ path: paths.webhooks, name: 'Endpoints' }}
      failure="Failed to load the endpoint"
      gone={{
        icon: <Webhook />,
        title: 'Endpoint not found',
        description: 'It was deleted, or it belongs to another organization.',
      }}
      loading={
        <Card>
          <LoadingRows count={3} label="Loading the endpoint" rowClass="px-5 py-4" />
        </Card>
      }
    >
      {(found, organizationId) => (
        <div className="space-y-5">
          <Card aria-label="Webhook endpoint">
            <ul>
              <EndpointRow organizationId={organizationId} endpoint={found} canChange={canChange} />
            </ul>
          </Card>
          <DeliveriesCard
            key={found.id}
            organizationId={organizationId}
            endpoint={found}
            canChange={canChange}
          />
        </div>
      )}
    </ItemPage>
  )
}
