import * as z from 'zod'
import {
  batchResultsSchema,
  estimateSchema,
  listBatchesSchema,
  MAX_TEST_ROWS,
  MAX_UPLOAD,
} from '#worker/batches/contract.ts'
import { limitReached, pendingLimits } from '#worker/batches/pending/contract.ts'
import {
  AppError,
  bodyTooLarge,
  errorDocsPath,
  errorTable,
  invalidField,
  invalidInput,
  type PublicErrorCode,
  publicErrorCodes,
  sizeText,
} from '#worker/errors.ts'
import { unsupportedUpload } from '#worker/http/input.ts'
import { MAX_BODY_BYTES } from '#worker/http/middleware.ts'
import { noQuerySchema } from '#worker/http/session.ts'
import {
  createMonitorSchema,
  importFileSchema,
  listMonitorsSchema,
  monitorLimits,
  updateMonitorSchema,
} from '#worker/monitors/contract.ts'
import { limitReached as monitorLimitReached } from '#worker/monitors/create.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import { exportRecordsSchema, listRecordsSchema } from '#worker/records/contract.ts'
import { unsupportedCountry } from '#worker/tin/contract/unsupported-country.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { listEventsSchema } from '#worker/webhooks/contract.ts'
import {
  batchCalls,
  type EndpointId,
  endpoints,
  every,
  monitorCalls,
  pendingCalls,
  recordCalls,
} from './endpoints.ts'
import { at, exampleOrigin, requestId } from './examples.ts'

const none: readonly EndpointId[] = []
export const withToken: readonly EndpointId[] = [
  'validate',
  ...pendingCalls,
  ...recordCalls,
  ...monitorCalls,
  ...batchCalls,
  'listEvents',
]
const withBody: readonly EndpointId[] = [
  'validate',
  'createBatch',
  'estimateBatch',
  'createMonitor',
  'importMonitors',
  'updateMonitor',
]
/** Calls that need no body, but refuse one that is too long. */
const ignoringBody = withToken.filter((call) => endpoints[call].method !== 'get' && !withBody.includes(call))
export const withValidationPermission: readonly EndpointId[] = [
  'deleteValidation',
  'deleteRecord',
  'cancelBatch',
  'retryBatch',
  'deleteBatch',
  'createMonitor',
  'importMonitors',
  'updateMonitor',
  'deleteMonitor',
  'checkMonitor',
]
const costing: readonly EndpointId[] = ['validate', 'createBatch']
const withKey: readonly EndpointId[] = [...costing, 'createMonitor']

const endpointsByCode: Readonly<Record<PublicErrorCode, readonly EndpointId[]>> = {
  INVALID_JSON: withBody,
  BODY_INCOMPLETE: ['createBatch', 'importMonitors'],
  INVALID_TOKEN: withToken,
  TOKEN_REQUIRED: withToken,
  TOKEN_EXPIRED: withToken,
  IP_NOT_ALLOWED: withToken,
  PERMISSION_MISSING: withToken,
  ORGANIZATION_SUSPENDED: withToken,
  SANDBOX_TOKEN_REFUSED: withToken,
  ROUTE_NOT_FOUND: none,
  EVENT_NOT_FOUND: ['listEvents'],
  BATCH_NOT_FOUND: [
    'importMonitors',
    'getBatch',
    'getBatchResults',
    'cancelBatch',
    'retryBatch',
    'deleteBatch',
  ],
  VALIDATION_NOT_FOUND: pendingCalls,
  MONITOR_NOT_FOUND: ['getMonitor', 'updateMonitor', 'deleteMonitor', 'checkMonitor'],
  MONITOR_EXISTS: ['createMonitor'],
  MONITOR_LIMIT_REACHED: ['createMonitor', 'updateMonitor'],
  MONITOR_PAUSED: ['checkMonitor'],
  RECORD_NOT_FOUND: ['getRecord', 'deleteRecord'],
  METHOD_NOT_ALLOWED: none,
  IDEMPOTENCY_KEY_IN_USE: withKey,
  BATCH_LIMIT_REACHED: ['createBatch', 'retryBatch'],
  VALIDATION_LIMIT_REACHED: ['validate'],
  BATCH_ENDED: ['cancelBatch'],
  BATCH_CANCELED: ['createBatch'],
  NOTHING_TO_RETRY: ['retryBatch'],
  RECORD_EXPORT_TOO_LARGE: ['exportRecords'],
  BODY_TOO_LARGE: [...withBody, ...ignoringBody],
  TOO_MANY_ROWS: ['createBatch', 'importMonitors'],
  UNSUPPORTED_MEDIA_TYPE: withBody,
  TOO_MANY_UNREADABLE_ROWS: ['createBatch'],
  INVALID_INPUT: withToken,
  IDEMPOTENCY_KEY_REUSED: withKey,
  UNSUPPORTED_COUNTRY: ['validate', 'createMonitor'],
  QUOTA_EXCEEDED: costing,
  UPLOAD_LIMIT_REACHED: ['createBatch', 'importMonitors'],
  SANDBOX_TOKEN_USED_UP: ['validate'],
  RATE_LIMITED: [...withToken, 'createSandboxToken', 'readHealth'],
  INTERNAL: every,
  SETTINGS_INVALID: every,
  SERVICE_UNAVAILABLE: withToken,
}

