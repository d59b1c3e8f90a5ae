import { BookOpen, ExternalLink, Landmark, LifeBuoy, Mail } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EmailText } from '#web/lib/email-text.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { accepts, pathWith, useList } from '#web/lib/page-params.ts'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { fresh, useOrganization, useRead, useSettings, useUser } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingRows, LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { type OrganizationDetail, tierNames } from '#worker/organizations/contract.ts'
import { categoryNames, ownRequestsQuerySchema, type SupportRequest } from '#worker/support/contract.ts'
import { MessageList, ReplyForm } from './messages.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestPage, StateBadge } from './request-page.tsx'
import { closeRequest, requestQuery, requestsQuery, sendReply } from './support-actions.ts'

export function SupportPage() {
  const [query] = useSearchParams()
  const reference = query.get('request')
  return reference ? <OwnRequest reference={reference} /> : <Support />
}

function Support() {
  const { data: user } = useUser()
  const requests = useRef<HTMLElement>(null)
  const showRequests = () => {
    requests.current?.focus({ preventScroll: true })
    requests.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <PageHeader description="Tell us about anything that doesn't work or isn't clear." />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-5">
          {user ? <RequestForm key={user.id} userId={user.id} onSubmitted={showRequests} /> : null}
          <RequestsCard ref={requests} />
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-2 xl:grid-cols-1">
          <ContactCard />
          <AccountCard />
        </div>
      </div>
    </>
  )
}

function OwnRequest({ reference }: { reference: string }) {
  const { here } = useList(requestList)
  return (
    <RequestPage read={useRead(requestQuery(reference), fresh)} backTo={here}>
      {({ state, messages }) => (
        <>
          <MessageList
            messages={messages}
            nameOf={({ author }) => (author === 'user' ? 'You' : 'Tinproof Support')}
          />
          <ReplyForm
            label="Reply"
            hint={state === 'closed' ? 'A reply opens this request again.' : undefined}
            submitLabel="Send Reply"
            draftKey={`reply ${reference}`}
            onSend={(text) => sendReply(reference, text)}
            actions={
              state === 'closed' ? null : (
                <Button variant="secondary" pendingLabel="Closing..." action={() => closeRequest(reference)}>
                  Close Request
                </Button>
              )
            }
          />
        </>
      )}
    </RequestPage>
  )
}

function ContactCard() {
  const { data: settings, ...read } = useSettings()
  return (
    <Card title="Quick Contact" description="Responses usually come within 24 hours on business days.">
      {read.error ? (
        <LoadError title="Failed to load the contact details" {...read} />
      ) : (
        <CardContent className="space-y-1 pt-3">
          <div className="flex min-h-11 items-center gap-3">
            <Mail className="size-4 shrink-0 text-faint" />
            {settings ? (
              <>
                <a
                  href={`mailto:${settings.supportEmail}`}
                  className="touch-target break-all font-medium text-accent-text hover:underline"
                >
                  {settings.supportEmail}
                </a>
                <CopyButton text={settings.supportEmail} label="Copy support email" />
              </>
            ) : (
              <>
                <LoadingText />
                <Skeleton className="h-4 w-44" />
              </>
            )}
          </div>
          <div className="flex min-h-11 items-center gap-3">
            <Landmark className="size-4 shrink-0 text-faint" />
            <Link to={paths.registers} className="touch-target font-medium text-accent-text hover:underline">
              Register status
            </Link>
          </div>
          {settings?.docsUrl ? (
            <div className="flex min-h-11 items-center gap-3">
              <BookOpen className="size-4 shrink-0 text-faint" />
              <a
                href={settings.docsUrl}
                target="_blank"
                rel="noreferrer"
                className="touch-target inline-flex items-center gap-1.5 font-medium text-accent-text hover:underline"
              >
                API Docs
                <ExternalLink className="size-3.5" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </div>
          ) : null}
        </CardContent>
      )}
    </Card>
  )
}

function AccountCard() {
  const { data: user } = useUser()
  const { data: organization, ...read } = useOrganization()
  const shown = (value: (loaded: OrganizationDetail) => ReactNode, width: string) => {
    if (organization) return value(organization)
    return read.isLoading ? <Skeleton className={`my-1 h-3.5 ${width}`} /> : 'None'
  }
  const details = organization
    ? [
        `Email: ${user?.email ?? ''}`,
        `Organization: ${organization.name}`,
        `Plan: ${tierNames[organization.tier]}`,
        `Organization ID: ${organization.id}`,
      ].join('\n')
    : undefined
  return (
    <Card
      title="Your Account"
      description="Sent with your request."
      action={
        <CopyButton
          text={details ?? ''}
          label="Copy details"
          variant="secondary"
          size="sm"
          disabled={details === undefined}
        />
      }
    >
      <CardContent className="pt-3">
        {read.error ? (
          <LoadError title="Failed to fetch organization" {...read} />
        ) : (
          <Definitions>
            <Definition term="Email">
              <EmailText>{user?.email ?? ''}</EmailText>
            </Definition>
            <Definition term="Organization">{shown(({ name }) => name, 'w-36')}</Definition>
            <Definition term="Plan">{shown(({ tier }) => tierNames[tier], 'w-12')}</Definition>
            <Definition term="Organization ID">
              {shown(
                ({ id }) => (
                  <span className="break-all font-mono text-sm">{id}</span>
                ),
                'w-56',
              )}
            </Definition>
          </Definitions>
        )}
      </CardContent>
    </Card>
  )
}

const requestList = {
  path: paths.support,
  params: { before: accepts(ownRequestsQuerySchema.shape.before) },
  cursor: 'before',
} as const

function RequestsCard({ ref }: { ref: RefObject<HTMLElement | null> }) {
  const { values, pages } = useList(requestList)
  const { before } = values
  const { data: page, ...read } = useRead(requestsQuery(before), fresh)

  const content = () => {
    if (read.error) return <LoadError title="Failed to load requests" {...read} />
    if (!page) return <LoadingRows count={2} />
    if (page.requests.length === 0) {
      return (
        <EmptyState
          icon={<LifeBuoy />}
          title={before ? 'No older requests' : 'No requests yet'}
          description={
            before ? 'This is the end of the list.' : 'Your requests and our answers will appear here.'
          }
          className="py-10"
        />
      )
    }
    return (
      <ul aria-label="Your Requests" className="divide-y divide-line">
        {page.requests.map((request) => (
          <RequestRow
            key={request.reference}
            request={request}
            to={pathWith(paths.support, { before, request: request.reference })}
          />
        ))}
      </ul>
    )
  }

  return (
    <PagedCard
      ref={ref}
      title="Your Requests"
      description="From all of your organizations."
      action={<RefreshButton size="sm" read={read} />}
      aria-busy={read.isLoading}
      {...pages(page?.next)}
    >
      <CardContent className="px-0 pt-2 pb-2">{content()}</CardContent>
    </PagedCard>
  )
}

function RequestRow({ request, to }: { request: SupportRequest; to: string }) {
  const { reference, subject, category, state, updatedAt } = request
  return (
    <li className="relative flex items-start gap-3 px-5 py-3 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link to={to} className="break-words font-medium after:absolute after:inset-0 hover:underline">
          {subject}
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-muted text-sm">
          <span className="font-mono">{reference}</span>
          <span>{categoryNames[category]}</span>
          <Time value={updatedAt} style="relative" />
        </p>
      </div>
      <StateBadge state={state} />
    </li>
  )
}
