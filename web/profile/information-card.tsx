import { useOrganizationId, useOrganizations } from '#web/lib/swr.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import type { User } from '#worker/accounts/contract.ts'
import { roleNames } from '#worker/organizations/contract.ts'
import { EmailRow, PendingEmailChange } from './email-change.tsx'
import { NameRow } from './name-row.tsx'
import { TimeZoneRow } from './time-zone-row.tsx'

export function InformationCard({ user }: { user: User }) {
  const { data: organizations, isLoading } = useOrganizations()
  const organizationId = useOrganizationId()
  const organization = organizations?.find(({ id }) => id === organizationId)
  return (
    <Card title="Profile Information" description="The account you're signed in with.">
      <CardContent className="pt-3">
        <Definitions>
          <Definition term="Email">
            <EmailRow email={user.email} />
          </Definition>
          <Definition term="Name">
            <NameRow user={user} />
          </Definition>
          <Definition term="User ID">
            <div className="flex min-h-8 items-center gap-1 @sm:-my-[5px]">
              <span className="font-mono text-sm">{user.id}</span>
              <CopyButton text={String(user.id)} label="Copy user ID" />
            </div>
          </Definition>
          <Definition term="Role">{user.role ?? 'Member'}</Definition>
          {organization || isLoading ? (
            <Definition term="Organization role">
              {organization ? (
                <>
                  {roleNames[organization.role]} <span className="text-muted">in {organization.name}</span>
                </>
              ) : (
                <Skeleton className="my-1 h-3.5 w-48" />
              )}
            </Definition>
          ) : null}
          <Definition term="Time zone">
            <TimeZoneRow timeZone={user.timeZone} />
          </Definition>
        </Definitions>
        <PendingEmailChange email={user.email} />
      </CardContent>
    </Card>
  )
}
