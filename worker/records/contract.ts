import * as z from 'zod'
import { omit } from 'zod/mini'
import { once } from '#worker/lib/once.ts'
import { cursor, day, plain } from '#worker/lib/text.ts'
import { results, validateSchema } from '#worker/validation/contract.ts'
import { makeValidationResponseSchema } from '#worker/validation/response-contract.ts'

export * from './constants.ts'

const MAX_ANSWER_LENGTH = 60_000
const MAX_SIGNATURE_LENGTH = 1_000
const MAX_SECRET_LENGTH = 200
const MAX_SEARCH_LENGTH = 200
const MAX_LINK_DAYS = 3_650
const PAGE_SIZE = 50
const organizationId = z.string().max(64).optional()

export const keepAnswerSchema = z.object({
  answer: z.string('answer is required, as a string').max(MAX_ANSWER_LENGTH),
  request: validateSchema,
  signature: z.string('signature is required').max(MAX_SIGNATURE_LENGTH),
  organizationId,
})

export const recordParamSchema = z.object({ recordId: z.string().regex(/^record_[0-9A-Za-z]{22}$/) })

/** Both days are included, in UTC. */
const period = { from: z.optional(day('from')), to: z.optional(day('to')) }

export const listRecordsSchema = z.strictObject({
  search: z.optional(plain('search', { max: MAX_SEARCH_LENGTH }).check(z.trim())),
  ...period,
  cursor: z.optional(cursor),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE).default(20),
  organizationId,
})

export const exportRecordsSchema = z.strictObject({ ...period, organizationId })

export const inOrder = <Schema extends z.ZodType<RecordPeriod>>(schema: Schema) =>
  schema.refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: 'to must not be before from',
  })

export const shareRecordSchema = z.object({
  days: z.number().int().min(1).max(MAX_LINK_DAYS).nullable().default(null),
  organizationId,
})

export const openRecordSchema = z.object({ secret: z.string('secret is required').max(MAX_SECRET_LENGTH) })

export const recordedRequestSchema = z.object(
  omit(validateSchema, { tokenId: true, organizationId: true, sandbox: true, async: true, record: true })
    .shape,
)

const recordSummarySchema = z.object({
  id: z.string(),
  referenceId: z.string(),
  live: z.boolean(),
  number: z.number().int().nullable(),
  countryCode: z.string(),
  tin: z.string(),
  result: z.enum(results),
  name: z.string().nullable(),
  isShared: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})

export const recordListSchema = z.object({
  records: z.array(recordSummarySchema),
  next: z.string().nullable(),
})

const recordLinkSchema = z.object({ url: z.string(), expiresAt: z.iso.datetime() })

export const recordSchemas = once(() => {
  const content = { request: recordedRequestSchema, response: makeValidationResponseSchema() }
  const signed = z.object({
    version: z.literal(1),
    recordId: z.string(),
    organizationId: z.string(),
    live: z.boolean(),
    number: z.number().int(),
    previous: z.string().nullable(),
    keptAt: z.iso.datetime(),
    signedAt: z.iso.datetime(),
    rulesAsOf: z.string(),
    ...content,
    /** Random, so that the hash of a deleted record can't be guessed. */
    salt: z.string(),
  })
  const file = z.object({ record: signed, jws: z.string() })
  const detail = recordSummarySchema.extend({
    ...content,
    file: file.nullable(),
    link: recordLinkSchema.nullable(),
  })
  return { summary: recordSummarySchema, link: recordLinkSchema, signed, file, detail }
})

type Schemas = ReturnType<typeof recordSchemas>
export type RecordedRequest = z.infer<typeof recordedRequestSchema>
export type SignedRecord = z.infer<Schemas['signed']>
export type RecordFile = z.infer<Schemas['file']>
export type RecordSummary = z.infer<typeof recordSummarySchema>
export type RecordList = z.infer<typeof recordListSchema>
export type RecordDetail = z.infer<Schemas['detail']>

export type SignedChain = {
  version: 1
  organizationId: string
  live: boolean
  exportedAt: string
  records: { number: number; hash: string; deletedAt: string | null }[]
}

export type OpenedRecord = Pick<RecordDetail, 'request' | 'response' | 'file' | 'createdAt' | 'expiresAt'>

export type KeepAnswer = Omit<z.output<typeof keepAnswerSchema>, 'organizationId'>
export type ListRecords = Omit<z.output<typeof listRecordsSchema>, 'organizationId'>
export type RecordPeriod = Omit<z.output<typeof exportRecordsSchema>, 'organizationId'>
