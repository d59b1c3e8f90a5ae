import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { refreshTokens } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Token } from '#worker/tokens/contract.ts'
import { AllowedIpsField, allowedIpsTextSchema } from './allowed-ips-field.tsx'
import { inToken } from './cancel-deletion.ts'

const schema = z.object({ allowedIps: allowedIpsTextSchema })

type AllowedIpsDialogProps = { organizationId: string; token: Token; onClose: () => void }

export function AllowedIpsDialog({ organizationId, token, onClose }: AllowedIpsDialogProps) {
  const { form, field, dialog } = useDialogForm({
    schema,
    defaultValues: { allowedIps: token.allowedIps.join('\n') },
    failure: 'Failed to change token',
    save: async ({ allowedIps }) => {
      const changed = await confirmed(() =>
        api.tokens[':tokenId'].$patch({ ...inToken(organizationId, token), json: { allowedIps } }),
      )
      if (!changed) return
      toast.success('Token changed', { description: 'This takes effect within 5 seconds.' })
      onClose()
      await refreshTokens(organizationId)
    },
  })
  return (
    <FormDialog
      title="Allowed IP Addresses"
      description={
        <>
          Calls with <strong>{token.name}</strong> from other addresses are refused. The dashboard isn't
          affected.
        </>
      }
      submitLabel="Save"
      pendingLabel="Saving..."
      {...dialog}
      onClose={onClose}
    >
      <AllowedIpsField {...field('allowedIps')} text={form.watch('allowedIps')} />
    </FormDialog>
  )
}
