import { type ReactNode, useId } from 'react'
import { Time } from '#web/lib/time.tsx'
import { tierWords } from '#web/lib/words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'

/** Undefined while it loads: the rows stand already, their values follow. */
type SettingsCardProps = { organization: OrganizationDetail | undefined }

export function SettingsCard({ organization }: SettingsCardProps) {
  const titleId = useId()
  const shown = (value: (loaded: OrganizationDetail) => ReactNode, width: string) =>
    organization ? value(organization) : <Skeleton className={`my-1 h-3.5 ${width}`} />
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle id={titleId}>Organization Settings</CardTitle>
        <CardDescription>Support asks for the ID when you write.</CardDescription>
      </CardHeader>
      <CardContent className="pt-3">
        <Definitions>
          <Definition term="Name">{shown(({ name }) => name, 'w-36')}</Definition>
          <Definition term="Organization ID">
            <div className="flex min-h-8 items-center gap-1 sm:-my-[5px]">
              {shown(
                ({ id }) => (
                  <>
                    <span className="break-all font-mono text-sm">{id}</span>
                    <CopyButton text={id} label="Copy organization ID" />
                  </>
                ),
                'w-56',
              )}
            </div>
          </Definition>
          <Definition term="Plan">
            {shown(
              ({ tier }) => (
                <Badge tone={tier === 'FREE' ? 'neutral' : 'accent'}>{tierWords[tier]}</Badge>
              ),
              'w-12',
            )}
          </Definition>
          <Definition term="Created">
            {shown(
              ({ createdAt }) => (
                <Time value={createdAt} />
              ),
              'w-24',
            )}
          </Definition>
        </Definitions>
      </CardContent>
    </Card>
  )
}
