import {
  batchEstimateSchema,
  batchItemSchema,
  batchListSchema,
  batchResultSchema,
  batchResultsPageSchema,
  batchSchema,
  createBatchSchema,
  estimateSchema,
  MAX_COLUMNS,
  MAX_ROW_LENGTH,
  RETRY_DAYS,
} from '#worker/batches/contract.ts'
import { answerErrors } from '#worker/validation/answer-codes.ts'
import { resultTexts } from '#worker/validation/contract.ts'
import { codeList, type Part, part, schemaRef } from './part.ts'
import { answerWarnings } from './response-codes.ts'
import { addressComparisonText, nameComparisonText, proofText, resultList } from './result-texts.ts'

const figure = new Intl.NumberFormat('en-US')

export const rowProblems: Readonly<Record<string, string>> = {
  INVALID_INPUT: 'A field of the row is missing or invalid. The message says which one.',
  UNSUPPORTED_COUNTRY: "We don't support this country. The message says why.",
  UNSUPPORTED_TYPE: 'The country has no such type.',
  NOT_JSON: "The line isn't a JSON object.",
  UNCLOSED_QUOTE: "A quotation mark in the line isn't closed.",
  TOO_LONG: `The row has more than ${figure.format(MAX_ROW_LENGTH)} characters or ${MAX_COLUMNS} columns.`,
}

const batch = batchSchema.shape
const result = batchResultSchema.shape
const estimate = batchEstimateSchema.shape

const source =
  'Set to `false` to skip the registers. Otherwise we look up valid numbers if the token has the `validation` permission.'

export const batchOptionTexts = {
  name: 'Name of the batch, shown in the dashboard.',
  source,
  fresh: 'Set to `true` to skip the cache and query the registers.',
  maxAge:
    "Maximum age of a cached register response, in seconds. If omitted: 24 hours, or 30 minutes for numbers that weren't found.",
  deadlineHours: "Hours until rows whose register hasn't responded become `unconfirmed`.",
} as const

