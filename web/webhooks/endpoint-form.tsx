import { Controller } from 'react-hook-form'
import { api, inBody, pathParam } from '#web/lib/api-client.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Checkbox, Checkboxes } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  createEndpointSchema,
  type EndpointSecret,
  optInEvents,
  type WebhookEndpoint,
  webhookEvents,
  webhookEventTypes,
} from '#worker/webhooks/contract.ts'
import { refreshEndpoints } from './webhook-actions.ts'

type EndpointFormProps = {
  organizationId: string
  endpoint: WebhookEndpoint | undefined
  onClose: () => void
  onCreated?: (created: WebhookEndpoint & EndpointSecret) => void
}

const kinds = [
  { value: 'live', label: 'Live', hint: 'Events of live tokens and the dashboard.' },
  { value: 'test', label: 'Test', hint: 'Events of test tokens.' },
] as const

export function EndpointForm({ organizationId, endpoint, onClose, onCreated }: EndpointFormProps) {
  const { form, errors, field, dialog } = useDialogForm({
    schema: createEndpointSchema,
    defaultValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      events: endpoint?.events ?? webhookEventTypes.filter((type) => !optInEvents.includes(type)),
      live: endpoint?.live ?? true,
    },
    draft: endpoint ? `endpoint 1 ${endpoint.id}` : 'endpoint 1',
    failure: endpoint ? 'Failed to save endpoint' : 'Failed to create endpoint',
    save: async ({ live, ...fields }) => {
      if (endpoint) {
        const param = { endpointId: pathParam(endpoint.id) }
        await api.webhooks[':endpointId'].$patch({ param, ...inBody(organizationId, fields) })
        toast.success('Endpoint saved')
        onClose()
        await refreshEndpoints(organizationId)
      } else {
        // It may be created even if the reply is lost.
        const created = await api.webhooks
          .$post(inBody(organizationId, { live, ...fields }))
          .finally(() => void refreshEndpoints(organizationId))
        onCreated?.(await created.json())
      }
    },
  })

  return (
    <FormDialog
      width="lg"
      title={endpoint ? 'Edit Endpoint' : 'New Endpoint'}
      description="We send a POST request to this URL when a selected event happens."
      submitLabel={endpoint ? 'Save' : 'Create Endpoint'}
      pendingLabel={endpoint ? 'Saving...' : 'Creating...'}
      {...dialog}
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField
          label="URL"
          hint="Starts with https:// and can be reached from the internet."
          {...field('url')}
          type="url"
          inputMode="url"
          maxLength={2_000}
        />
        <TextField label="Description" optional {...field('description')} maxLength={100} />
        {endpoint ? null : (
          <RadioGroup
            label="Kind of endpoint"
            className="sm:grid-cols-2"
            value={form.watch('live') === false ? 'test' : 'live'}
            onValueChange={(kind) => form.setValue('live', kind === 'live')}
            options={kinds}
          />
        )}
        <Controller
          control={form.control}
          name="events"
          render={({ field }) => (
            <Checkboxes legend="Events" error={errors.events?.message}>
              {webhookEventTypes.map((type, index) => (
                <Checkbox
                  key={type}
                  {...(index === 0 && { ref: field.ref })}
                  label={<span className="font-mono text-sm">{type}</span>}
                  hint={webhookEvents[type]}
                  checked={field.value.includes(type)}
                  onCheckedChange={(checked) =>
                    field.onChange(
                      checked ? [...field.value, type] : field.value.filter((each) => each !== type),
                    )
                  }
                />
              ))}
            </Checkboxes>
          )}
        />
      </div>
    </FormDialog>
  )
}
