import * as z from 'zod'
import { once } from '#worker/lib/once.ts'
import { proofs } from '#worker/registers/constants.ts'
import {
  type CountryDescription,
  type IdentifierDescription,
  kinds,
  type ReportingHolder,
  reportingHolders,
} from '#worker/tin/types.ts'
import { ignoredKinds, matches, purposes, results } from './constants.ts'

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

export const countriesSchema = once(
  () =>
    z.object({
      rulesAsOf: z.string(),
      countries: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          adjective: z.string(),
          accepted: z.object({
            crs: z.object({ person: z.array(z.string()), entity: z.array(z.string()) }),
          }),
          types: z.array(
            z.object({
              id: z.string(),
              label: z.string(),
              name: z.string(),
              localName: z.string().exactOptional(),
              holder: z.enum(['company', 'person', 'any']),
              kind: z.enum(kinds),
              kinds: z.array(z.enum(kinds)),
              onRequest: z.boolean(),
              check: z.enum(['checksum', 'structure', 'none']),
              basis: z.enum(['published', 'secondary']),
              length: z.string(),
              prefixes: z.array(z.string()),
              formats: z.array(z.object({ written: z.string(), pattern: z.string() })),
              changes: z.array(z.object({ date: z.string(), text: z.string() })),
              example: z.string().nullable(),
              register: z.object({ name: z.string(), state: z.enum(['on', 'off']) }).nullable(),
            }),
          ),
        }),
      ),
    }) satisfies z.ZodType<CountriesAnswer>,
)

/** A function, because only the docs need the schema, and schemas are slow to make. */
export const makeValidationResponseSchema = () => {
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
    validationId: z.string().optional(),
    pending: z.boolean().optional(),
    deadlineAt: z.iso.datetime().optional(),
    recordId: z.string().nullable().optional(),
  })
}

export type ValidationResponse = z.infer<ReturnType<typeof makeValidationResponseSchema>>
export type Comparison = z.infer<ReturnType<typeof comparisonSchema>>
export type ValidationCheck = ValidationResponse['validation']['format']