export const batchParts: Readonly<Record<string, Part>> = {
  CreateBatchRequest: part(
    createBatchSchema.omit({ organizationId: true }),
    'The numbers to validate and the options for all of them.',
    {
      name: { description: batchOptionTexts.name, examples: ['Customers'] },
      source: { description: source, default: true },
      fresh: { description: batchOptionTexts.fresh, default: false },
      maxAge: { description: batchOptionTexts.maxAge, examples: [3600] },
      deadlineHours: batchOptionTexts.deadlineHours,
      items: "The numbers. An invalid item doesn't fail the request: its result is `unreadable`.",
    },
  ),
  BatchItem: part(batchItemSchema, 'A number to validate.', {
    customId: {
      description: 'Your own ID for this row. The result repeats it.',
      examples: ['K-1'],
    },
    countryCode: {
      description: 'ISO 3166-1 alpha-2 code, as in a single validation.',
      examples: ['BE'],
    },
    tin: { description: 'The number in any notation.', examples: ['0403019261'] },
    type: {
      description: 'Validate against this type only. If omitted, we try all types of the country.',
      examples: ['BE.VAT'],
    },
    kind: {
      description:
        'Validate only against types of this kind, as in a single validation. Use it for types with `onRequest`, such as EORI numbers.',
      examples: ['vat'],
    },
    name: 'A name to compare with the registered name.',
    address: 'An address to compare with the registered address.',
    purpose: 'Set to `crs` to learn whether the number is accepted in reports, as in a single validation.',
    holder: 'Whose number it is. Required with `purpose`.',
  }),
  Batch: part(batchSchema, 'A batch and its progress.', {
    id: { description: 'Unique ID.', examples: ['batch_4q7Z9kTn2WxYb8RcVd3LmP'] },
    name: 'Name of the batch. `null` if it has none.',
    state:
      '`receiving`: being uploaded. `processing`: rows are being validated. `canceling`: lookups in progress are finishing. `completed`, `canceled` and `failed` are final.',
    live: '`false` if the batch was created with a test token. Its register data is then simulated, and the batch is free.',
    source: 'Whether valid numbers are looked up in registers.',
    fresh: 'Whether the cache is skipped.',
    maxAge: 'Maximum age of a cached register response, in seconds. `null` for the default.',
    rows: 'Number of rows.',
    pendingRows: 'Rows without a result yet.',
    counts: 'Rows with a result, by result.',
    duplicateRows: 'Rows that repeat a number of the same batch. They have a result, but cost nothing.',
    cost: 'What the batch counts toward your quota.',
    retryableRows: 'Rows that a retry would include.',
    registers: 'Registers that rows are waiting for.',
    failure: "Why the batch failed. `null` if it didn't.",
    createdBy: 'Email of the user who created the batch in the dashboard. `null` for API calls.',
    tokenName: 'Name of the API token that created the batch. `null` if it was deleted.',
    createdAt: 'When the upload began.',
    processingAt: 'When processing began, or the last retry. `null` before that.',
    cancelingAt: "When it was canceled. `null` if it wasn't.",
    completedAt: 'When the last row got a result. `null` unless the state is `completed`.',
    canceledAt: "When the cancellation finished. `null` if it hasn't.",
    failedAt: "When it failed. `null` if it didn't.",
    deadlineAt: "Rows whose register hasn't responded by then become `unconfirmed`.",
    estimatedEndAt: 'Estimated end. `null` unless the state is `processing`.',
    retryUntil: `End of the free retry period, ${RETRY_DAYS} days after completion. \`null\` if the batch hasn't completed.`,
    expiresAt: 'When the batch and its results will be deleted. `null` while it is in progress.',
  }),
  EstimateRequest: part(
    estimateSchema.omit({ organizationId: true }),
    'Rows of the batch you plan to create. A sample is enough.',
    {
      items: 'The numbers. Their country and type determine the register.',
      deadlineHours: batchOptionTexts.deadlineHours,
    },
  ),
  EstimateItem: part(estimateSchema.shape.items.element, 'A number and how many rows it represents.', {
    countryCode: { description: 'ISO 3166-1 alpha-2 code.', examples: ['CH'] },
    tin: { description: 'The number in any notation.', examples: ['CHE-116.281.710'] },
    type: { description: 'As in a batch.', examples: ['CH.UID'] },
    kind: { description: 'As in a batch.', examples: ['vat'] },
    rows: { description: 'How many rows of your batch are similar to this one.', examples: [800] },
  }),
  BatchEstimate: part(batchEstimateSchema, 'How long the batch would take if it started now.', {
    rows: 'Number of rows.',
    rowsWithoutRegister: 'Rows that need no register, such as invalid numbers. They take seconds.',
    registers: 'Time that each register needs, slowest first.',
    seconds: 'Estimated duration of the whole batch, in seconds.',
    estimatedEndAt: 'Estimated end.',
    deadlineAt: 'The deadline.',
  }),
  RegisterEstimate: part(estimate.registers.element, 'Time that one register needs.', {
    id: { description: 'ID of the register, as in `GET /api/tinproof/registers`.', examples: ['uid'] },
    name: 'Name of the register.',
    rows: 'Rows that it looks up. Rows with a cached response are faster.',
    rowsPerMinute: 'Rows that it can look up per minute, across all batches.',
    waiting: 'Rows of other batches that are waiting for it, in all organizations.',
    seconds: 'Estimated duration, in seconds.',
    estimatedEndAt: 'Estimated end.',
    rowsAfterDeadline: 'Rows that would be `unconfirmed` at the deadline.',
  }),
  BatchCounts: part(batch.counts, 'Rows with a result, by result.', {
    confirmed: resultTexts.confirmed.sentence,
    different_name: resultTexts.different_name.sentence,
    format_only: resultTexts.format_only.sentence,
    unconfirmed: resultTexts.unconfirmed.sentence,
    invalid: resultTexts.invalid.sentence,
    unsupported: resultTexts.unsupported.sentence,
    unreadable: "Rows that we can't validate. They cost nothing.",
  }),
  BatchCost: part(batch.cost, 'What the batch counts toward your quota.', {
    reserved: 'Validations that were reserved when the batch was created.',
    returned: 'Validations that were returned because the batch was canceled or failed.',
  }),
  BatchRegister: part(batch.registers.element, 'A register that rows are waiting for.', {
    id: { description: 'ID of the register, as in `GET /api/tinproof/registers`.', examples: ['vies:DE'] },
    name: 'Name of the register.',
    waiting: 'Rows that are waiting for it.',
    reason:
      "Why they are waiting. `RATE`: lookups run as fast as the register allows. Otherwise, why the register doesn't respond, such as `UNAVAILABLE`.",
    message: 'The reason in words.',
    nextAt: 'When the next row is looked up.',
    estimatedEndAt: 'Estimated time of the last lookup. `null` if unknown.',
  }),
  BatchFailure: part(batch.failure.unwrap(), 'Why a batch failed.', {
    code: { description: 'Machine-readable code.', examples: ['OVERDUE'] },
    message: 'Human-readable message.',
  }),
  BatchList: part(batchListSchema, 'A page of batches.', {
    batches: 'Batches, newest first.',
    next: 'Send it as `cursor` to get the next page. `null` on the last page.',
  }),
  BatchResults: part(batchResultsPageSchema, 'A page of results.', {
    results: 'Rows with a result, in the order of your rows.',
    next: 'Send it as `cursor` to get the next page. `null` on the last page.',
  }),
  BatchResult: part(batchResultSchema, 'The result of a row.', {
    line: 'Line in your file, or position in `items`. The first is 1.',
    customId: 'Your own ID for this row. `null` if it has none.',
    countryCode: 'The country. `null` if the row has none.',
    tin: 'The number from your row. `null` if it has none.',
    name: 'The company name from your row. `null` if it has none.',
    result: {
      description: `${resultList}\n- \`unreadable\`: We can't validate the row. See \`errors\`.`,
    },
    reason: 'Why the row has this result, in a sentence.',
    proof: proofText,
    isValid:
      '`validation.overall.isValid` of a single validation: `null` if the result is `unsupported` or `unreadable`.',
    isFormatValid: "Whether the format is valid. `null` if it wasn't checked.",
    isSourceValid: 'Whether the register confirms the number. `null` without a register response.',
    checkedAt: 'When the register responded. `null` without a register response.',
    tinInfo: { description: 'Details about the number.', ...schemaRef('TinInfo') },
    entity: { description: 'The holder of the number, from the register.', ...schemaRef('Entity') },
    nameComparison: nameComparisonText,
    addressComparison: addressComparisonText,
    warnings: "Notes about the number. Warnings don't make it invalid.",
    errors:
      "Why the number is invalid, why we can't read the row, or why the register didn't respond. Otherwise empty.",
    additionalInfo: {
      description: 'More details about the number and its holder.',
      ...schemaRef('AdditionalInfo'),
    },
    reporting: 'Whether the number is accepted in reports. Only with `purpose`.',
  }),
  BatchReporting: part(result.reporting.unwrap(), 'Whether the number is accepted in reports.', {
    purpose: 'The purpose that you sent.',
    holder: 'The holder that you sent.',
    isAccepted: "Whether the type of the number is accepted for this holder. `null` if we don't know.",
    message: 'The same in a sentence.',
    noTinReason: '`A` if the country issues no TIN to such residents.',
  }),
  BatchResultWarning: part(result.warnings.element, 'A note about the number.', {
    code: codeList('Machine-readable code.', answerWarnings),
    message: 'Human-readable message. Never contains the number.',
  }),
  BatchResultError: part(result.errors.element, "Why a row isn't valid.", {
    code: codeList('Machine-readable code.', { ...answerErrors, ...rowProblems }),
    message: 'Human-readable message. Never contains the number.',
    retryable: 'Whether a retry of the batch can have a different result.',
  }),
}
