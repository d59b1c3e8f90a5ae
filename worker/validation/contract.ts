import * as z from 'zod/mini'
import { plain } from '#worker/lib/text.ts'
import { kinds, reportingHolders } from '#worker/tin/types.ts'
import { MAX_TIN_LENGTH, purposes } from './constants.ts'
import { sandboxOutcomeSchema } from './sandbox/contract.ts'

const MAX_NAME_LENGTH = 200
const MAX_ADDRESS_LENGTH = 300
const MAX_SOURCE_AGE = 30 * 86_400

export * from './constants.ts'

export const countryCode = (name: string) =>
  z
    .string(`${name} is required, as in "DE"`)
    .check(z.trim(), z.regex(/^[A-Za-z]{2}$/, `${name} must be two letters, as in "DE"`), z.toUpperCase())

export const validateSchema = z.strictObject({
  countryCode: countryCode('countryCode'),
  tin: plain('tin', { max: MAX_TIN_LENGTH, messageIfMissing: 'tin is required, as a string' }).check(
    z.refine((tin) => tin.trim() !== '', 'tin is required'),
  ),
  type: z.optional(plain('type', { max: 32 })),
  kind: z.optional(z.enum(kinds, `kind must be one of ${kinds.join(', ')}`)),
  source: z.optional(z.boolean()),
  fresh: z.optional(z.boolean()),
  /** In seconds; 24 hours by default for a registered number. */
  maxAge: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_SOURCE_AGE))),
  name: z.optional(plain('name', { max: MAX_NAME_LENGTH })),
  purpose: z.optional(z.enum(purposes, 'purpose must be "crs"')),
  holder: z.optional(z.enum(reportingHolders, 'holder must be "person" or "entity"')),
  async: z.optional(z.enum(['until_confirmed'], 'async must be "until_confirmed"')),
  address: z.optional(plain('address', { max: MAX_ADDRESS_LENGTH })),
  record: z.optional(z.boolean()),
  sandbox: z.optional(sandboxOutcomeSchema),
  tokenId: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647))),
  organizationId: z.optional(z.string().check(z.maxLength(64))),
})

export type ValidateRequest = z.infer<typeof validateSchema>
export type {
  Comparison,
  CountriesAnswer,
  DescribedCountry,
  DescribedIdentifier,
  ValidationCheck,
  ValidationResponse,
} from './response-contract.ts'
