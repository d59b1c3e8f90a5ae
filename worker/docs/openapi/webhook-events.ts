import { failsWebhook } from '#worker/validation/sandbox/contract.ts'
import {
  listEventsSchema,
  TEST_EVENT,
  type WebhookEvent,
  type WebhookEventType,
  webhookEvents,
} from '#worker/webhooks/contract.ts'
import { at, exampleOrigin, requestId } from './examples.ts'
import type { Calls } from './operation.ts'
import { queryOf } from './parameters.ts'
import { example, json } from './responses.ts'
import { type Schema, schemaRef } from './schema.ts'

type Field = Schema & { description: string; examples: [string | number | readonly string[]] }

const text = (description: string, example: string, schema: Schema = { type: 'string' }): Field => ({
  ...schema,
  description,
  examples: [example],
})
const whole = (description: string, example: number): Field => ({
  type: 'integer',
  description,
  examples: [example],
})
const instant = (description: string, example = at.toISOString()): Field =>
  text(description, example, { type: 'string', format: 'date-time' })

const resultText = (description: string, example: string) =>
  text(description, example, schemaRef('ValidationResult'))
const uri: Schema = { type: 'string', format: 'uri' }

const batchId = 'batch_4q7Z9kTn2WxYb8RcVd3LmP'
const validationId = 'validation_4q7Z9kTn2WxYb8RcVd3LmP'

const batch = {
  batchId: text('ID of the batch.', batchId),
  rowCount: whole('Number of rows.', 2_000),
  url: text(
    'The batch in the API. Call it with your API token.',
    `${exampleOrigin}/api/tinproof/batches/${batchId}`,
    uri,
  ),
}
const quota = (percent: number, usedCount: number) => ({
  percent: whole('Percentage of the quota that is used: 80, 90 or 100.', percent),
  usedCount: whole('Validations used this month.', usedCount),
  monthlyLimit: whole('Validations per month.', 1_000),
  resetDate: instant('When the quota resets.', '2026-12-01T00:00:00.000Z'),
})
const register = {
  register: text('ID of the register, as in `GET /api/tinproof/registers`.', 'vies:DE'),
  at: instant('When we noticed it.'),
}

const monitorId = 'monitor_4q7Z9kTn2WxYb8RcVd3LmP'
const monitors = `${exampleOrigin}/api/tinproof/monitors`
const monitorUrl = (description: string, path: string) =>
  text(`${description} Call it with your API token.`, `${monitors}${path}`, uri)
const monitor = (previous: string, result: string, changed: readonly string[]) => ({
  monitorId: text('ID of the monitor.', monitorId),
  countryCode: text('Country of the number.', 'DE'),
  changed: {
    type: 'array',
    items: schemaRef('MonitorField'),
    description: 'What changed.',
    examples: [changed],
  } satisfies Field,
  previousResult: resultText('The result before.', previous),
  result: resultText('The result now.', result),
  url: monitorUrl('The monitor in the API, with its history.', `/${monitorId}`),
})

type EventName = WebhookEventType | typeof TEST_EVENT

const dataOf: Readonly<Record<EventName, Readonly<Record<string, Field>>>> = {
  'batch.completed': batch,
  'batch.failed': {
    ...batch,
    failureCode: text('Why it failed: the code in `failure` of the batch.', 'PROCESSING_FAILED'),
  },
  'validation.completed': {
    validationId: text('ID of the validation.', validationId),
    referenceId: text('`referenceId` of the first response.', requestId),
    result: resultText('The final result.', 'confirmed'),
    url: text(
      'The validation in the API. Call it with your API token.',
      `${exampleOrigin}/api/tinproof/validations/${validationId}`,
      uri,
    ),
  },
  'monitor.changed': monitor('confirmed', 'invalid', ['result']),
  'monitor.failing': {
    register: register.register,
    count: whole('Number of monitors.', 12),
    url: monitorUrl("All monitors whose register doesn't respond.", '?state=failing'),
  },
  'rule.changed': monitor('format_only', 'invalid', ['result', 'rules']),
  'quota.warning': quota(80, 800),
  'quota.exhausted': quota(100, 1_000),
  'token.expiring': {
    tokenId: whole('ID of the token.', 42),
    name: text('Name of the token or the project.', 'Checkout'),
    endsAt: instant('When the token stops working.', '2026-11-27T19:30:49.574Z'),
  },
  'register.down': register,
  'register.up': register,
  [TEST_EVENT]: { endpointId: text('ID of the endpoint.', 'endpoint_4q7Z9kTn2WxYb8RcVd3LmP') },
}

/** Cast: the keys of a record with all events. */
export const eventNames = Object.keys(dataOf) as EventName[]

export const eventText = (name: EventName): string =>
  name === TEST_EVENT ? 'You selected Send Test Event' : webhookEvents[name]

const examplesOf = (fields: Readonly<Record<string, Field>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { examples }]) => [name, examples[0]]))

export const eventExample = (name: EventName): WebhookEvent => ({
  id: 'event_4q7Z9kTn2WxYb8RcVd3LmP',
  type: name,
  timestamp: at.toISOString(),
  live: true,
  organizationId: 'org_4q7Z9kTn2WxY',
  data: examplesOf(dataOf[name]),
})

const objectOf = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
})

/** Events of the sandbox outcome `webhook_fails` have one more field. */
const simulated: readonly EventName[] = ['validation.completed', 'monitor.changed', 'rule.changed']
const sandbox = { type: 'string', const: failsWebhook.sandbox, description: 'Only in the sandbox.' } as const

function dataSchemaOf(name: EventName): Schema {
  const schema = objectOf('What changed. We can add fields at any time.', dataOf[name])
  return simulated.includes(name) ? { ...schema, properties: { ...schema.properties, sandbox } } : schema
}

const schemaOf = (name: EventName): Schema =>
  objectOf(`${eventText(name)}.`, {
    id: {
      type: 'string',
      description: 'ID of the event, the same in each try and each replay, and as the header `webhook-id`.',
    },
    type: { type: 'string', const: name, description: 'What happened.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    live: { type: 'boolean', description: '`false` for events of test tokens.' },
    organizationId: { type: 'string', description: 'ID of your organization.' },
    data: dataSchemaOf(name),
  })

const schemaName = (name: EventName) =>
  `${name.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

export const eventSchemas = (): Record<string, Schema> =>
  Object.fromEntries(eventNames.map((name) => [schemaName(name), schemaOf(name)]))

export const eventCalls = {
  listEvents: {
    parameters: queryOf('listEvents', listEventsSchema),
    responses: {
      200: {
        content: example('EventList', 'One event', {
          events: [eventExample('batch.completed')],
          next: eventExample('batch.completed').id,
        }),
      },
    },
  },
} satisfies Partial<Calls>

export const webhookOperations = () =>
  Object.fromEntries(
    eventNames.map((name) => [
      name,
      {
        post: {
          summary: eventText(name),
          description:
            'Verify the signature in the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, as in Standard Webhooks.',
          tags: ['Webhooks'],
          security: [],
          requestBody: {
            required: true,
            content: json(schemaName(name), {
              event: { summary: eventText(name), value: eventExample(name) },
            }),
          },
          responses: {
            '2XX': { description: 'The event was received. Any other status is tried again.' },
            '410': { description: 'Disables the endpoint.' },
          },
        },
      },
    ]),
  )
