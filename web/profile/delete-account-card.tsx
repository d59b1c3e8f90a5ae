import { Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { query } from '#web/lib/queries.ts'
import { selectOrganization } from '#web/lib/selection.ts'
import { leaveAllTabs } from '#web/lib/session.ts'
import { fresh, refetch, useOrganizations, useRead } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { AccountDeletion } from '#worker/profile/contract.ts'
import { LEFT_TOKEN_DAYS } from '#worker/tokens/contract.ts'

const deletionQuery = query(api.user.deletion, {})

export function DeleteAccountCard({ email }: { email: string }) {
  const { data: deletion, ...read } = useRead(deletionQuery, fresh)
  const content = () => {
    if (read.error) return <LoadError title="Failed to load your organizations" {...read} />
    if (!deletion) {
      return (
        <div>
          <LoadingText>Loading your organizations</LoadingText>
          <Skeleton className="my-1 h-3.5 w-64" />
          <Skeleton className="mt-4 h-9 w-36" />
        </div>
      )
    }
    if (deletion.blockedBy.length > 0) return <Blocked deletion={deletion} />
    return (
      <div className="space-y-4">
        <Consequences deletion={deletion} />
        <DialogButton
          variant="secondary"
          className="text-invalid max-sm:w-full"
          icon={<Trash2 />}
          dialog={(close) => <DeleteAccountDialog email={email} deletion={deletion} onClose={close} />}
        >
          Delete Account
        </DialogButton>
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

type DeleteAccountDialogProps = { email: string; deletion: AccountDeletion; onClose: () => void }

function DeleteAccountDialog({ email, deletion, onClose }: DeleteAccountDialogProps) {
  const navigate = useNavigate()
  const { field, dialog } = useDialogForm({
    schema: z.object({
      typed: z
        .string()
        .refine(
          (typed) => typed.trim().toLowerCase() === email.toLowerCase(),
          "This isn't the email of your account",
        ),
    }),
    defaultValues: { typed: '' },
    save: () =>
      attempt(
        'Failed to delete account',
        async () => {
          if (!(await confirmed(() => api.user.$delete()))) return
          await leaveAllTabs()
          await navigate(paths.auth, { replace: true })
          toast.success('Account deleted', {
            description: `The account ${email} no longer exists.`,
            onNextScreen: true,
          })
        },
        async (failure) => {
          // The card's button goes first, so that the focus doesn't return to it.
          if (failure instanceof ApiError && failure.code === 'ONLY_ADMIN') await refetch(deletionQuery)
          onClose()
        },
      ),
  })
  return (
    <FormDialog
      title="Delete your account?"
      description={
        <>
          <strong>{email}</strong> can no longer sign in. This can't be undone.
        </>
      }
      submitLabel="Delete Account"
      pendingLabel="Deleting..."
      {...dialog}
      tone="danger"
      onClose={onClose}
    >
      <div className="space-y-4">
        <Consequences deletion={deletion} />
        <TextField label="Type your email to confirm" {...field('typed')} verbatim />
      </div>
    </FormDialog>
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
