import * as z from 'zod'
import { omit } from 'zod/mini'
import * as batches from '#worker/batches/contract.ts'
import type { FieldError } from '#worker/errors.ts'
import * as monitors from '#worker/monitors/contract.ts'
import { recordListSchema, recordSchemas } from '#worker/records/contract.ts'
import { registerStatusSchema, registersSchema } from '#worker/registers/contract.ts'
import { answerErrors } from '#worker/validation/answer-codes.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import {
  comparisonSchema,
  countriesSchema,
  makeValidationResponseSchema,
} from '#worker/validation/response-contract.ts'
import { sandboxTokenSchema } from '#worker/validation/sandbox/contract.ts'
import { infoProperties } from './additional-info.ts'
import { schemaTexts } from './field-texts.ts'
import { answerWarnings, rowProblems } from './response-codes.ts'
import { type Schema, schemaRef, simplify, valueSchemas } from './schema.ts'
import { eventNames, eventSchemas } from './webhook-events.ts'

const requestSchema = omit(validateSchema, { tokenId: true, organizationId: true })
const responseSchema = makeValidationResponseSchema()
const answer = responseSchema.shape
const comparison = comparisonSchema()
const countries = countriesSchema()
const country = countries.shape.countries.element
const type = country.shape.types.element.shape
const check = answer.validation.shape.format
const reporting = answer.reporting.unwrap()
const record = recordSchemas()
const batch = batches.batchSchema.shape
const result = batches.batchResultSchema.shape
const estimate = batches.batchEstimateSchema.shape

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  timestamp: z.iso.datetime(),
  live: z.boolean(),
  organizationId: z.string(),
  data: z.unknown(),
})
const eventListSchema = z.object({ events: z.array(eventSchema), next: z.string().nullable() })

const healthSchema = z.object({ status: z.enum(['ok', 'degraded', 'down']) })

const fieldErrorSchema = z.object({ path: z.string(), message: z.string() }) satisfies z.ZodType<FieldError>
const errorSchema = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  status: z.int().optional(),
  detail: z.string().optional(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  docs: z.url(),
  details: z.array(fieldErrorSchema).optional(),
  live: z.literal(false).optional(),
  cost: z.number().int().optional(),
  remaining: z.number().int().optional(),
  missing: z.number().int().optional(),
  limit: z.number().int().optional(),
  monitorId: z.string().optional(),
})

const schemas: Readonly<Record<string, z.core.$ZodType>> = {
  ValidateRequest: requestSchema,
  ValidationResponse: responseSchema,
  Reporting: reporting,
  AcceptedNumber: reporting.shape.accepted.element,
  ReportingSource: reporting.shape.source.unwrap(),
  Validation: answer.validation,
  Check: check,
  TinInfo: answer.tinInfo,
  Entity: answer.entity,
  Comparison: comparison,
  IgnoredDifference: comparison.shape.ignored.element,
  Warning: answer.warnings.element,
  ValidationError: answer.errors.element,
  Countries: countries,
  Country: country,
  TaxIdType: country.shape.types.element,
  Format: type.formats.element,
  RuleChange: type.changes.element,
  TaxIdTypeRegister: type.register.unwrap(),
  Registers: registersSchema,
  RegisterStatus: registerStatusSchema,
  RegisterCalls: registerStatusSchema.shape.lastHour,
  SandboxToken: sandboxTokenSchema,
  EventList: eventListSchema,
  Event: eventSchema,
  Health: healthSchema,
  Error: errorSchema,
  FieldError: fieldErrorSchema,
  CreateBatchRequest: batches.createBatchSchema,
  BatchItem: batches.batchItemSchema,
  Batch: batches.batchSchema,
  EstimateRequest: batches.estimateSchema.omit({ organizationId: true }),
  EstimateItem: batches.estimateSchema.shape.items.element,
  BatchEstimate: batches.batchEstimateSchema,
  RegisterEstimate: estimate.registers.element,
  BatchCounts: batch.counts,
  BatchCost: batch.cost,
  BatchRegister: batch.registers.element,
  BatchFailure: batch.failure.unwrap(),
  BatchList: batches.batchListSchema,
  BatchResults: batches.batchResultsPageSchema,
  BatchResult: batches.batchResultSchema,
  BatchReporting: result.reporting.unwrap(),
  BatchResultWarning: result.warnings.element,
  BatchResultError: result.errors.element,
  RecordSummary: record.summary,
  RecordList: recordListSchema,
  ValidationRecord: record.detail,
  RecordFile: record.file,
  SignedRecord: record.signed,
  RecordLink: record.link,
  CreateMonitorRequest: monitors.createMonitorSchema.omit({ organizationId: true }),
  UpdateMonitorRequest: monitors.updateMonitorSchema.omit({ organizationId: true }),
  ImportBatchRequest: monitors.importBatchSchema.omit({ organizationId: true }),
  ImportedMonitors: monitors.importedSchema,
  InvalidRow: monitors.importedSchema.shape.invalidRows.element,
  MonitorAnswer: monitors.monitorAnswerSchema,
  MonitorChange: monitors.monitorChangeSchema,
  Monitor: monitors.monitorSchema,
  MonitorWithHistory: monitors.monitorWithHistorySchema,
  MonitorList: monitors.monitorListSchema,
}

