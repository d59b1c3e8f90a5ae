import * as z from 'zod'
import { once } from '#worker/lib/once.ts'
import { plain } from '#worker/lib/text.ts'
import { proofs } from '#worker/registers/constants.ts'
import {
  type CountryDescription,
  type IdentifierDescription,
  kinds,
  type ReportingHolder,
  reportingHolders,
} from '#worker/tin/types.ts'
import { ignoredKinds, MAX_TIN_LENGTH, matches, purposes, results } from './constants.ts'
import { sandboxOutcomeSchema } from './sandbox/contract.ts'

/** No tax ID is longer than 20 characters; the rest is room for separators. */

const MAX_NAME_LENGTH = 200
const MAX_ADDRESS_LENGTH = 300
const MAX_SOURCE_AGE = 30 * 86_400

export * from './constants.ts'

export const countryCode = (name: string) =>
  z
    .string(`${name} is required, as in "DE"`)
    .trim()
    .regex(/^[A-Za-z]{2}$/, `${name} is two letters, as in "DE"`)
    .toUpperCase()

export const validateSchema = z.object({
  countryCode: countryCode('countryCode'),
  tin: plain('tin', { max: MAX_TIN_LENGTH, expected: 'tin is required, as a string' }).refine(
    (tin) => tin.trim() !== '',
    'tin is required',
  ),
  type: plain('type', { max: 32 }).optional(),
  kind: z.enum(kinds, `kind is one of ${kinds.join(', ')}`).optional(),
  source: z.boolean().optional(),
  fresh: z.boolean().optional(),
  /** In seconds; 24 hours by default for a number that was found. */
  maxAge: z.number().int().min(0).max(MAX_SOURCE_AGE).optional(),
  name: plain('name', { max: MAX_NAME_LENGTH }).optional(),
  purpose: z.enum(purposes, 'purpose must be "crs"').optional(),
  holder: z.enum(reportingHolders, 'holder must be "person" or "entity"').optional(),
  async: z.enum(['until_confirmed'], 'async must be "until_confirmed"').optional(),
  address: plain('address', { max: MAX_ADDRESS_LENGTH }).optional(),
  record: z.boolean().optional(),
  sandbox: sandboxOutcomeSchema.optional(),
  tokenId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  organizationId: z.string().max(64).optional(),
})

export const comparisonSchema = once(() =>
  z.object({
    match: z.enum(matches),
    score: z.number().int().min(0).max(100).nullable(),
    requested: z.string(),
    registered: z.string().nullable(),
    ignored: z.array(
      z.object({
        kind: z.enum(ignoredKinds),
        requested: z.string().nullable(),
        registered: z.string().nullable(),
      }),
    ),
  }),
)

/** A function, because only the docs need the schema, and schemas are slow to make. */
export const makeValidationResponseSchema = () => {
  /** `isValid` is null if the check wasn't attempted or got no answer. */
  const check = z.object({
    attempted: z.boolean(),
    isValid: z.boolean().nullable(),
    timestamp: z.iso.datetime().nullable(),
  })
  const warning = z.object({ code: z.string(), message: z.string() })
  const error = z.object({
    code: z.string(),
    message: z.string(),
    timestamp: z.iso.datetime(),
    retryable: z.boolean(),
  })
  return z.object({
    referenceId: z.string(),
    live: z.boolean(),
    countryCode: z.string(),
    tin: z.string(),
    requestDate: z.iso.datetime(),
    result: z.enum(results),
    reason: z.string(),
    /** What a register that responded proves; null if none lists the number. */
    proof: z.enum(proofs).nullable(),
    validation: z.object({ format: check, source: check, overall: check }),
    tinInfo: z.object({
      label: z.string().nullable(),
      name: z.string().nullable(),
      formattedTin: z.string().nullable(),
    }),
    entity: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
    nameComparison: comparisonSchema().nullable(),
    addressComparison: comparisonSchema().nullable(),
    warnings: z.array(warning),
    errors: z.array(error),
    additionalInfo: z.record(z.string(), z.string()),
    reporting: z
      .object({
        purpose: z.enum(purposes),
        holder: z.enum(reportingHolders),
        isAccepted: z.boolean().nullable(),
        message: z.string(),
        accepted: z.array(
          z.object({
            id: z.string().nullable(),
            name: z.string(),
            role: z.enum(['tin', 'functional_equivalent']),
          }),
        ),
        noTinReason: z.literal('A').nullable(),
        note: z.string().nullable(),
        source: z.object({ name: z.string(), url: z.string() }).nullable(),
      })
      .optional(),
    /** With `async`, for a number that no register confirmed at once. */
    validationId: z.string().optional(),
    pending: z.boolean().optional(),
    deadlineAt: z.iso.datetime().optional(),
    /** With a record. Null if it couldn't be kept. */
    recordId: z.string().nullable().optional(),
  })
}

export type ValidateRequest = z.infer<typeof validateSchema>
export type ValidationResponse = z.infer<ReturnType<typeof makeValidationResponseSchema>>
export type Comparison = z.infer<ReturnType<typeof comparisonSchema>>
export type ValidationCheck = ValidationResponse['validation']['format']

export type DescribedIdentifier = IdentifierDescription & {
  readonly example: string | null
  readonly register: { readonly name: string; readonly state: 'on' | 'off' } | null
}

export type DescribedCountry = Omit<CountryDescription, 'identifiers'> & {
  readonly accepted: Readonly<
    Record<(typeof purposes)[number], Readonly<Record<ReportingHolder, readonly string[]>>>
  >
  readonly types: readonly DescribedIdentifier[]
}

export type CountriesAnswer = {
  readonly rulesAsOf: string
  readonly countries: readonly DescribedCountry[]
}
