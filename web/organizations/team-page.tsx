import { CircleX, UserPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { EmailText } from '#web/lib/email-text.tsx'
import { formatCount } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { PagedCard } from '#web/lib/page-links.tsx'
import { acceptsNumber, useList } from '#web/lib/page-params.ts'
import { queries } from '#web/lib/queries.ts'
import { useMembers, useOfOrganization } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { useLeaveOnSwitch } from '#web/lib/use-leave-on-switch.ts'
import { paths } from '#web/paths.ts'
import { ConfirmButton } from '#web/ui/alert-dialog.tsx'
import { IconBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { FilterBar, NoMatches, SearchFilter } from '#web/ui/filters.tsx'
import { keepFocusNear } from '#web/ui/return-focus.ts'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import {
  INVITATION_LIFE_SECONDS,
  type OpenInvitation,
  type Organization,
  roleNames,
  rolePermissions,
} from '#worker/organizations/contract.ts'
import { isExpired, resendInvitation, revokeInvitation } from './invitation-actions.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { LeaveOrganization } from './leave-organization.tsx'
import { MembersTable } from './members-table.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { permissionsIn } from './permissions.ts'

export function TeamPage() {
  const { data: members, error } = useMembers()
  // The card below waits, or it would jump.
  const isRead = members !== undefined || error !== undefined
  return (
    <OrganizationTab>
      {(organization) => (
        <>
          <MembersCard organization={organization} />
          {isRead && rolePermissions[organization.role].invitableRoles.length > 0 ? (
            <InvitationsCard organization={organization} />
          ) : null}
        </>
      )}
    </OrganizationTab>
  )
}

const PAGE_SIZE = 25
const MAX_EMAIL_LENGTH = 254

const teamList = {
  path: paths.team,
  params: { email: (text: string) => text.length <= MAX_EMAIL_LENGTH, from: acceptsNumber() },
  cursor: 'from',
} as const

function MembersCard({ organization }: { organization: Organization }) {
  const { data: members, ...read } = useMembers()
  const list = useList(teamList)
  const { email = '', from } = list.values
  const found = members?.filter((member) => member.email.includes(email.toLowerCase())) ?? []
  const start = Number(from ?? 0) < found.length ? Number(from ?? 0) : 0
  const next = start + PAGE_SIZE
  const membersRef = useRef<HTMLDivElement>(null)
  const [isInviting, setInviting] = useState(false)
  const { invitableRoles } = permissionsIn(organization)
  const canInvite = invitableRoles.length > 0

  useOpenRequest('invite', canInvite, () => setInviting(true))
  useLeaveOnSwitch(paths.team)

  const content = () => {
    if (read.error) return <LoadError title="Failed to fetch members" {...read} />
    if (!members) return <LoadingRows count={3} label="Loading team members" />
    if (found.length === 0) return <NoMatches what="members" each="member" onClear={list.onClear} />
    return (
      <>
        <MembersTable organization={organization} members={found.slice(start, next)} />
        {members.length === 1 && canInvite ? (
          <p className="border-t px-5 pt-4 pb-2 text-muted">
            Only you so far. People you invite share this organization's API tokens, quota and activity.
          </p>
        ) : null}
      </>
    )
  }

  return (
    <PagedCard
      title="Team Members"
      description={members ? formatCount(members.length, 'person', 'people') : '\u00a0'}
      action={
        canInvite ? (
          <Button icon={<UserPlus />} onClick={() => setInviting(true)}>
            Invite User
          </Button>
        ) : null
      }
      aria-busy={read.isLoading}
      {...list.pages(next < found.length ? next : undefined)}
      labels={{ newest: 'First', older: 'Next' }}
      footer={
        members || read.error ? (
          <CardFooter>
            <LeaveOrganization
              organization={organization}
              onShowMembers={() => membersRef.current?.focus()}
            />
          </CardFooter>
        ) : null
      }
    >
      {members && (list.isFiltered || members.length > PAGE_SIZE) ? (
        <FilterBar list={list} className="sm:grid-cols-[20rem_auto]">
          <SearchFilter label="Search by email" maxLength={MAX_EMAIL_LENGTH} {...list.field('email')} />
        </FilterBar>
      ) : null}
      <CardContent className="px-0 pt-2 pb-2">
        <div ref={membersRef} tabIndex={-1}>
          {content()}
        </div>
      </CardContent>
      {isInviting ? (
        <InviteDialog
          organizationId={organization.id}
          roles={invitableRoles}
          onClose={() => setInviting(false)}
        />
      ) : null}
    </PagedCard>
  )
}

const LIFE_DAYS = INVITATION_LIFE_SECONDS / 86_400

function InvitationsCard({ organization }: { organization: Organization }) {
  const { data: invitations, ...read } = useOfOrganization(queries.invitations)
  const [shown, setShown] = useState(PAGE_SIZE)
  const list = useRef<HTMLUListElement>(null)
  const showMore = () => {
    flushSync(() => setShown(shown + PAGE_SIZE))
    list.current?.children[shown]?.querySelector('button')?.focus()
  }
  const { invitableRoles } = permissionsIn(organization)
  const isActive = organization.status === 'ACTIVE'

  const content = () => {
    if (read.error) return <LoadError title="Failed to fetch invitations" {...read} />
    if (!invitations) return <LoadingRows count={1} label="Loading invitations" />
    if (invitations.length === 0) {
      return (
        <p className="px-5 py-2 text-muted">
          No pending invitations. People you invite appear here until they join. A link works for {LIFE_DAYS}{' '}
          days.
        </p>
      )
    }
    return (
      <ul ref={list} tabIndex={-1} aria-label="Pending Invitations" className="divide-y divide-line">
        {invitations.slice(0, shown).map((invitation) => (
          <Invitation
            key={invitation.id}
            invitation={invitation}
            organizationId={organization.id}
            access={invitableRoles.includes(invitation.role) ? 'full' : isActive ? 'admins-only' : 'none'}
          />
        ))}
      </ul>
    )
  }

  return (
    <Card
      title="Pending Invitations"
      description="Waiting to be accepted."
      aria-busy={read.isLoading}
      tabIndex={-1}
    >
      <CardContent className="px-0 pt-2 pb-2">{content()}</CardContent>
      {invitations && invitations.length > shown ? (
        <CardFooter>
          <p className="text-muted text-sm">
            {shown} of {formatCount(invitations.length, 'invitation')}
          </p>
          <Button ref={keepFocusNear} variant="secondary" onClick={showMore}>
            Show More
          </Button>
        </CardFooter>
      ) : null}
    </Card>
  )
}

type InvitationProps = {
  invitation: OpenInvitation
  organizationId: string
  /** `admins-only`: the user cannot grant the invitation's role. */
  access: 'full' | 'admins-only' | 'none'
}

function Invitation({ invitation, organizationId, access }: InvitationProps) {
  const emailId = useId()
  const { email, role, invitedBy, expiresAt } = invitation
  const isOver = isExpired(invitation, new Date())
  return (
    <li className="flex flex-col gap-3 px-5 py-3 sm:flex-row sm:items-center">
      <div className="min-w-0 flex-1">
        <p>
          <span id={emailId} className="font-medium">
            <EmailText>{email}</EmailText>
          </span>{' '}
          {isOver ? <IconBadge look={{ tone: 'invalid', word: 'Expired', Icon: CircleX }} /> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span>{roleNames[role]}</span>
          <span>
            {isOver ? 'Expired' : 'Expires'} <Time value={expiresAt} />
          </span>
          <span>Invited by {invitedBy ? <EmailText>{invitedBy}</EmailText> : 'a former member'}</span>
        </p>
      </div>
      {access === 'full' ? (
        <div className="grid grid-cols-2 gap-2 sm:flex">
          <Button
            variant="secondary"
            pendingLabel="Resending..."
            aria-describedby={emailId}
            action={() => resendInvitation(organizationId, invitation)}
          >
            Resend
          </Button>
          <ConfirmButton
            variant="secondary"
            className="text-invalid"
            aria-describedby={emailId}
            question={{
              title: 'Revoke Invitation',
              description: (
                <>
                  The link sent to <strong>{email}</strong> stops working. You can invite them again.
                </>
              ),
              confirmLabel: 'Revoke Invitation',
              onConfirm: () => void revokeInvitation(organizationId, invitation),
            }}
          >
            Revoke
          </ConfirmButton>
        </div>
      ) : access === 'admins-only' ? (
        <p className="text-faint text-sm">Only an admin can change it.</p>
      ) : null}
    </li>
  )
}
