import { Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { api } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { query } from '#web/lib/queries.ts'
import { selectOrganization } from '#web/lib/selection.ts'
import { forgetUser } from '#web/lib/session.ts'
import { fresh, refetch, useOrganizations, useRead } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { ConfirmButton } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { AccountDeletion } from '#worker/profile/contract.ts'
import { LEFT_TOKEN_DAYS } from '#worker/tokens/contract.ts'

const deletionQuery = query(api.user.deletion, {})

export function DeleteAccountCard({ email }: { email: string }) {
  const navigate = useNavigate()
  const { data: deletion, ...read } = useRead(deletionQuery, fresh)
  const remove = async () => {
    try {
      const response = await confirmed(() => api.user.$delete())
      if (!response) return
      await forgetUser()
      await navigate(paths.auth, { replace: true })
      toast.success('Account deleted', {
        description: `The account ${email} no longer exists.`,
        onNextScreen: true,
      })
    } catch (failure) {
      // Its button goes first, so that the focus doesn't return to it.
      if (failure instanceof ApiError && failure.code === 'ONLY_ADMIN') await refetch(deletionQuery)
      toast.error('Failed to delete account', { description: errorText(failure) })
    }
  }
  const content = () => {
    if (read.error) return <LoadError title="Failed to load your organizations" {...read} />
    if (!deletion) {
      return (
        <div>
          <LoadingText>Loading your organizations</LoadingText>
          <Skeleton className="my-1 h-3.5 w-64 max-w-full" />
          <Skeleton className="mt-4 h-9 w-36" />
        </div>
      )
    }
    if (deletion.blockedBy.length > 0) return <Blocked deletion={deletion} />
    return (
      <div className="space-y-4">
        <Consequences deletion={deletion} />
        <ConfirmButton
          variant="secondary"
          className="text-invalid max-sm:w-full"
          icon={<Trash2 />}
          question={{
            title: 'Delete your account?',
            description: (
              <>
                <strong>{email}</strong> can no longer sign in. This can't be undone.
              </>
            ),
            children: <Consequences deletion={deletion} />,
            confirmLabel: 'Delete Account',
            pendingLabel: 'Deleting...',
            onConfirm: remove,
          }}
        >
          Delete Account
        </ConfirmButton>
      </div>
    )
  }
  return (
    <Card
      title="Delete Account"
      description="Your account and its sessions are deleted immediately and can't be restored."
      aria-busy={read.isLoading}
    >
      <CardContent className="pt-3">{content()}</CardContent>
    </Card>
  )
}

function Consequences({ deletion: { organizations } }: { deletion: AccountDeletion }) {
  const { data: all = [] } = useOrganizations()
  return (
    <div className="space-y-2 text-sm empty:hidden">
      {all.length > organizations.length ? (
        <p>
          API tokens you created in organizations with other members stop working in {LEFT_TOKEN_DAYS} days
          unless an admin keeps them.
        </p>
      ) : null}
      {organizations.length > 0 ? (
        <>
          <p>
            Organizations without other members are deleted with your account. Their API tokens stop working
            immediately, and paid plans aren't renewed:
          </p>
          <ul className="list-disc space-y-0.5 pl-5">
            {organizations.map(({ id, name }) => (
              <li key={id} className="break-words font-medium">
                {name}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

function Blocked({ deletion: { blockedBy } }: { deletion: AccountDeletion }) {
  const navigate = useNavigate()
  const open = (organizationId: string) => {
    selectOrganization(organizationId)
    void navigate(paths.team)
  }
  return (
    <div className="text-sm">
      <p>
        Organizations with other members need an admin, and you're the only one. Make another member an admin,
        or delete the organization. Then you can delete your account.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {blockedBy.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0 break-words font-medium">{name}</span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Open organization ${name}`}
              onClick={() => open(id)}
            >
              Open Organization
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
