import { useState } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { CreateMonitor, MonitorInterval } from '#worker/monitors/contract.ts'
import { IntervalField } from './interval-field.tsx'
import { createMonitor, importBatch } from './monitor-actions.ts'

type Monitored = Pick<CreateMonitor, 'countryCode' | 'tin' | 'type' | 'name'> | { batchId: string }

export type StartDialogProps = { organizationId: string; monitored: Monitored; onClose: () => void }

export function StartDialog({ organizationId, monitored, onClose }: StartDialogProps) {
  const [every, setEvery] = useState<MonitorInterval>('week')
  const [problem, setProblem] = useState<string>()
  const isBatch = 'batchId' in monitored
  const start = async () => {
    if (isBatch) return await importBatch(organizationId, monitored.batchId, every)
    const { countryCode, tin, type, name } = monitored
    const number = { countryCode, tin, ...(type && { type }) }
    await createMonitor(organizationId, { ...number, every, ...(name && { name }) })
  }
  const { submit, isPending } = useSingleSubmit(async () => {
    try {
      await start()
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    }
  })
  return (
    <FormDialog
      title={isBatch ? 'Monitor These Numbers' : 'Monitor This Number'}
      description="We check the register again and tell you when something changes: whether the number is listed, its name, address or status."
      submitLabel="Start Monitoring"
      pendingLabel="Starting..."
      isPending={isPending}
      error={{ title: 'Failed to start monitoring', reason: problem }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <IntervalField value={every} onValueChange={setEvery} />
    </FormDialog>
  )
}
