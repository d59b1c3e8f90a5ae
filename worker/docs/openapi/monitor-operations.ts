import { HOUR } from '#worker/lib/time.ts'
import {
  listMonitorsSchema,
  type Monitor,
  type MonitorAnswer,
  monitorLimits,
  monitorParamSchema,
} from '#worker/monitors/contract.ts'
import { at, exampleAnswers } from './examples.ts'
import type { HeaderName } from './headers.ts'
import type { Calls } from './operation.ts'
import { idempotencyKeyParameter, pathParameter, queryOf } from './parameters.ts'
import { example } from './responses.ts'

const id = 'monitor_4q7Z9kTn2WxYb8RcVd3LmP'
const later = (hours: number) => new Date(at.getTime() + hours * HOUR).toISOString()
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
const due: Monitor = { ...checked, nextCheckAt: later(168) }

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
  imported: {
    created: 482,
    existing: 12,
    invalid: 1,
    overLimit: 5,
    invalidRows: [{ line: 17, reason: 'The check digit is wrong.' }],
  },
  importBatch: { batchId: 'batch_4q7Z9kTn2WxYb8RcVd3LmP', every: 'week' },
} as const

const monitorId = pathParameter('monitorId', monitorParamSchema.shape.monitorId, {
  description: 'ID of the monitor.',
  example: id,
})

const monitor = (value: object, sometimes: readonly HeaderName[] = []) => ({
  content: example('Monitor', 'A monitor', value),
  sometimes,
})

export const monitorCalls = {
  createMonitor: {
    parameters: [
      idempotencyKeyParameter(
        'Makes retries safe. For 24 hours, the same request with the same key and token returns the stored response.',
      ),
    ],
    requestBody: example('CreateMonitorRequest', 'Every week', monitorExamples.create),
    responses: { 201: monitor(created, ['Idempotent-Replayed']) },
  },
  listMonitors: {
    parameters: queryOf('listMonitors', listMonitorsSchema),
    responses: { 200: { content: example('MonitorList', 'One monitor', monitorExamples.list) } },
  },
  importMonitors: {
    requestBody: example('ImportBatchRequest', 'The rows of a batch', monitorExamples.importBatch),
    responses: { 200: { content: example('ImportedMonitors', '500 rows', monitorExamples.imported) } },
  },
  getMonitor: {
    parameters: [monitorId],
    responses: {
      200: {
        content: example('MonitorWithHistory', 'A registration that ended', monitorExamples.checked),
      },
    },
  },
  updateMonitor: {
    parameters: [monitorId],
    requestBody: example('UpdateMonitorRequest', 'Every day', monitorExamples.update),
    responses: { 200: monitor({ ...due, every: 'day' }) },
  },
  deleteMonitor: {
    parameters: [monitorId],
    responses: { 204: {} },
  },
  checkMonitor: {
    parameters: [monitorId],
    responses: { 202: monitor(due) },
  },
} satisfies Partial<Calls>
