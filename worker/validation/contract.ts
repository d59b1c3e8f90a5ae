import * as z from 'zod'
import type { CountryDescription, IdentifierDescription } from '#worker/tin/types.ts'

/** No tax ID is longer than 20 characters; separators, prefixes and spaces fit in this with ease. */
const MAX_TIN_LENGTH = 100

const MAX_NAME_LENGTH = 200
/** Seconds for which a found number is kept at all. */
const MAX_SOURCE_AGE = 30 * 86_400

const plainText = /^[^\p{Cc}\p{Cs}]*$/u

export const validateSchema = z.object({
  countryCode: z
    .string('countryCode is required, as in "DE"')
    .trim()
    .regex(/^[A-Za-z]{2}$/, 'countryCode is two letters, as in "DE"')
    .toUpperCase(),
  tin: z
    .string('tin is required, as a string')
    .max(MAX_TIN_LENGTH, `tin must be at most ${MAX_TIN_LENGTH} characters`)
    .regex(plainText, 'tin must not contain control characters')
    .refine((tin) => tin.trim() !== '', 'tin is required'),
  /** An identifier such as `DE.IDNR` to check against that type alone. */
  type: z.string().max(32).regex(plainText).optional(),
  /** Whether the official register is asked too, where there is one and the token may; true without it. */
  source: z.boolean().optional(),
  /** Asks the register now, whatever it said before. */
  fresh: z.boolean().optional(),
  /** Seconds: a register's answer that is no older will do. Without it, 24 hours for a found number. */
  maxAge: z.number().int().min(0).max(MAX_SOURCE_AGE).optional(),
  /** A name to compare with the register's. */
  name: z
    .string()
    .max(MAX_NAME_LENGTH, `name must be at most ${MAX_NAME_LENGTH} characters`)
    .regex(plainText, 'name must not contain control characters')
    .optional(),
  /** Signed-in callers only: the API token to validate with; without it, the organization's own. */
  tokenId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  organizationId: z.string().max(64).optional(),
})

/** `isValid` is null when the check was not attempted or had no answer. */
const checkSchema = z.object({
  attempted: z.boolean(),
  isValid: z.boolean().nullable(),
  timestamp: z.iso.datetime().nullable(),
})

const warningSchema = z.object({ code: z.string(), message: z.string() })
const validationErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  retryable: z.boolean(),
})

export const validationResponseSchema = z.object({
  referenceId: z.string(),
  countryCode: z.string(),
  tin: z.string(),
  requestDate: z.iso.datetime(),
  validation: z.object({ format: checkSchema, source: checkSchema, overall: checkSchema }),
  tinInfo: z.object({
    label: z.string().nullable(),
    name: z.string().nullable(),
    formattedTin: z.string().nullable(),
  }),
  entity: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
  warnings: z.array(warningSchema),
  errors: z.array(validationErrorSchema),
  /** `confidence`, `identifier`, `holder`, `suggestion`, and what the number itself says. */
  additionalInfo: z.record(z.string(), z.string()),
})

export type ValidateRequest = z.infer<typeof validateSchema>
export type ValidationCheck = z.infer<typeof checkSchema>
export type ValidationResponse = z.infer<typeof validationResponseSchema>

/** One type of number as callers see it. */
export type DescribedIdentifier = IdentifierDescription & {
  /** A valid number in the customary form that is no living person's; null where none is issued. */
  readonly example: string | null
  /** The official register of such numbers, and whether it is asked; null where none answers the public. */
  readonly register: { readonly name: string; readonly state: 'on' | 'off' } | null
}

export type DescribedCountry = Omit<CountryDescription, 'identifiers'> & {
  readonly identifiers: readonly DescribedIdentifier[]
}

export type CountriesAnswer = {
  /** The month to which the rules are followed, as ISO 8601 writes it. */
  readonly rulesAsOf: string
  readonly countries: readonly DescribedCountry[]
}
