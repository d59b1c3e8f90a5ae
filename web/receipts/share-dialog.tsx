import { ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '#web/lib/api-error.ts'
import { useOrganizationId } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { type CreatedReceipt, RECEIPT_DAYS } from '#worker/receipts/contract.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { createReceipt, receiptLink } from './receipt-actions.ts'

const NOT_SHAREABLE = "This result can't be shared. Validate the number again."

export type ShareDialogProps = {
  response: ValidationResponse
  /** The name in the request. */
  name: string | undefined
  signature: string | null
  onClose: () => void
}

export function ShareDialog({ response, name, signature, onClose }: ShareDialogProps) {
  const organizationId = useOrganizationId()
  const [created, setCreated] = useState<CreatedReceipt>()
  const [problem, setProblem] = useState<string>()
  const create = async () => {
    if (!organizationId || !signature) return setProblem(NOT_SHAREABLE)
    setProblem(undefined)
    try {
      setCreated(await createReceipt(organizationId, { response, name, signature }))
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  if (created) return <CreatedDialog receipt={created} onClose={onClose} />
  return (
    <Dialog
      title="Share Receipt"
      onClose={onClose}
      description={`Create a page with this result. Anyone who has its link can see it for ${RECEIPT_DAYS} days.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button pendingLabel="Creating..." action={create}>
            Create Link
          </Button>
        </>
      }
    >
      <p className="text-sm">
        The page shows the number, the result, what the register returned
        {name ? ', the name you entered' : ''}
        {response.addressComparison ? ', how the address you entered compares' : ''} and when. It doesn't show
        your name or your organization. You can delete it at any time.
      </p>
      {problem ? (
        <div role="alert" className="mt-3">
          <FieldError>{problem}</FieldError>
        </div>
      ) : null}
    </Dialog>
  )
}

function CreatedDialog({ receipt, onClose }: { receipt: CreatedReceipt; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const link = receiptLink(receipt.secret)
  return (
    <Dialog
      title="Share Receipt"
      onClose={onClose}
      description={
        <>
          The link works until <Time value={receipt.expiresAt} />. Copy it now: it isn't shown again.
        </>
      }
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <Field label="Link">
        <div className="flex gap-2">
          <Input ref={field} readOnly mono value={link} onFocus={(event) => event.target.select()} />
          <CopyButton
            text={link}
            label="Copy"
            variant="secondary"
            size="md"
            onFailed={() => field.current?.select()}
          />
        </div>
      </Field>
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="touch-target inline-flex items-center gap-1.5 font-medium text-accent-text hover:underline"
        >
          <ExternalLink aria-hidden className="size-4" />
          Open the receipt
        </a>
        <Link to={paths.receipts} className="touch-target font-medium text-accent-text hover:underline">
          Manage shared receipts
        </Link>
      </p>
    </Dialog>
  )
}
