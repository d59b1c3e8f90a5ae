import { RotateCw } from 'lucide-react'
import { useNavigate } from 'react-router'
import * as z from 'zod'
import { attempt } from '#web/lib/attempt.ts'
import { countryName } from '#web/lib/country-name.ts'
import type { Owner } from '#web/lib/saved.ts'
import { refreshAfterValidation, setData } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { paths } from '#web/paths.ts'
import { type ValidationInput, validate } from '#web/results/index.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { CallDetail } from '#worker/activity/contract.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { callQuery } from './activity-queries.ts'

type CheckAgainProps = {
  owner: Owner
  call: CallDetail
  /** Undefined if the number isn't kept: then the user enters it. */
  known: ValidationInput | undefined
}

export function CheckAgain({ owner, call, known }: CheckAgainProps) {
  const navigate = useNavigate()
  const isShown = useIsShown()
  const { organizationId } = owner
  const { numberId, country } = call

  const check = async ({ countryCode, tin, type, name, address }: ValidationInput) => {
    const number = { countryCode, tin, ...(type && { type }) }
    const input = { ...number, ...(name && { name }), ...(address && { address }), fresh: true }
    const { response } = await validate(owner, input)
    await refreshAfterValidation(organizationId)
    const query = callQuery(organizationId, response.referenceId)
    // It has counted, so the result is opened even if this fails.
    const checked = await query.read().catch(() => undefined)
    if (checked) await setData(query, checked)
    const isSame = !checked || checked.numberId === numberId
    const lacksType = !known && response.result === 'invalid' && call.outcome !== 'invalid'
    toast[isSame ? 'success' : 'info'](isSame ? 'Checked Again' : "That's a different number", {
      onNextScreen: true,
      description: !isSame
        ? "It isn't the number from the result you came from."
        : lacksType
          ? 'Same number, checked without a type. If the earlier call sent one, repeat that call.'
          : 'Same number. The result is new.',
    })
    if (isShown()) void navigate(`${paths.results}/${response.referenceId}`)
  }

  const button = { variant: 'secondary', icon: <RotateCw />, children: 'Check Again' } as const
  return known ? (
    <Button {...button} action={() => attempt('Failed to check again', () => check(known))} />
  ) : (
    <DialogButton
      {...button}
      dialog={(close) => <NumberDialog country={country ?? ''} onCheck={check} onClose={close} />}
    />
  )
}

const numberSchema = z.object({ tin: validateSchema.shape.tin })

type NumberDialogProps = {
  country: string
  onCheck: (input: ValidationInput) => Promise<void>
  onClose: () => void
}

function NumberDialog({ country, onCheck, onClose }: NumberDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: numberSchema,
    defaultValues: { tin: '' },
    failure: 'Failed to check again',
    save: ({ tin }) => onCheck({ countryCode: country, tin }),
  })
  return (
    <FormDialog
      title="Check Again"
      description="We didn't keep the number. Enter it, and we'll tell you whether it's the same one."
      submitLabel="Check"
      pendingLabel="Checking..."
      {...dialog}
      onClose={onClose}
    >
      <TextField label={`Tax ID, ${countryName(country)}`} mono verbatim maxLength={100} {...field('tin')} />
    </FormDialog>
  )
}
