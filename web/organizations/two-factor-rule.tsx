import * as z from 'zod'
import { api, inBody } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { formatCount } from '#web/lib/format.ts'
import { refreshOrganization, useMembers } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { EditRow } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Organization, TWO_FACTOR_GRACE_DAYS } from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'

export function TwoFactorRule({ organization }: { organization: Organization }) {
  const isRequired = organization.twoFactorRequiredAt !== null
  return (
    <EditRow
      canEdit={permissionsIn(organization).editSettings}
      action="Edit"
      label="Edit two-factor requirement"
      dialog={(close) => <RuleDialog id={organization.id} isRequired={isRequired} onClose={close} />}
    >
      <span>{isRequired ? 'Required for all members' : 'Not required'}</span>
    </EditRow>
  )
}

type RuleDialogProps = { id: string; isRequired: boolean; onClose: () => void }

function RuleDialog({ id, isRequired, onClose }: RuleDialogProps) {
  const { dialog } = useDialogForm({
    schema: z.object({}),
    defaultValues: {},
    failure: 'Organization update failed',
    save: async () => {
      const required = !isRequired
      if (!(await confirmed(() => api.organization['two-factor'].$put(inBody(id, { required }))))) return
      toast.success('Organization updated', {
        description: required ? 'All members need two-factor sign-in.' : 'Two-factor sign-in is optional.',
      })
      onClose()
      await refreshOrganization(id)
    },
  })
  return (
    <FormDialog
      title={isRequired ? 'Make two-factor sign-in optional' : 'Require two-factor sign-in'}
      description={
        isRequired
          ? 'Members can then turn it off and sign in without it.'
          : `Members have ${TWO_FACTOR_GRACE_DAYS} days to turn it on. After that, they can't use this organization until it's on. API tokens aren't affected.`
      }
      submitLabel={isRequired ? 'Make Optional' : 'Require'}
      pendingLabel="Saving..."
      {...dialog}
      onClose={onClose}
    >
      {isRequired ? null : <Missing />}
    </FormDialog>
  )
}

function Missing() {
  const { data: members } = useMembers()
  if (!members) return null
  const missing = members.filter(({ hasTwoFactor }) => !hasTwoFactor)
  if (missing.length === 0) return <p className="text-muted text-sm">All members already use it.</p>
  return (
    <div className="rounded-md border p-3 text-sm">
      <p>{formatCount(missing.length, 'member')} will get an email, because they don't use it yet:</p>
      <ul className="mt-2 max-h-40 list-disc space-y-0.5 overflow-y-auto pl-5">
        {missing.map(({ id, email }) => (
          <li key={id} className="wrap-anywhere">
            {email}
          </li>
        ))}
      </ul>
    </div>
  )
}
