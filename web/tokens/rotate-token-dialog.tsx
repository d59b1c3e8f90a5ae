import { useRef, useState } from 'react'
import * as z from 'zod'
import { api, inBody, pathParam } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { refreshTokens } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { CreatedToken, Token } from '#worker/tokens/contract.ts'
import { TokenCreatedDialog } from './token-created-dialog.tsx'
import { oldSecretOptions } from './token-options.ts'

const schema = z.object({ ends: z.enum(['now', '1day', '7days', '30days']) })

type RotateTokenDialogProps = { organizationId: string; token: Token; onClose: () => void }

export function RotateTokenDialog({ organizationId, token, onClose }: RotateTokenDialogProps) {
  const { oldSecret } = token
  const [rotated, setRotated] = useState<CreatedToken>()
  const isGone = useRef(false)
  const { choice, dialog } = useDialogForm({
    schema,
    defaultValues: { ends: '7days' },
    failure: 'Failed to rotate token',
    save: async ({ ends }) => {
      const oldSecretEnds = oldSecret ? 'unchanged' : ends === 'now' ? null : ends
      try {
        const response = await confirmed(() =>
          api.tokens[':tokenId'].rotate.$post({
            param: { tokenId: pathParam(token.id) },
            ...inBody(organizationId, { oldSecretEnds }),
          }),
        )
        if (response) setRotated(await response.json())
      } catch (error) {
        // The reason would disappear with the token.
        isGone.current = error instanceof ApiError && error.code === 'TOKEN_NOT_FOUND'
        throw error
      } finally {
        // The token may have been rotated even if the reply was lost.
        if (!isGone.current) void refreshTokens(organizationId)
      }
    },
  })
  if (rotated) return <TokenCreatedDialog title="API Token Rotated" token={rotated} onClose={onClose} />
  const name = <strong>{token.name}</strong>
  return (
    <FormDialog
      title="Rotate API Token"
      description={
        <>
          {oldSecret ? (
            <>
              {name} was already rotated. If you don't have the new secret, create another one:{' '}
              <code className="font-mono">{token.obfuscatedToken}</code> stops working immediately. The old
              secret still works until <Time value={oldSecret.endsAt} style="date-time" />.
            </>
          ) : (
            <>
              {name} gets a new secret, with the same permissions and IP addresses
              {token.expiresAt ? ', which lasts as long as the old one' : null}. Choose when the old one stops
              working.
            </>
          )}
          {token.deleteAt ? (
            <span className="mt-1.5 block">
              The token won't be deleted. The old secret still ends by{' '}
              <Time value={token.deleteAt} style="date-time" />.
            </span>
          ) : null}
        </>
      }
      submitLabel="Rotate Token"
      pendingLabel="Rotating..."
      {...dialog}
      onClose={() => {
        onClose()
        if (isGone.current) void refreshTokens(organizationId)
      }}
    >
      {oldSecret ? null : (
        <RadioGroup label="When the old secret ends" options={oldSecretOptions} {...choice('ends')} />
      )}
    </FormDialog>
  )
}
