import {
  HISTORY_SIZE,
  listMonitorsSchema,
  type Monitor,
  type MonitorAnswer,
  monitorLimits,
  monitorParamSchema,
} from '#worker/monitors/contract.ts'
import { limits as rateLimits } from '#worker/rate-limits.ts'
import { at, exampleAnswers } from './examples.ts'
import type { HeaderName } from './headers.ts'
import { type Calls, response } from './operation.ts'
import { idempotencyKeyParameter, pathParameter, queryParameters } from './parameters.ts'
import { json, limits } from './responses.ts'
import { schemaRef } from './schema.ts'

const id = 'monitor_4q7Z9kTn2WxYb8RcVd3LmP'
const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000).toISOString()
const { value: registered } = exampleAnswers.registered

const before: MonitorAnswer = {
  result: registered.result,
  reason: registered.reason,
  ...registered.entity,
  status: null,
  register: registered.additionalInfo.register ?? null,
}
const after: MonitorAnswer = {
  ...before,
  result: 'invalid',
  reason: `${before.register} has no record of this number.`,
  name: null,
  address: null,
}

const created: Monitor = {
  id,
  live: true,
  countryCode: registered.countryCode,
  tin: registered.tin,
  type: null,
  name: null,
  customId: 'crm-17',
  every: 'week',
  pausedBy: null,
  answer: null,
  checkedAt: null,
  nextCheckAt: later(0),
  changedAt: null,
  differsSince: null,
  failingSince: null,
  createdBy: null,
  createdAt: later(0),
}
const checked: Monitor = {
  ...created,
  answer: after,
  checkedAt: later(168),
  nextCheckAt: later(336),
  changedAt: later(168),
}

export const monitorExamples = {
  create: { countryCode: created.countryCode, tin: created.tin, every: 'week', customId: 'crm-17' },
  created,
  checked: {
    ...checked,
    history: [
      { at: later(168), changed: ['result'], before, after },
      { at: later(0), changed: [], before: null, after: before },
    ],
  },
  list: { monitors: [checked], next: null, monitorCount: 1, monitorLimit: monitorLimits.PRO },
  update: { every: 'day' },
  imported: { created: 480, existing: 12, invalid: 3, overLimit: 5 },
  importBatch: { batchId: 'batch_4q7Z9kTn2WxYb8RcVd3LmP', every: 'week' },
} as const

const monitorId = pathParameter('monitorId', monitorParamSchema.shape.monitorId, {
  description: 'ID of the monitor.',
  example: id,
})

const monitor = (description: string, value: object, sometimes: readonly HeaderName[] = []) =>
  response(description, json(schemaRef('Monitor'), { monitor: { summary: 'A monitor', value } }), {
    always: limits,
    sometimes,
  })

export const monitorCalls = {
  createMonitor: {
    summary: 'Create a monitor',
    description:
      'Checks a number regularly, for the first time at once. If the organization already monitors the number, the request fails with 409 and `monitorId`. Free. The token needs the `validation` permission.',
    parameters: [
      idempotencyKeyParameter(
        'Makes retries safe. For 24 hours, the same request with the same key and token returns the stored response.',
      ),
    ],
    requestBody: {
      required: true,
      content: json(schemaRef('CreateMonitorRequest'), {
        weekly: { summary: 'Every week', value: monitorExamples.create },
      }),
    },
    responses: { 201: monitor('The monitor.', created, ['Idempotent-Replayed']) },
  },
  listMonitors: {
    summary: 'List monitors',
    description:
      'Returns the monitors of your organization, newest first. A test token sees only monitors of test tokens.',
    parameters: queryParameters(listMonitorsSchema.omit({ organizationId: true }), {
      search: {
        description:
          'Only monitors with this number, name or `customId`. Spelling and separators of numbers and names may differ, but parts of them find nothing.',
        example: 'BE0403019261',
      },
      result: 'Only monitors whose last result is this one.',
      changedSince: {
        description: 'Only monitors that have changed since then.',
        example: '2026-11-01T00:00:00Z',
      },
      state: "Only monitors that are `active`, `paused` or `failing`: their register doesn't respond.",
      cursor: 'The `next` value of the previous page.',
      limit: 'Monitors per page.',
    }),
    responses: {
      200: response(
        'A page of monitors.',
        json(schemaRef('MonitorList'), { list: { summary: 'One monitor', value: monitorExamples.list } }),
        { always: limits },
      ),
    },
  },
  importMonitors: {
    summary: 'Import monitors',
    description:
      'Creates a monitor for each valid number of a batch, or of a file that you send to `/csv` or `/ndjson`. Numbers that are already monitored stay as they are, so you can repeat an import. Rows beyond the limit of your plan are only counted. An import of a file counts as an upload of a batch.',
    requestBody: {
      required: true,
      content: json(schemaRef('ImportBatchRequest'), {
        batch: { summary: 'The rows of a batch', value: monitorExamples.importBatch },
      }),
    },
    responses: {
      200: response(
        'Numbers of rows.',
        json(schemaRef('ImportedMonitors'), {
          imported: { summary: '500 rows', value: monitorExamples.imported },
        }),
        { always: limits },
      ),
    },
  },
  getMonitor: {
    summary: 'Get a monitor',
    description: `Returns a monitor with its last ${HISTORY_SIZE} changes.`,
    parameters: [monitorId],
    responses: {
      200: response(
        'The monitor and its history.',
        json(schemaRef('MonitorWithHistory'), {
          monitor: { summary: 'A registration that ended', value: monitorExamples.checked },
        }),
        { always: limits },
      ),
    },
  },
  updateMonitor: {
    summary: 'Update a monitor',
    description: 'Changes how often the number is checked, its name or your ID, or pauses and resumes it.',
    parameters: [monitorId],
    requestBody: {
      required: true,
      content: json(schemaRef('UpdateMonitorRequest'), {
        daily: { summary: 'Every day', value: monitorExamples.update },
      }),
    },
    responses: { 200: monitor('The monitor.', { ...checked, every: 'day' }) },
  },
  deleteMonitor: {
    summary: 'Delete a monitor',
    description: 'Deletes the number and its history immediately.',
    parameters: [monitorId],
    responses: { 204: response('The monitor is deleted.', undefined, { always: limits }) },
  },
  checkMonitor: {
    summary: 'Check a monitor now',
    description: `Checks the number now, in addition to its regular checks. An organization can do this ${rateLimits.monitorCheckByOrganization.calls} times an hour.`,
    parameters: [monitorId],
    responses: {
      202: monitor('The monitor. The check is due now.', { ...checked, nextCheckAt: later(168) }),
    },
  },
} satisfies Partial<Calls>
