import * as z from 'zod'
import type { FieldError } from '#worker/errors.ts'
import { type JobRun, jobNames } from '#worker/jobs/contract.ts'
import { type RegistersAnswer, registerStatusSchema } from '#worker/registers/contract.ts'
import {
  type CountriesAnswer,
  validateSchema,
  validationResponseSchema,
} from '#worker/validation/contract.ts'
import { answerErrors, answerWarnings } from './codes.ts'
import { infoProperties } from './info.ts'

export type Schema = z.core.JSONSchema.BaseSchema & { 'x-extensible-enum'?: string[] }

/** What is told of a field beside its type. */
type Words = { readonly description: string } & Schema

type Part = { schema: z.ZodType; description: string; fields: Readonly<Record<string, string | Words>> }

/** An object of the contract with a word on each of its fields. */
const part = <Fields extends z.ZodRawShape>(
  schema: z.ZodObject<Fields>,
  description: string,
  fields: { readonly [Field in keyof Fields]: string | Words },
): Part => ({ schema, description, fields })

/** A list that may grow: a client must take others too. */
function growing(description: string, codes: Readonly<Record<string, string>>): Words {
  const lines = Object.entries(codes).map(([code, text]) => `- \`${code}\`: ${text}`)
  return {
    description: `${description} More may come.\n\n${lines.join('\n')}`,
    'x-extensible-enum': Object.keys(codes),
  }
}

/** No control characters; in an expression that every dialect reads. */
const plainText = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'

const requestSchema = validateSchema.omit({ tokenId: true, organizationId: true })
const answer = validationResponseSchema.shape
const check = answer.validation.shape.format

const formatSchema = z.object({ written: z.string(), pattern: z.string() })
const changeSchema = z.object({ date: z.string(), text: z.string() })
const namedRegisterSchema = z.object({ name: z.string(), state: z.enum(['on', 'off']) })
const identifierSchema = z.object({
  id: z.string(),
  label: z.string(),
  name: z.string(),
  localName: z.string().exactOptional(),
  holder: z.enum(['company', 'person', 'any']),
  check: z.enum(['checksum', 'structure', 'none']),
  basis: z.enum(['published', 'secondary']),
  length: z.string(),
  prefixes: z.array(z.string()),
  formats: z.array(formatSchema),
  changes: z.array(changeSchema),
  example: z.string().nullable(),
  register: namedRegisterSchema.nullable(),
})
const countrySchema = z.object({
  code: z.string(),
  name: z.string(),
  adjective: z.string(),
  identifiers: z.array(identifierSchema),
})
const countriesSchema = z.object({
  rulesAsOf: z.string(),
  countries: z.array(countrySchema),
}) satisfies z.ZodType<CountriesAnswer>

const registersSchema = z.object({
  at: z.iso.datetime(),
  registers: z.array(registerStatusSchema),
}) satisfies z.ZodType<RegistersAnswer>

const jobSchema = z.object({
  name: z.enum(jobNames),
  lastRunAt: z.iso.datetime().nullable(),
  lastSuccessAt: z.iso.datetime().nullable(),
  succeeded: z.boolean().nullable(),
}) satisfies z.ZodType<JobRun>
const stateSchema = z.enum(['ok', 'down'])
const healthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  database: stateSchema,
  redis: stateSchema,
  jobs: z.array(jobSchema),
})

const fieldErrorSchema = z.object({ path: z.string(), message: z.string() }) satisfies z.ZodType<FieldError>
const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  details: z.array(fieldErrorSchema).optional(),
})