export const bodyLimit = sizeText(MAX_BODY_BYTES)
export const uploadLimit = sizeText(MAX_UPLOAD)

type ByEndpoint<Value> = Partial<Record<EndpointId, Partial<Record<PublicErrorCode, Value>>>>

const notes: Partial<Record<PublicErrorCode, string>> = {
  PERMISSION_MISSING: 'It needs `read`.',
  BODY_TOO_LARGE: `The limit is ${bodyLimit}.`,
  BATCH_LIMIT_REACHED: "`limit` is your plan's limit.",
}
const notesByEndpoint: ByEndpoint<string> = {
  validate: {
    INVALID_INPUT: '`details` lists the invalid fields, including an unknown `type` for the country.',
    VALIDATION_LIMIT_REACHED: "`limit` is your plan's limit.",
  },
  createMonitor: {
    MONITOR_EXISTS: '`monitorId` is the ID of its monitor.',
    MONITOR_LIMIT_REACHED: "`limit` is your plan's limit.",
  },
  importMonitors: {
    BODY_TOO_LARGE: `The limit is ${uploadLimit}, and ${bodyLimit} for JSON.`,
  },
  createBatch: {
    BODY_TOO_LARGE: `The limit is ${uploadLimit}.`,
    UNSUPPORTED_MEDIA_TYPE: 'CSV and NDJSON files have paths of their own.',
    INVALID_INPUT: '`details` lists the invalid options, or the column that is missing.',
    QUOTA_EXCEEDED: '`cost`, `remaining` and `missing` are numbers of validations.',
    TOO_MANY_ROWS: `With a test token, the limit is ${MAX_TEST_ROWS.toLocaleString('en-US')} rows.`,
    TOO_MANY_UNREADABLE_ROWS: 'The message says what is wrong with the first one.',
  },
}

function errorFrom(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('The call did not fail')
}

const invalid = (schema: z.core.$ZodType, value: object) =>
  invalidInput(z.safeParse(schema, value).error?.issues ?? [])

