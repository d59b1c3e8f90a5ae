import { FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { api, inBody } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { useOrganizationId } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'

type KeepRecordProps = {
  response: ValidationResponse
  /** As it was sent: the signature covers both. */
  request: ValidateRequest
  signature: string | null
}

export function KeepRecord({ response, request, signature }: KeepRecordProps) {
  const organizationId = useOrganizationId()
  const [kept, setKept] = useState<string>()
  const recordId = response.recordId ?? kept
  const keep = () =>
    attempt('Failed to keep a record', async () => {
      if (!organizationId) return
      const answer = JSON.stringify(response)
      const body = inBody(organizationId, { answer, request, signature: signature ?? '' })
      setKept((await (await api.records.$post(body)).json()).recordId)
      toast.success('Record kept', { description: 'You can share, download or delete it under Records.' })
    })
  const icon = <FileCheck2 />
  if (recordId) {
    return (
      <LinkButton to={`${paths.records}/${recordId}`} variant="ghost" size="sm" icon={icon}>
        View Record
      </LinkButton>
    )
  }
  return (
    <Button variant="ghost" size="sm" icon={icon} action={keep}>
      Keep a Record
    </Button>
  )
}