const parts: Readonly<Record<string, Part>> = {
  ValidateRequest: part(requestSchema, 'The number to check. Fields that are not known are ignored.', {
    countryCode: {
      description:
        'ISO 3166-1 alpha-2, in capitals or small letters; also `XI` (Northern Ireland), `XK` (Kosovo), `EU`, `EL` for `GR` and `UK` for `GB`.',
      examples: ['BE'],
    },
    tin: {
      description:
        'The number as it is known: separators, a country prefix, small letters and other scripts’ digits are understood. No control characters, and not only spaces.',
      minLength: 1,
      pattern: plainText,
      examples: ['0403019261'],
    },
    type: {
      description:
        'Checks against one type alone: its `id` or `label` in `GET /api/tinproof/countries`. Without it, against all types of the country.',
      pattern: plainText,
      examples: ['BE.VAT'],
    },
    source: {
      description:
        '`false` asks no register. Without it, the register of a valid number is asked, if the token has the permission `validation`.',
      default: true,
    },
    fresh: { description: '`true` asks the register now, whatever it said before.', default: false },
    maxAge: {
      description:
        'Seconds: a register’s answer no older than this will do. Without it 24 hours, and half an hour for a number that was not found.',
      examples: [3600],
    },
    name: {
      description:
        'A name to compare with the registered one: `additionalInfo.nameMatch` says how alike they are.',
      pattern: plainText,
      examples: ['Summit Energy'],
    },
  }),
  ValidationResponse: part(validationResponseSchema, 'What is known of the number.', {
    referenceId: 'The id of this call, as in `X-Request-Id`.',
    countryCode: 'As it was asked for, in capitals.',
    tin: 'As it was given.',
    requestDate: 'When the call was made.',
    validation: 'The verdicts.',
    tinInfo: 'The number itself.',
    entity: 'Whose number it is, by the register.',
    warnings: 'What is worth knowing of a number that may stand all the same.',
    errors: 'Why the number is not valid, and why a register gave no answer. Empty for neither.',
    additionalInfo: 'What else is known.',
  }),
  Validation: part(answer.validation, 'Three verdicts on one number.', {
    format: 'By the number itself. Not attempted where the country gives out no tax IDs.',
    source: 'By the official register. Not attempted where none is asked.',
    overall: 'Valid where the format is and the register does not refute it.',
  }),
  Check: part(check, 'One verdict.', {
    attempted: 'Whether it was tried.',
    isValid: '`null` for a check that was not attempted or had no answer.',
    timestamp: 'When it was made; of a register’s answer, when the register spoke.',
  }),
  TinInfo: part(answer.tinInfo, 'The number and its type.', {
    label: 'What its own country calls the type, in short. `null` where no type comes near.',
    name: 'The type in English. `null` where no type comes near.',
    formattedTin: 'A valid number as it is customarily written; `null` for any other.',
  }),
  Entity: part(
    answer.entity,
    'As the register writes it; `null` where it was not asked, does not hold the number or does not disclose it.',
    { name: 'The registered name.', address: 'The registered address, on one line.' },
  ),
  Warning: part(answer.warnings.element, 'A note on a number.', {
    code: growing('What it is about.', answerWarnings),
    message: 'A sentence for people. It never repeats the number.',
  }),
  ValidationError: part(answer.errors.element, 'What is wrong, or was not learnt.', {
    code: growing('What it is about.', answerErrors),
    message: 'A sentence for people. It never repeats the number.',
    timestamp: 'When it was found.',
    retryable: 'Whether another try may help.',
  }),
  Countries: part(countriesSchema, 'All that can be checked.', {
    rulesAsOf: { description: 'The month to which the rules are followed.', examples: ['2026-11'] },
    countries: 'Countries and territories.',
  }),
  Country: part(countrySchema, 'A country or territory.', {
    code: {
      description:
        'ISO 3166-1 alpha-2; `XI` for Northern Ireland, `XK` for Kosovo, `EU` for the Union’s own numbers.',
      examples: ['BE'],
    },
    name: 'In English.',
    adjective: 'As it stands before the name of a number: "German", "UK".',
    identifiers: 'Its types of number, in customary order.',
  }),
  Identifier: part(identifierSchema, 'A type of number.', {
    id: { description: 'Stable, `CC.TYPE`.', examples: ['BE.VAT'] },
    label: 'What its own country calls it, in short.',
    name: 'Full name in English.',
    localName: 'What its own country calls it, where that differs.',
    holder: 'Who such numbers are given to.',
    check: 'The most that can be checked without a register: `none` is length and characters.',
    basis:
      'Who published the rule: `published` is the tax office, the law, the OECD or the EU, `secondary` other public pages, and such a rule is kept loose.',
    length: 'In words, as "9 digits"; `none` where no number is given out.',
    prefixes: 'May stand before the number and are not part of it, the customary one first.',
    formats: 'How it may be written.',
    changes: 'Dated changes of its rule, oldest first.',
    example:
      'A valid number in the customary form that is no living person’s; `null` where none is given out.',
    register: 'The official register of such numbers; `null` where none answers the public.',
  }),
  Format: part(formatSchema, 'One written form.', {
    written:
      'As it is customarily written: `#` is a digit, `@` a letter, `?` either, the rest stands for itself.',
    pattern: 'A regular expression for the compact form. It does not hold the check.',
  }),
  RuleChange: part(changeSchema, 'A change of the law or of practice.', {
    date: 'A year, a month or a day, as exact as it is known.',
    text: 'A sentence.',
  }),
  IdentifierRegister: part(namedRegisterSchema, 'The official register of a type of number.', {
    name: { description: 'Its name.', examples: ['VIES'] },
    state: 'Whether it is asked.',
  }),
  Registers: part(registersSchema, 'How each register did.', {
    at: 'When this was worked out.',
    registers: 'VIES first, then its member states, then the others.',
  }),
  RegisterStatus: part(registerStatusSchema, 'One register, or one member state of VIES.', {
    id: { description: 'Stable.', examples: ['vies:DE'] },
    name: 'A member state’s in English.',
    country: 'ISO 3166-1 alpha-2, `XI` for Northern Ireland; `null` for a register of many countries.',
    state: 'Whether it is asked.',
    health:
      'By our own calls of the last hour: `down` where fewer than half of them were answered, `poor` fewer than nine in ten, `unknown` without any.',
    says: 'VIES’s own word for itself and for a member state; `null` elsewhere.',
    lastHour: 'Our calls of the last hour.',
    lastDay: 'Our calls of the last 24 hours.',
    hours:
      'The last 24 hours, the oldest first: the share of calls that was answered, 0 to 1; `null` without a call.',
  }),
  RegisterCalls: part(registerStatusSchema.shape.lastHour, 'How calls to a register went.', {
    calls: 'How many there were.',
    answered: 'How many were answered.',
    milliseconds: 'Their mean time; `null` without a call.',
  }),
  Health: part(healthSchema, 'How the service is.', {
    status: '`degraded` without Redis, which the database stands in for; `down` without the database.',
    database: 'Whether the database answers.',
    redis: 'Whether Redis answers.',
    jobs: 'What runs by the clock. Empty while the database does not answer.',
  }),
  Job: part(jobSchema, 'Work that runs by the clock.', {
    name: 'What it does.',
    lastRunAt: 'When it last began; `null` before its first run.',
    lastSuccessAt: 'When it last succeeded; `null` before it did.',
    succeeded: 'Whether the last run that ended did so without a failure; `null` before it did.',
  }),
  Error: part(errorSchema, 'Why a call was refused or failed. Such a call spends nothing.', {
    message: 'A sentence for people. It may change.',
    code: 'What happened, for programs: those that each status may have stand with it. More may come.',
    requestId: 'The id of this call, as in `X-Request-Id`.',
    details: 'What is wrong with which field.',
  }),
  FieldError: part(fieldErrorSchema, 'What is wrong with a field.', {
    path: { description: 'The field’s place in the body; empty for the body as a whole.', examples: ['tin'] },
    message: 'A sentence for people.',
  }),
}