/** Where the real errors contain more than the error table. */
const realErrors: Partial<Record<PublicErrorCode, AppError>> = {
  INVALID_INPUT: invalid(noQuerySchema, { limit: 0 }),
  UNSUPPORTED_COUNTRY: errorFrom(() =>
    checkFormat(validateSchema.parse({ countryCode: 'QQ', tin: '1' }), requestId, at),
  ),
  QUOTA_EXCEEDED: refusalError({ refusal: 'QUOTA', at }),
  BODY_TOO_LARGE: bodyTooLarge(MAX_BODY_BYTES),
  BATCH_LIMIT_REACHED: new AppError('BATCH_LIMIT_REACHED', {
    message: 'Your plan allows one batch at a time. Wait until one ends, or cancel one.',
    fields: { limit: 1 },
  }),
}
const realErrorsByEndpoint: ByEndpoint<AppError> = {
  validate: {
    INVALID_INPUT: invalid(validateSchema, { countryCode: 'DE' }),
    VALIDATION_LIMIT_REACHED: limitReached(pendingLimits.FREE),
  },
  createSandboxToken: {
    RATE_LIMITED: new AppError('RATE_LIMITED', { message: 'Too many attempts. Try again in 20 minutes.' }),
  },
  createBatch: {
    BODY_TOO_LARGE: bodyTooLarge(MAX_UPLOAD),
    UNSUPPORTED_MEDIA_TYPE: unsupportedUpload('json'),
    INVALID_INPUT: invalidField('items', 'The upload has no rows.'),
    QUOTA_EXCEEDED: new AppError('QUOTA_EXCEEDED', {
      message: 'This batch costs 120 validations, but only 100 are left of the monthly quota.',
      fields: { cost: 120, remaining: 100, missing: 20 },
    }),
    UPLOAD_LIMIT_REACHED: new AppError('UPLOAD_LIMIT_REACHED', {
      message: 'Your plan allows uploads of 1 MiB an hour and 2 MiB a day. Try again in 3 minutes.',
    }),
    TOO_MANY_UNREADABLE_ROWS: new AppError('TOO_MANY_UNREADABLE_ROWS', {
      message: `${errorTable.TOO_MANY_UNREADABLE_ROWS.message} The first is line 2: ${unsupportedCountry('ZZ')}`,
    }),
  },
  estimateBatch: { INVALID_INPUT: invalid(estimateSchema, { items: [] }) },
  listBatches: { INVALID_INPUT: invalid(listBatchesSchema, { limit: 0 }) },
  listEvents: { INVALID_INPUT: invalid(listEventsSchema, { limit: 0 }) },
  createMonitor: {
    INVALID_INPUT: invalid(createMonitorSchema, { countryCode: 'DE', tin: '136695976' }),
    MONITOR_EXISTS: new AppError('MONITOR_EXISTS', {
      fields: { monitorId: 'monitor_4q7Z9kTn2WxYb8RcVd3LmP' },
    }),
    MONITOR_LIMIT_REACHED: monitorLimitReached(monitorLimits.FREE),
  },
  updateMonitor: {
    INVALID_INPUT: invalid(updateMonitorSchema, { every: 'hour' }),
    MONITOR_LIMIT_REACHED: monitorLimitReached(monitorLimits.FREE),
  },
  importMonitors: {
    INVALID_INPUT: invalid(importFileSchema, {}),
    UNSUPPORTED_MEDIA_TYPE: unsupportedUpload('json'),
    UPLOAD_LIMIT_REACHED: new AppError('UPLOAD_LIMIT_REACHED', {
      message: 'Your plan allows 20 new batches an hour and 40 a day. Try again in 3 minutes.',
    }),
  },
  listMonitors: { INVALID_INPUT: invalid(listMonitorsSchema, { limit: 0 }) },
  listRecords: { INVALID_INPUT: invalid(listRecordsSchema, { limit: 0 }) },
  exportRecords: { INVALID_INPUT: invalid(exportRecordsSchema, { from: '2026' }) },
  getBatchResults: { INVALID_INPUT: invalid(batchResultsSchema, { limit: 0 }) },
}

export type EndpointError = {
  code: PublicErrorCode
  status: number
  text: string
  body: Record<string, unknown>
}

export function errorsOfEndpoint(endpoint: EndpointId): Map<number, EndpointError[]> {
  const codes = publicErrorCodes.filter((code) => endpointsByCode[code].includes(endpoint))
  const errors = codes.map((code) => toEndpointError(code, endpoint))
  return Map.groupBy(errors, ({ status }) => status)
}

function toEndpointError(code: PublicErrorCode, endpoint: EndpointId): EndpointError {
  const { message, status, details, fields } =
    realErrorsByEndpoint[endpoint]?.[code] ?? realErrors[code] ?? new AppError(code)
  const needsBoth =
    code === 'PERMISSION_MISSING' && withValidationPermission.some((call) => call === endpoint)
  const note = needsBoth
    ? 'It needs `read` and `validation`.'
    : (notesByEndpoint[endpoint]?.[code] ?? notes[code])
  return {
    code,
    status,
    text: [`\`${code}\`:`, errorTable[code].message, note].filter(Boolean).join(' '),
    body: {
      message,
      code,
      requestId,
      docs: new URL(errorDocsPath(code) ?? '', exampleOrigin).href,
      ...(details && { details }),
      ...fields,
      ...(code.startsWith('SANDBOX_TOKEN_') && { live: false }),
    },
  }
}

export const errorExample = (code: PublicErrorCode) => toEndpointError(code, 'validate').body
