import * as z from 'zod'
import { batchStates } from '#db/enums.ts'
import { cursor, line, NO_CURSOR, plain } from '#worker/lib/text.ts'
import type { Tier } from '#worker/membership/constants.ts'
import { proofs } from '#worker/registers/constants.ts'
import { reportingHolders } from '#worker/tin/types.ts'
import { countryCode, purposes, results, validateSchema } from '#worker/validation/contract.ts'
import { comparisonSchema } from '#worker/validation/response-contract.ts'
import { MAX_ROWS } from './constants.ts'

export * from './constants.ts'

export const MAX_TEST_ROWS = 1_000
/** Rows that can't be validated cost nothing, so an upload with more of them is refused. */
export const MAX_UNREADABLE_ROWS = 1_000
export const MAX_UPLOAD = 20 * 1024 * 1024
export const MAX_ROW_LENGTH = 20_000
/** Of a CSV row with quoted line breaks. Lines after a quote that isn't closed are read again, each at most this often. */
export const MAX_ROW_LINES = 200
export const MAX_COLUMNS = 100
export const RETRY_DAYS = 7
const MAX_DEADLINE_HOURS = 72
const PAGE_SIZE = 100
export const RESULTS_PAGE_SIZE = 1_000

type PerPeriod = { hour: number; day: number }
export type UploadLimits = { batches: PerPeriod; megabytes: PerPeriod }

/** Per organization, whatever its batches cost and whether they succeed, because many rows are free. */
export const uploadLimits: Readonly<Record<Tier, UploadLimits>> = {
  FREE: { batches: { hour: 20, day: 40 }, megabytes: { hour: 1, day: 2 } },
  PRO: { batches: { hour: 100, day: 400 }, megabytes: { hour: 200, day: 800 } },
  ENTERPRISE: { batches: { hour: 400, day: 2_000 }, megabytes: { hour: 800, day: 4_000 } },
}

export type BatchState = (typeof batchStates)[number]

export const rowResults = [...results, 'unreadable'] as const
export type RowResult = (typeof rowResults)[number]

export const downloadName = (batchId: string, format: string, result: RowResult | undefined): string =>
  `tinproof-${[batchId, result].filter(Boolean).join('-')}.${format}`

export const noRows: Readonly<Record<RowResult, number>> = {
  confirmed: 0,
  different_name: 0,
  format_only: 0,
  unconfirmed: 0,
  invalid: 0,
  unsupported: 0,
  unreadable: 0,
}

const nameSchema = line('name', { max: 120 })
const { source, fresh, maxAge } = validateSchema.shape
const deadlineHours = z.number().int().min(1).max(MAX_DEADLINE_HOURS).default(24)
const organizationId = z.string().max(64).optional()
const tokenId = validateSchema.shape.tokenId

/** A row that doesn't match the schema has the result `unreadable`. */
export const batchItemSchema = z.object(
  {
    customId: z.optional(plain('customId', { max: 200 })),
    countryCode: validateSchema.shape.countryCode,
    tin: validateSchema.shape.tin,
    type: validateSchema.shape.type,
    kind: validateSchema.shape.kind,
    name: validateSchema.shape.name,
    address: validateSchema.shape.address,
    purpose: validateSchema.shape.purpose,
    holder: validateSchema.shape.holder,
  },
  'An item must be an object',
)

const batchOptionsSchema = z.strictObject({
  name: z.optional(nameSchema),
  source,
  fresh,
  maxAge,
  deadlineHours,
})

export const jsonUploadSchema = batchOptionsSchema.extend({ items: z.array(z.unknown()) })

export const createBatchQuerySchema = z.strictObject({ tokenId, organizationId })

export const createBatchSchema = batchOptionsSchema.extend({
  items: z.array(batchItemSchema).min(1).max(MAX_ROWS),
})

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const column = (name: string) => plain(name, { max: 200 })

export const uploadQuerySchema = z.strictObject({
  name: z.optional(nameSchema),
  source: flag.optional(),
  fresh: flag.optional(),
  maxAge: z
    .string()
    // As a number, an empty text is 0.
    .refine((text) => text.trim() !== '', 'maxAge must be a number')
    .pipe(z.coerce.number())
    .pipe(maxAge.def.innerType)
    .optional(),
  deadlineHours: z.coerce.number().int().min(1).max(MAX_DEADLINE_HOURS).default(24),
  defaultCountry: z.optional(countryCode('defaultCountry')),
  tinColumn: z.optional(plain('tinColumn', { min: 1, max: 200 })),
  countryColumn: z.optional(column('countryColumn')),
  typeColumn: z.optional(column('typeColumn')),
  kindColumn: z.optional(column('kindColumn')),
  nameColumn: z.optional(column('nameColumn')),
  addressColumn: z.optional(column('addressColumn')),
  purposeColumn: z.optional(column('purposeColumn')),
  holderColumn: z.optional(column('holderColumn')),
  customIdColumn: z.optional(column('customIdColumn')),
  ...createBatchQuerySchema.shape,
})

export const MAX_SAMPLES = 500

/** A sample for each country. `rows` is how many rows of the upload an item represents. */
export const estimateSchema = z.strictObject({
  items: z
    .array(
      batchItemSchema
        .pick({ countryCode: true, tin: true, type: true, kind: true })
        .extend({ rows: z.number().int().min(1).max(MAX_ROWS).default(1) }),
    )
    .min(1)
    .max(MAX_SAMPLES),
  deadlineHours,
  organizationId,
})

