import type * as z from 'zod'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { type CreateMonitor, importFileSchema, type MonitorInterval } from '#worker/monitors/contract.ts'
import { IntervalField } from './interval-field.tsx'
import { createMonitor, importBatch } from './monitor-actions.ts'

const schema = importFileSchema.pick({ every: true })
type Fields = z.infer<typeof schema>

type Monitored = Pick<CreateMonitor, 'countryCode' | 'tin' | 'type' | 'name'> | { batchId: string }

export type StartDialogProps = { organizationId: string; monitored: Monitored; onClose: () => void }

export function StartDialog({ organizationId, monitored, onClose }: StartDialogProps) {
  const isBatch = 'batchId' in monitored
  const start = async (every: MonitorInterval) => {
    if (isBatch) return await importBatch(organizationId, monitored.batchId, every)
    const { countryCode, tin, type, name } = monitored
    const number = { countryCode, tin, ...(type && { type }) }
    await createMonitor(organizationId, { ...number, every, ...(name && { name }) })
  }
  const { choice, dialog } = useDialogForm<Fields, Fields>({
    schema,
    defaultValues: { every: 'week' },
    failure: 'Failed to start monitoring',
    save: async ({ every }) => {
      await start(every)
      onClose()
    },
  })
  return (
    <FormDialog
      title={isBatch ? 'Monitor These Numbers' : 'Monitor This Number'}
      description="We check the register again and tell you when something changes: whether the number is listed, its name, address or status."
      submitLabel="Start Monitoring"
      pendingLabel="Starting..."
      {...dialog}
      onClose={onClose}
    >
      <IntervalField {...choice('every')} />
    </FormDialog>
  )
}
