import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import {
  batchItemSchema,
  batchParamSchema,
  batchResultSchema,
  batchResultsSchema,
  batchSchema,
  createBatchSchema,
} from '#worker/batches/contract.ts'
import { MAX_IDEMPOTENCY_KEY } from '#worker/idempotency/idempotent-call.ts'
import { once } from '#worker/lib/once.ts'
import { plain } from '#worker/lib/text.ts'
import { type ValidationResponse, validateSchema } from '#worker/validation/contract.ts'
import { makeValidationResponseSchema } from '#worker/validation/response-contract.ts'
import { ApiRefusal, type CallApi, queryOf } from './call-api.ts'
import { MAX_NUMBERS, MAX_RESULTS } from './constants.ts'
import { addTool } from './tool.ts'

const schemas = once(() => {
  const { shape } = validateSchema
  const number = {
    countryCode: shape.countryCode.check(
      z.describe('Country that issued the number: ISO 3166-1 alpha-2, such as DE'),
    ),
    tin: shape.tin.check(z.describe('The number, with or without separators and country prefix')),
    type: shape.type.check(
      z.describe('Type of number, such as DE.VAT. explain_tax_id_format lists them. Default: any'),
    ),
    kind: shape.kind.check(z.describe('Limits the types to this kind')),
    name: shape.name.check(z.describe("Name to compare with the register's")),
    address: shape.address.check(z.describe("Address to compare with the register's")),
    purpose: shape.purpose.check(z.describe('"crs" checks whether CRS and DAC7 reports accept the number')),
    holder: shape.holder.check(z.describe('With purpose: whether a person or an entity is reported')),
  }
  const options = {
    source: shape.source.check(z.describe('False skips the official register and checks the format only')),
    fresh: shape.fresh.check(z.describe('True queries the register again instead of its cached answer')),
  }
  const item = z.strictObject({
    ...number,
    customId: batchItemSchema.shape.customId.describe('Your ID of this number'),
  })
  const response = makeValidationResponseSchema()
  return {
    one: z.strictObject({ ...number, ...options }),
    many: z.strictObject({ items: z.array(item).min(1).max(MAX_NUMBERS), ...options }),
    batch: z.strictObject({
      ...options,
      name: createBatchSchema.shape.name,
      items: z.array(item).min(1),
      idempotencyKey: z
        .optional(plain('idempotencyKey', { min: 1, max: MAX_IDEMPOTENCY_KEY }))
        .check(
          z.describe(
            'A UUID. If you get no reply, call again with the same one: the batch starts and counts once',
          ),
        ),
    }),
    page: z.strictObject({
      batchId: batchParamSchema.shape.batchId.describe('The id that start_batch returned'),
      result: batchResultsSchema.shape.result.describe('Only rows with this result'),
      cursor: batchResultsSchema.shape.cursor.describe('The "next" of the previous page'),
      limit: z.int().min(1).max(MAX_RESULTS).default(MAX_RESULTS),
    }),
    response,
    responses: z.object({
      results: z.array(
        z.object({
          customId: z.string().nullable(),
          response: response.nullable(),
          error: z.object({ code: z.string(), message: z.string() }).nullable(),
        }),
      ),
    }),
    pageOfResults: z.object({
      batch: batchSchema,
      results: z.array(batchResultSchema),
      next: z.string().nullable(),
    }),
  }
})

const sentence = ({ countryCode, tin, result, reason }: ValidationResponse) =>
  `${countryCode} ${tin}: ${result}. ${reason}`

export function addValidationTools(server: McpServer, call: CallApi): void {
  const { one, many, response, responses } = schemas()
  const validate = (body: object) => call(response, { path: '/validate', body })
  addTool(server, {
    name: 'validate_tax_id',
    title: 'Validate a tax ID',
    description:
      'Checks the format of one tax identification number and looks it up in the official register of its country, if there is one. Counts as one validation.',
    input: one,
    output: response,
    openWorld: true,
    run: async (input) => {
      const output = await validate(input)
      return { output, text: sentence(output) }
    },
  })
  addTool(server, {
    name: 'validate_tax_ids',
    title: 'Validate several tax IDs',
    description: `Validates up to ${MAX_NUMBERS} numbers at once, each like validate_tax_id. Each counts as one validation. A number that can't be validated has an error instead of a response.`,
    input: many,
    output: responses,
    openWorld: true,
    run: async ({ items, ...options }) => {
      const results = await Promise.all(
        items.map(async ({ customId = null, ...number }) => {
          try {
            return { customId, response: await validate({ ...number, ...options }), error: null }
          } catch (error) {
            if (!(error instanceof ApiRefusal)) throw error
            const { code, message } = error.body
            return { customId, response: null, error: { code, message } }
          }
        }),
      )
      const lines = results.map((each) => (each.response ? sentence(each.response) : each.error?.message))
      return { output: { results }, text: lines.join('\n') }
    },
  })
}

export function addBatchTools(server: McpServer, call: CallApi): void {
  const { batch, page, pageOfResults } = schemas()
  addTool(server, {
    name: 'start_batch',
    title: 'Start a batch',
    description:
      'Validates many numbers in the background. Returns the batch with its id and estimated end; read it with get_batch. Counts as one validation for each number that is readable and not a duplicate.',
    input: batch,
    output: batchSchema,
    readOnly: false,
    openWorld: true,
    run: async ({ idempotencyKey, ...body }) => {
      const output = await call(batchSchema, { path: '/batches', body, idempotencyKey })
      return {
        output,
        text: `Batch ${output.id}. Rows: ${output.rows}. Pending: ${output.pendingRows}.`,
      }
    },
  })
  addTool(server, {
    name: 'get_batch',
    title: 'Get a batch',
    description: `Reads the state of a batch and up to ${MAX_RESULTS} of its results.`,
    input: page,
    output: pageOfResults,
    run: async ({ batchId, ...query }) => {
      const path = `/batches/${batchId}`
      const [found, results] = await Promise.all([
        call(batchSchema, { path }),
        call(pageOfResults.omit({ batch: true }), { path: `${path}/results?${queryOf(query)}` }),
      ])
      return {
        output: { batch: found, ...results },
        text: `Batch ${batchId} is ${found.state}: ${found.pendingRows} of ${found.rows} rows are pending.`,
      }
    },
  })
}