/** Batches share half of a register's limit and take turns. Rows with a cached result are faster. */
const registerEstimateSchema = z.object({
  id: z.string(),
  name: z.string(),
  rows: z.number().int(),
  rowsPerMinute: z.number(),
  waiting: z.number().int(),
  seconds: z.number().int(),
  estimatedEndAt: z.iso.datetime(),
  rowsAfterDeadline: z.number().int(),
})

export const batchEstimateSchema = z.object({
  rows: z.number().int(),
  rowsWithoutRegister: z.number().int(),
  registers: z.array(registerEstimateSchema),
  seconds: z.number().int(),
  estimatedEndAt: z.iso.datetime(),
  deadlineAt: z.iso.datetime(),
})

export const batchParamSchema = z.object({ batchId: z.string().regex(/^batch_[0-9A-Za-z]{22}$/) })

export const listBatchesSchema = z.strictObject({
  state: z.enum(batchStates).optional(),
  cursor: z.optional(cursor),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE).default(20),
  organizationId,
})

export const batchResultsSchema = z.strictObject({
  result: z.enum(rowResults).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,6}$/, NO_CURSOR)
    .optional(),
  limit: z.coerce.number().int().min(1).max(RESULTS_PAGE_SIZE).default(500),
  organizationId,
})

export const batchFileSchema = batchResultsSchema.pick({ result: true, organizationId: true })

const registerWaitSchema = z.object({
  id: z.string(),
  name: z.string(),
  waiting: z.number().int(),
  reason: z.string(),
  message: z.string(),
  nextAt: z.iso.datetime(),
  estimatedEndAt: z.iso.datetime().nullable(),
})

export const batchSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  state: z.enum(batchStates),
  live: z.boolean(),
  source: z.boolean(),
  fresh: z.boolean(),
  maxAge: z.number().int().nullable(),
  rows: z.number().int(),
  pendingRows: z.number().int(),
  counts: z.object({
    confirmed: z.number().int(),
    different_name: z.number().int(),
    format_only: z.number().int(),
    unconfirmed: z.number().int(),
    invalid: z.number().int(),
    unsupported: z.number().int(),
    unreadable: z.number().int(),
  }),
  duplicateRows: z.number().int(),
  cost: z.object({ reserved: z.number().int(), returned: z.number().int() }),
  retryableRows: z.number().int(),
  registers: z.array(registerWaitSchema),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdBy: z.string().nullable(),
  tokenName: z.string().nullable(),
  createdAt: z.iso.datetime(),
  processingAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  canceledAt: z.iso.datetime().nullable(),
  failedAt: z.iso.datetime().nullable(),
  deadlineAt: z.iso.datetime(),
  estimatedEndAt: z.iso.datetime().nullable(),
  retryUntil: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})

export const batchListSchema = z.object({
  batches: z.array(batchSchema),
  next: z.string().nullable(),
})

const comparison = comparisonSchema().nullable()

export const batchResultSchema = z.object({
  line: z.number().int(),
  customId: z.string().nullable(),
  countryCode: z.string().nullable(),
  tin: z.string().nullable(),
  name: z.string().nullable(),
  result: z.enum(rowResults),
  reason: z.string(),
  proof: z.enum(proofs).nullable(),
  isValid: z.boolean().nullable(),
  isFormatValid: z.boolean().nullable(),
  isSourceValid: z.boolean().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  tinInfo: z.object({
    label: z.string().nullable(),
    name: z.string().nullable(),
    formattedTin: z.string().nullable(),
  }),
  entity: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
  nameComparison: comparison,
  addressComparison: comparison,
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  errors: z.array(z.object({ code: z.string(), message: z.string(), retryable: z.boolean() })),
  additionalInfo: z.record(z.string(), z.string()),
  /** With `purpose`. Omits what is the same for all rows of a country, which `GET /countries` lists. */
  reporting: z
    .object({
      purpose: z.enum(purposes),
      holder: z.enum(reportingHolders),
      isAccepted: z.boolean().nullable(),
      message: z.string(),
      noTinReason: z.literal('A').nullable(),
    })
    .optional(),
})

export const batchResultsPageSchema = z.object({
  results: z.array(batchResultSchema),
  next: z.string().nullable(),
})

export const MAX_LISTED_CHANGES = 1_000

export const compareBatchesSchema = z.strictObject({
  since: z._default(plain('since', { max: 64 }), ''),
  organizationId,
})

export const changeKinds = ['changed', 'new', 'gone'] as const
export type ChangeKind = (typeof changeKinds)[number]

type RowState = {
  countryCode: string | null
  tin: string | null
  result: RowResult
  registeredName: string | null
}

export type BatchChange = {
  change: ChangeKind
  customId: string | null
  before: RowState | null
  after: RowState | null
}

export type BatchChanges = { counts: Record<ChangeKind, number>; changes: BatchChange[] }

export type BatchItem = z.input<typeof batchItemSchema>
export type CreateBatch = z.input<typeof createBatchSchema>
export type BatchOptions = z.output<typeof batchOptionsSchema>
export type UploadOptions = z.output<typeof uploadQuerySchema>
export type Estimate = z.input<typeof estimateSchema>
export type BatchEstimate = z.infer<typeof batchEstimateSchema>
export type Batch = z.infer<typeof batchSchema>
export type BatchList = z.infer<typeof batchListSchema>
export type BatchResult = z.infer<typeof batchResultSchema>
export type BatchResultsPage = z.infer<typeof batchResultsPageSchema>
