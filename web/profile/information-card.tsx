import { useId } from 'react'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import type { User } from '#worker/accounts/contract.ts'
import { EmailRow, PendingEmailChange } from './email-change.tsx'

export function InformationCard({ user }: { user: User }) {
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle id={titleId}>Profile Information</CardTitle>
        <CardDescription>The account you are signed in with.</CardDescription>
      </CardHeader>
      <CardContent className="pt-3">
        <Definitions>
          <Definition term="Email">
            <EmailRow email={user.email} />
          </Definition>
          <Definition term="User ID">
            <div className="flex min-h-8 items-center gap-1 sm:-my-[5px]">
              <span className="font-mono text-sm">{user.id}</span>
              <CopyButton text={String(user.id)} label="Copy user ID" />
            </div>
          </Definition>
          <Definition term="Role">{user.role ?? 'Member'}</Definition>
        </Definitions>
        <PendingEmailChange email={user.email} />
      </CardContent>
    </Card>
  )
}
