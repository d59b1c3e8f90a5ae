import { ChevronDown, UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { StatusBadge } from '#web/activity/index.ts'
import { EmailText } from '#web/lib/email-text.tsx'
import { formatCount, formatDuration, formatNumber } from '#web/lib/format.ts'
import { fresh, useRead, useUser } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingLines } from '#web/ui/skeleton.tsx'
import { Table, TableCell } from '#web/ui/table.tsx'
import { type AdminUser, MAX_ACTIVITIES, type UserActivity } from '#worker/admin/contract.ts'
import { changeUser, convertToLead, resetTwoFactor } from './admin-actions.ts'
import { adminQueries } from './admin-queries.ts'
import { ReasonDialog } from './organization-dialogs.tsx'
import { OrganizationLine } from './organization-line.tsx'

export function UserRow({ user }: { user: AdminUser }) {
  const { email, role, createdAt, disabledReason, organizations } = user
  const activitiesId = useId()
  const [isExpanded, setExpanded] = useState(false)
  return (
    <li tabIndex={-1} aria-label={email}>
      <div className="flex flex-col gap-x-6 gap-y-3 px-5 pt-4 lg:flex-row lg:items-start">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium">
              <EmailText>{email}</EmailText>
            </span>
            <Badge tone={role ? 'accent' : 'neutral'}>
              {role === 'system_admin' ? 'Administrator' : (role ?? 'Member')}
            </Badge>
            {disabledReason === null ? null : <Badge tone="invalid">Disabled</Badge>}
          </p>
          <p className="mt-0.5 text-muted text-sm">
            Joined <Time value={createdAt} /> · {formatCount(organizations.length, 'organization')}
          </p>
          {disabledReason === null ? null : (
            <p className="break-words text-muted text-sm">Reason: {disabledReason}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:*:flex-auto lg:max-w-96 lg:justify-end">
          <Button
            variant="secondary"
            size="sm"
            icon={<UserPlus />}
            pendingLabel="Converting..."
            action={() => convertToLead(user)}
          >
            Convert to Lead
          </Button>
          <ResetTwoFactorButton user={user} />
          <DisableButton user={user} />
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? activitiesId : undefined}
            onClick={() => setExpanded(!isExpanded)}
          >
            Activities
            <ChevronDown className={cx('transition-transform', isExpanded && 'rotate-180')} />
          </Button>
        </div>
      </div>
      <ul aria-label={`Organizations of ${email}`} className="divide-y divide-line px-5 pt-2 pb-2">
        {organizations.map((organization) => (
          <OrganizationLine key={organization.id} organization={organization} />
        ))}
      </ul>
      {isExpanded ? (
        <div id={activitiesId} className="border-t bg-sunken">
          <UserActivities userId={user.id} />
        </div>
      ) : null}
    </li>
  )
}

function ResetTwoFactorButton({ user }: { user: AdminUser }) {
  const { data: self } = useUser()
  if (!user.hasTwoFactor || self?.id === user.id) return null
  return (
    <DialogButton
      variant="secondary"
      size="sm"
      dialog={(close) => (
        <ReasonDialog
          title="Reset Two-Factor Sign-In"
          description={`Anyone with the password or the Google account of ${user.email} can then sign in without a code. First make sure that the request comes from them. They'll be signed out everywhere and get an email.`}
          hint="How you verified their identity. Saved in the audit trail."
          submitLabel="Reset Two-Factor"
          pendingLabel="Resetting..."
          onReason={(reason) => resetTwoFactor(user, reason)}
          onClose={close}
        />
      )}
    >
      Reset Two-Factor
    </DialogButton>
  )
}

function DisableButton({ user }: { user: AdminUser }) {
  const { data: self } = useUser()
  if (self?.id === user.id) return null
  if (user.disabledReason !== null) {
    return (
      <Button
        variant="secondary"
        size="sm"
        pendingLabel="Enabling..."
        action={() => changeUser(user, undefined)}
      >
        Enable User
      </Button>
    )
  }
  return (
    <DialogButton
      variant="secondary"
      size="sm"
      dialog={(close) => (
        <ReasonDialog
          title="Disable User"
          description={`${user.email} is signed out everywhere and can't sign in. Their organizations' API tokens keep working.`}
          hint="Shown to the user when they try to sign in."
          submitLabel="Disable User"
          pendingLabel="Disabling..."
          onReason={(reason) => changeUser(user, reason)}
          onClose={close}
        />
      )}
    >
      Disable User
    </DialogButton>
  )
}

function UserActivities({ userId }: { userId: number }) {
  const { data, ...read } = useRead(adminQueries.activities(userId), fresh)
  if (read.error) {
    return (
      <ErrorState
        title="Failed to load activities"
        description="Could not load user activities"
        onRetry={read.retry}
        retrying={read.isRetrying}
      />
    )
  }
  if (!data) return <LoadingLines count={3} label="Loading activities" className="px-5 py-4" />
  const { activities, total } = data
  if (activities.length === 0) {
    return <p className="px-5 py-6 text-center text-muted">No recent activities found</p>
  }
  return (
    <>
      <Table
        caption="Activities"
        className="max-lg:stacked-rows"
        heads={['Request', 'Status', 'Response Time', 'Time']}
      >
        {activities.map((activity) => (
          <Call key={activity.id} activity={activity} />
        ))}
      </Table>
      {activities.length === MAX_ACTIVITIES && total > MAX_ACTIVITIES ? (
        <p className="border-t px-5 py-2.5 text-muted text-sm">
          Showing 10 of {formatNumber(total)} activities
        </p>
      ) : null}
    </>
  )
}

function Call({ activity }: { activity: UserActivity }) {
  const { method, endpoint, status, responseTime, createdAt } = activity
  return (
    <tr className="max-lg:flex! max-lg:flex-wrap">
      <TableCell className="break-all font-mono text-sm max-lg:w-full">
        {method} {endpoint}
      </TableCell>
      <TableCell>
        <StatusBadge status={status} />
      </TableCell>
      <TableCell className="tabular whitespace-nowrap max-lg:text-muted">
        {formatDuration(responseTime)}
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted">
        <Time value={createdAt} style="date-time" />
      </TableCell>
    </tr>
  )
}
