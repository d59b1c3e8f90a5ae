import { Webhook } from 'lucide-react'
import { BackLink } from '#web/lib/back-link.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { useLeaveOnSwitch } from '#web/lib/use-leave-on-switch.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { GoneCard } from '#web/ui/gone-card.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { useEndpoints } from './webhook-queries.ts'

type EndpointPageProps = { endpointId: string; canChange: boolean }

export function EndpointPage({ endpointId, canChange }: EndpointPageProps) {
  const { data: endpoints, organizationId, ...read } = useEndpoints()
  const endpoint = endpoints?.find(({ id }) => id === endpointId)
  useLeaveOnSwitch(paths.webhooks, endpoint !== undefined)
  const content = () => {
    if (read.error)
      return <LoadError inCard title="Failed to load the endpoint" {...read} className="py-14" />
    if (!endpoints || !organizationId) {
      return (
        <Card>
          <LoadingRows count={3} label="Loading the endpoint" rowClass="px-5 py-4" />
        </Card>
      )
    }
    if (!endpoint) {
      return (
        <GoneCard
          icon={<Webhook aria-hidden />}
          title="Endpoint not found"
          description="It was deleted, or it belongs to another organization."
          to={paths.webhooks}
          linkLabel="See All Endpoints"
        />
      )
    }
    return (
      <div className="space-y-5">
        <Card aria-label="Webhook endpoint">
          <ul>
            <EndpointRow organizationId={organizationId} endpoint={endpoint} canChange={canChange} />
          </ul>
        </Card>
        <DeliveriesCard
          key={endpoint.id}
          organizationId={organizationId}
          endpoint={endpoint}
          canChange={canChange}
        />
      </div>
    )
  }
  return (
    <>
      <BackLink to={paths.webhooks}>All Endpoints</BackLink>
      {content()}
    </>
  )
}
