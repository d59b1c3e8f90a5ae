import type { ComponentProps } from 'react'
import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { inOrganization, query } from '#web/lib/queries.ts'
import { refreshTokens, useOfOrganization } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Token } from '#worker/tokens/contract.ts'
import { allowedIpsSchema, isInNetworks } from '#worker/tokens/input-contract.ts'
import { inToken } from './cancel-deletion.ts'

export const allowedIpsTextSchema = z.string().transform((text, { addIssue }) => {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  const { data, error } = allowedIpsSchema.safeParse(entries)
  if (data) return data
  const { path = [], message = '' } = error.issues[0] ?? {}
  const entry = entries[Number(path[0])]
  addIssue({ code: 'custom', message: entry ? `${entry}: ${message}` : message })
  return z.NEVER
})

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
      {...dialog}
      onClose={onClose}
    >
      <AllowedIpsField {...field('allowedIps')} text={form.watch('allowedIps')} />
    </FormDialog>
  )
}

const clientIp = (organizationId: string) => query(api.tokens['client-ip'], inOrganization(organizationId))

type AllowedIpsFieldProps = Omit<ComponentProps<typeof TextareaField>, 'label' | 'hint'> & { text: string }

export function AllowedIpsField({ text, ...field }: AllowedIpsFieldProps) {
  const { data: networks = [] } = allowedIpsTextSchema.safeParse(text)
  return (
    <div className="space-y-3">
      <TextareaField
        {...field}
        label="Allowed IP addresses"
        optional
        hint="One address or network per line, such as 203.0.113.7 or 2001:db8::/32. Leave this empty to allow calls from everywhere."
        className="font-mono"
        spellCheck={false}
      />
      {networks.length > 0 ? <OutsideWarning networks={networks} /> : null}
    </div>
  )
}

function OutsideWarning({ networks }: { networks: readonly string[] }) {
  const { data: client } = useOfOrganization(clientIp)
  if (!client || isInNetworks(client.ip, networks)) return null
  return (
    <Banner tone="warning" role="status" title="Your own address isn't in this list">
      You're at <code className="wrap-anywhere font-mono">{client.ip}</code>. Calls with this token from there
      will be refused.
    </Banner>
  )
}
