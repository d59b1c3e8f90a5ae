import type { ReactNode } from 'react'
import { EmailText } from '#web/lib/email-text.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOrganization, useUser } from '#web/lib/swr.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { tierNames } from '#worker/organizations/contract.ts'

export function AccountCard() {
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