const additionalInfo: Schema = {
  type: 'object',
  description: 'Keys and texts. Those that do not apply are left out, and more may come.',
  properties: { ...infoProperties },
  additionalProperties: { type: 'string' },
}

/** All schemas of the document by name, each telling of all its fields. */
export function componentSchemas(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, { schema }] of Object.entries(parts)) registry.add(schema, { id })
  registry.add(answer.additionalInfo, { id: 'AdditionalInfo' })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
  })
  const described = Object.entries(parts).map(([id, { description, fields }]) => {
    const { type, properties = {}, required = [] } = tidied(schemas[id] ?? {})
    const words = Object.entries(properties).map(([field, schema]) => {
      const word = fields[field]
      return [
        field,
        { ...(schema as Schema), ...(typeof word === 'string' ? { description: word } : word) },
      ] as const
    })
    return [id, { type, description, properties: Object.fromEntries(words), required }] as const
  })
  return { ...Object.fromEntries(described), AdditionalInfo: additionalInfo } as Record<string, Schema>
}

/** A schema as people would write it: `null` among the types, and no bounds or expressions that the type implies. */
function tidied(schema: Schema): Schema {
  const { anyOf, pattern, minimum, maximum, ...rest } = mapped(schema)
  const tidy: Schema = {
    ...rest,
    ...(pattern !== undefined && rest.format === undefined && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
  if (!anyOf) return tidy
  const [value, none] = anyOf as [Schema, Schema]
  const { type, enum: values, ...more } = value
  const isNullable = anyOf.length === 2 && none.type === 'null' && typeof type === 'string'
  if (!isNullable) return { ...tidy, anyOf }
  return { ...tidy, type: [type, 'null'], ...(values && { enum: [...values, null] }), ...more } as Schema
}

/** The same with every schema in it tidied. */
function mapped({ properties, items, anyOf, ...rest }: Schema): Schema {
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, schema]) => [field, tidied(schema as Schema)]),
      ),
    }),
    ...(items && { items: tidied(items as Schema) }),
    ...(anyOf && { anyOf: anyOf.map((schema) => tidied(schema as Schema)) }),
  } as Schema
}
