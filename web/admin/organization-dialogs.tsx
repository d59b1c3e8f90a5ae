import * as z from 'zod'
import { formatNumber } from '#web/lib/format.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField, TextField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { type AdminOrganization, MAX_CONTRACT_LIMIT, reasonSchema } from '#worker/admin/contract.ts'
import { monthlyLimits } from '#worker/organizations/contract.ts'
import { changeOrganization } from './admin-actions.ts'

const LIMIT_EXPECTED = `Enter a whole number from 1 to ${formatNumber(MAX_CONTRACT_LIMIT)}`

const fieldsSchema = z.object({
  limit: z
    .string()
    .transform((text) => Number(text.replaceAll(/[\s,]/g, '') || Number.NaN))
    .pipe(z.int(LIMIT_EXPECTED).min(1, LIMIT_EXPECTED).max(MAX_CONTRACT_LIMIT, LIMIT_EXPECTED)),
  reason: reasonSchema,
})

type ContractDialogProps = { organization: AdminOrganization; onClose: () => void }

export function ContractDialog({ organization, onClose }: ContractDialogProps) {
  const { name, contractLimit } = organization
  const standard = formatNumber(monthlyLimits.ENTERPRISE)
  const { field, dialog } = useDialogForm({
    schema: fieldsSchema,
    defaultValues: { limit: contractLimit === null ? '' : formatNumber(contractLimit), reason: '' },
    save: async ({ limit, reason }) => {
      const done = `${name} now has ${formatNumber(limit)} calls a month.`
      if (await changeOrganization(organization, { contractLimit: limit, reason }, done)) onClose()
    },
  })
  const remove = useSingleSubmit(async () => {
    const done = `${name} has the ${standard} calls a month of its plan again.`
    if (await changeOrganization(organization, { contractLimit: null }, done)) onClose()
  })
  const isPending = dialog.isPending || remove.isPending
  return (
    <FormDialog
      title="Contract Limit"
      description={`A monthly limit for ${name} that replaces the ${standard} calls of the Enterprise plan.`}
      {...dialog}
      isPending={isPending}
      extraAction={
        contractLimit === null ? null : (
          <Button
            variant="ghost"
            className="sm:mr-auto"
            disabled={isPending}
            onClick={() => void remove.submit()}
          >
            Remove Limit
          </Button>
        )
      }
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField
          label="Calls per month"
          hint={`Up to ${formatNumber(MAX_CONTRACT_LIMIT)}.`}
          {...field('limit')}
          inputMode="numeric"
          maxLength={20}
        />
        <TextareaField
          label="Reason"
          hint="Saved in the audit trail."
          {...field('reason')}
          className="min-h-20"
        />
      </div>
    </FormDialog>
  )
}

type ReasonDialogProps = {
  title: string
  description: string
  hint: string
  submitLabel: string
  pendingLabel: string
  onReason: (reason: string) => Promise<boolean | undefined>
  onClose: () => void
}

export function ReasonDialog({ hint, onReason, onClose, ...texts }: ReasonDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: z.object({ reason: reasonSchema }),
    defaultValues: { reason: '' },
    save: async ({ reason }) => {
      if (await onReason(reason)) onClose()
    },
  })
  return (
    <FormDialog {...texts} {...dialog} tone="danger" onClose={onClose}>
      <TextareaField label="Reason" hint={hint} {...field('reason')} className="min-h-20" />
    </FormDialog>
  )
}
