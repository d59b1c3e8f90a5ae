import { useState } from 'react'
import { useMembers, useUser } from '#web/lib/swr.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Organization } from '#worker/organizations/contract.ts'
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx'
import { isOnlyAdmin, leave } from './member-actions.ts'
import { OnlyAdminDialog } from './only-admin-dialog.tsx'

type Step = 'closed' | 'asking' | 'leaving' | 'deleting'

export function LeaveOrganization({ organization }: { organization: Organization }) {
  const [step, setStep] = useState<Step>('closed')
  const { data: user } = useUser()
  const { data: members } = useMembers()
  const isBlocked = user !== undefined && members !== undefined && isOnlyAdmin(members, user.id)

  const close = () => setStep('closed')
  const confirm = async () => {
    setStep('leaving')
    await leave(organization)
    close()
  }
  const dialog = () => {
    if (step === 'closed') return null
    if (step === 'deleting') return <DeleteOrganizationDialog organization={organization} onClose={close} />
    if (step === 'asking' && isBlocked) {
      return (
        <OnlyAdminDialog
          organization={organization}
          hasOthers={members.length > 1}
          onClose={close}
          onDelete={() => setStep('deleting')}
        />
      )
    }
    return (
      <AlertDialog
        title="Leave Organization"
        description={
          <>
            You lose access to{' '}
            <strong className="break-words font-medium text-ink">{organization.name}</strong> immediately. Its
            API tokens keep working, but invitations you sent don't. An admin can invite you again.
          </>
        }
        confirmLabel="Leave Organization"
        pendingLabel="Leaving..."
        pending={step === 'leaving'}
        onConfirm={() => void confirm()}
        onClose={close}
      />
    )
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5 text-invalid! hover:bg-invalid-soft! pointer-coarse:h-11"
        onClick={() => setStep('asking')}
      >
        Leave Organization
      </Button>
      {dialog()}
    </>
  )
}