/** Lists of codes are open: clients must accept new ones. */
const openList = (codes: object): Schema => ({ 'x-extensible-enum': Object.keys(codes) })
const requestAndResponse = {
  request: schemaRef('ValidateRequest'),
  response: schemaRef('ValidationResponse'),
}

/** Added to a field's schema. One with `$ref` replaces it. */
const additions: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  ValidateRequest: { tin: { minLength: 1 }, source: { default: true }, fresh: { default: false } },
  CreateBatchRequest: { source: { default: true }, fresh: { default: false } },
  CreateMonitorRequest: { tin: { minLength: 1 } },
  EstimateItem: { tin: { minLength: 1 } },
  Warning: { code: openList(answerWarnings) },
  ValidationError: { code: openList(answerErrors) },
  BatchResultWarning: { code: openList(answerWarnings) },
  BatchResultError: { code: openList({ ...answerErrors, ...rowProblems }) },
  BatchResult: {
    tinInfo: schemaRef('TinInfo'),
    entity: schemaRef('Entity'),
    additionalInfo: schemaRef('AdditionalInfo'),
  },
  ValidationRecord: requestAndResponse,
  SignedRecord: { ...requestAndResponse, version: { type: 'integer' } },
  // A union of events would refuse new ones.
  Event: {
    type: { 'x-extensible-enum': [...eventNames] },
    data: { type: 'object', additionalProperties: true },
  },
}

const additionalInfo: Schema = {
  type: 'object',
  description:
    "Key-value pairs, all of them strings. Keys that don't apply are omitted. We can add keys at any time.",
  properties: { ...infoProperties },
  // Some code generators can't have optional keys beside others that are strings.
  additionalProperties: true,
}

function described(name: string, schema: Schema): Schema {
  const { type, properties = {}, required = [] } = simplify(schema)
  const { description = '', fields = new Map(), own = [] } = schemaTexts.get(name) ?? {}
  const unknown = own.filter((field) => !(field in properties))
  const missing = Object.keys(properties).filter((field) => !fields.has(field))
  if (unknown.length + missing.length > 0)
    throw new Error(`${name} in worker/docs/fields/: ${unknown} do not exist, ${missing} have no text`)
  const fieldSchemas = Object.entries(properties).map(([field, fieldSchema]) => {
    const addition = additions[name]?.[field]
    const own = addition?.$ref === undefined ? (fieldSchema as Schema) : {}
    return [field, { ...own, ...fields.get(field), ...addition }] as const
  })
  return { type, description, properties: Object.fromEntries(fieldSchemas), required } as Schema
}

export function componentSchemas(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  registry.add(answer.additionalInfo, { id: 'AdditionalInfo' })
  const made = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` }).schemas
  const components = Object.keys(schemas).map((name) => [name, described(name, made[name] ?? {})] as const)
  return {
    ...Object.fromEntries(components),
    AdditionalInfo: additionalInfo,
    ...valueSchemas(),
    ...eventSchemas(),
  }
}
