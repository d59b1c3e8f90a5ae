import { Plus, Webhook } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { DocsLink } from '#web/lib/docs-link.tsx'
import { ItemPage } from '#web/lib/item-page.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { PlanLimitReached } from '#web/lib/plan-limit-reached.tsx'
import { useOrganization } from '#web/lib/swr.ts'
import { permissionsIn } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingRows, Skeleton } from '#web/ui/skeleton.tsx'
import { type OrganizationDetail, rolePermissions } from '#worker/organizations/contract.ts'
import { endpointLimits } from '#worker/webhooks/contract.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { EndpointButton } from './endpoint-button.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useEndpoints } from './webhook-actions.ts'

export function WebhooksPage() {
  const { endpointId } = useParams()
  const { data: organization, ...read } = useOrganization()
  if (read.error) return <LoadError inCard title="Failed to load webhooks" {...read} className="py-14" />
  if (!organization) return <Loading />
  if (!rolePermissions[organization.role].manageWebhooks) {
    return (
      <EmptyState
        inCard
        icon={<Webhook />}
        title="Only admins and managers can see webhooks"
        description="Ask an admin of this organization."
      />
    )
  }
  const canChange = permissionsIn(organization).manageWebhooks
  if (endpointId) return <EndpointPage key={endpointId} endpointId={endpointId} canChange={canChange} />
  return <Overview organization={organization} canChange={canChange} />
}

const Loading = () => (
  <Card>
    <LoadingRows count={2} label="Loading webhooks" rowClass="px-5 py-4" />
  </Card>
)

type OverviewProps = { organization: OrganizationDetail; canChange: boolean }

function Overview({ organization, canChange }: OverviewProps) {
  const { id: organizationId, tier } = organization
  const { data: endpoints, ...read } = useEndpoints()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const limit = endpointLimits[tier]
  const isFull = endpoints !== undefined && endpoints.length >= limit
  const close = () => setDialog(null)
  const create = () =>
    setDialog(
      <EndpointForm
        organizationId={organizationId}
        endpoint={undefined}
        onClose={close}
        onCreated={(created) =>
          setDialog(
            <SecretDialog
              shown={{ title: 'Endpoint Created', ...created }}
              extraAction={<EndpointButton organizationId={organizationId} endpoint={created} />}
              onClose={close}
            />,
          )
        }
      />,
    )

  const content = () => {
    if (read.error) return <LoadError inCard title="Failed to load webhooks" {...read} className="py-14" />
    if (!endpoints) return <Loading />
    if (endpoints.length === 0) {
      return (
        <EmptyState
          inCard
          icon={<Webhook />}
          title="No webhook endpoints yet"
          description="Add a URL of your server, and we send it an event when a batch is done, your quota runs low and more."
          action={<DocsLink href="/docs/guides/webhooks">Read the webhooks guide</DocsLink>}
        />
      )
    }
    return (
      <Card aria-label="Webhook endpoints" tabIndex={-1}>
        <ul className="divide-y divide-line">
          {endpoints.map((endpoint) => (
            <EndpointRow
              key={endpoint.id}
              organizationId={organizationId}
              endpoint={endpoint}
              canChange={canChange}
            />
          ))}
        </ul>
      </Card>
    )
  }

  return (
    <>
      <PageHeader
        description={
          !canChange ? (
            "Webhooks can't be changed, because this organization isn't active."
          ) : isFull ? (
            <PlanLimitReached
              organization={organization}
              what="endpoints"
              count={endpoints.length}
              limit={limit}
            />
          ) : (
            'Receive events on your own server as they happen.'
          )
        }
        actions={
          <>
            {endpoints ? (
              <span className="tabular text-muted text-sm">
                {endpoints.length} of {limit} used
              </span>
            ) : read.isLoading ? (
              <Skeleton className="h-4 w-20" />
            ) : null}
            <Button icon={<Plus />} disabled={!canChange || !endpoints || isFull} onClick={create}>
              New Endpoint
            </Button>
          </>
        }
      />
      {content()}
      {dialog}
    </>
  )
}

type EndpointPageProps = { endpointId: string; canChange: boolean }

function EndpointPage({ endpointId, canChange }: EndpointPageProps) {
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
      loading="Loading the endpoint"
    >
      {(found, organizationId) => (
        <div className="space-y-5">
          <Card aria-label="Webhook endpoint" tabIndex={-1}>
            <ul>
              <EndpointRow organizationId={organizationId} endpoint={found} canChange={canChange} />
            </ul>
          </Card>
          <DeliveriesCard organizationId={organizationId} endpoint={found} canChange={canChange} />
        </div>
      )}
    </ItemPage>
  )
}
