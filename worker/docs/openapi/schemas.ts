import * as z from 'zod'
import type { FieldError } from '#worker/errors.ts'
import { type RegistersAnswer, registerStatusSchema } from '#worker/registers/contract.ts'
import { type Kind, kinds } from '#worker/tin/types.ts'
import { answerErrors } from '#worker/validation/answer-codes.ts'
import {
  type CountriesAnswer,
  comparisonSchema,
  makeValidationResponseSchema,
  validateSchema,
} from '#worker/validation/contract.ts'
import { PENDING_HOURS } from '#worker/validation/pending/contract.ts'
import { sandboxTokenSchema } from '#worker/validation/sandbox/contract.ts'
import { infoProperties } from './additional-info.ts'
import { batchParts } from './batch-parts.ts'
import { monitorParts } from './monitor-parts.ts'
import { codeList, type Part, part, type Schema, simplify } from './part.ts'
import { recordParts } from './record-parts.ts'
import { answerWarnings } from './response-codes.ts'
import {
  addressComparisonText,
  ignoredList,
  nameComparisonText,
  proofText,
  resultList,
} from './result-texts.ts'
import { outcomeTexts } from './sandbox-texts.ts'
import { eventData } from './webhook-events.ts'

const requestSchema = validateSchema.omit({ tokenId: true, organizationId: true })
const responseSchema = makeValidationResponseSchema()
const answer = responseSchema.shape
const comparison = comparisonSchema()
const check = answer.validation.shape.format

const kindTexts = Object.entries({
  vat: 'VAT, GST or sales tax registration',
  tin: 'Tax identification number',
  business: 'Number of a business register',
  person: 'National identity or social security number',
  customs: 'Customs registration, such as an EORI number',
  placeholder: 'Special code that represents no taxpayer',
} satisfies Record<Kind, string>)
  .map(([kind, text]) => `- \`${kind}\`: ${text}.`)
  .join('\n')

const formatSchema = z.object({ written: z.string(), pattern: z.string() })
const changeSchema = z.object({ date: z.string(), text: z.string() })
const namedRegisterSchema = z.object({ name: z.string(), state: z.enum(['on', 'off']) })
const typeSchema = z.object({
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
  formats: z.array(formatSchema),
  changes: z.array(changeSchema),
  example: z.string().nullable(),
  register: namedRegisterSchema.nullable(),
})
const countrySchema = z.object({
  code: z.string(),
  name: z.string(),
  adjective: z.string(),
  accepted: z.object({ crs: z.object({ person: z.array(z.string()), entity: z.array(z.string()) }) }),
  types: z.array(typeSchema),
})
const countriesSchema = z.object({
  rulesAsOf: z.string(),
  countries: z.array(countrySchema),
}) satisfies z.ZodType<CountriesAnswer>

const registersSchema = z.object({
  updatedAt: z.iso.datetime(),
  registers: z.array(registerStatusSchema),
}) satisfies z.ZodType<RegistersAnswer>

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

const parts: Readonly<Record<string, Part>> = {
  ValidateRequest: part(requestSchema, 'The number to validate. Unknown fields are ignored.', {
    countryCode: {
      description:
        'ISO 3166-1 alpha-2 code, not case-sensitive. Also `XI` (Northern Ireland), `XK` (Kosovo), `EU`, `EL` for `GR` and `UK` for `GB`.',
      examples: ['BE'],
    },
    tin: {
      description:
        "The number in any notation: with or without separators or a country prefix, in uppercase or lowercase, with digits of any script. Control characters aren't allowed, and the value can't be blank.",
      minLength: 1,
      examples: ['0403019261'],
    },
    type: {
      description:
        'Validate against this type only: its `id` or `label` from `GET /api/tinproof/countries`. If omitted, we try all tax IDs of the country.',
      examples: ['BE.VAT'],
    },
    kind: {
      description: `Validate only against types that have this value in \`kinds\`. Also finds types with \`onRequest\`, such as EORI numbers. A country without such a type returns \`INVALID_INPUT\`.\n\n${kindTexts}`,
      examples: ['vat'],
    },
    source: {
      description:
        'Set to `false` to skip the register. Otherwise we look up valid numbers if the token has the `validation` permission.',
      default: true,
    },
    fresh: { description: 'Set to `true` to skip the cache and query the register.', default: false },
    maxAge: {
      description:
        "Maximum age of a cached register response, in seconds. If omitted: 24 hours, or 30 minutes for numbers that weren't found.",
      examples: [3600],
    },
    name: {
      description: 'A name to compare with the registered name. `nameComparison` contains the result.',
      examples: ['Summit Energy'],
    },
    purpose: {
      description:
        'Set to `crs` to learn whether the number is accepted in reports under the Common Reporting Standard, DAC7 or DAC8. `countryCode` is then the country of residence, and `holder` is required. The response has `reporting`.',
      examples: ['crs'],
    },
    holder: {
      description:
        'With `purpose`: whether the number belongs to a person or an entity. Without `type` and `kind`, types that are accepted for the holder are preferred.',
      examples: ['person'],
    },
    address: {
      description:
        'An address to compare with the registered address, on one line. `addressComparison` contains the result, which never changes `result`.',
      examples: ['52 Garden Row, 37973 Eastbridge'],
    },
    async: {
      description: `Set to \`until_confirmed\` to wait for a register that is down. The response then has status 202, \`pending\` and a \`validationId\`. We retry for ${PENDING_HOURS} hours. If the register responds at once, the response is the same as without it.`,
      examples: ['until_confirmed'],
    },
    record: {
      description:
        'Set to `true` to keep a signed record of the request and the response, or to `false` to keep none. If omitted, as your organization has set it; for test tokens, `false`.',
      examples: [true],
    },
    sandbox: {
      description: `What to simulate, \`registered\` by default. For test tokens only. Has no effect on numbers that we don't look up in a register, except for failed requests.\n\n${Object.entries(
        outcomeTexts,
      )
        .map(([outcome, text]) => `- \`${outcome}\`: ${text}`)
        .join('\n')}`,
      examples: ['not_registered'],
    },
  }),
  ValidationResponse: part(responseSchema, 'The validation result.', {
    referenceId: 'Unique ID of the request, the same as `X-Request-Id`.',
    live: '`false` if the request used a test token. Its register data is then simulated.',
    countryCode: 'The requested country, in uppercase.',
    tin: 'The number from your request.',
    requestDate: 'When we received the request.',
    result: { description: resultList },
    reason: 'Why the number has this result, in a sentence. The wording can change.',
    proof: proofText,
    validation: 'The results of the checks.',
    tinInfo: 'Details about the number.',
    entity: 'The holder of the number, from the register.',
    nameComparison: nameComparisonText,
    addressComparison: addressComparisonText,
    warnings: "Notes about the number. Warnings don't make it invalid.",
    errors: "Why the number is invalid, or why a register didn't respond. Otherwise empty.",
    additionalInfo: 'More details about the number and its holder.',
    reporting: 'Whether the number is accepted in reports. Only with `purpose`.',
    validationId: {
      description: 'ID of a validation that waits, or waited, for its register. Only with `async`.',
      examples: ['validation_4q7Z9kTn2WxYb8RcVd3LmP'],
    },
    pending: 'Whether we still wait for the register. Only with `async`, and only if the register was down.',
    recordId: {
      description:
        "ID of the record. `null` if we couldn't keep it: `warnings` then contains `RECORD_NOT_KEPT`. Omitted if you didn't ask for one.",
      examples: ['record_4q7Z9kTn2WxYb8RcVd3LmP'],
    },
    deadlineAt: 'When we stop waiting. A number without a response then stays `unconfirmed`.',
  }),
  Reporting: part(
    answer.reporting.unwrap(),
    'Which numbers are accepted in reports for residents of the country, and whether this is one of them.',
    {
      purpose: 'The `purpose` from your request.',
      holder: 'The `holder` from your request.',
      isAccepted:
        "Whether the number has a valid format and one of the accepted types. `null` if we don't know the accepted numbers, or can't check one of them.",
      message: 'Human-readable message. Never contains the number.',
      accepted: 'The accepted numbers. Empty if none is issued, or if we know none.',
      noTinReason:
        "The reason to report instead of a number. `A`: the country doesn't issue TINs to such residents.",
      note: 'What else to know about the numbers.',
      source:
        'Source of this information. `null` if it follows from the uses of the types in `GET /api/tinproof/countries`.',
    },
  ),
  AcceptedNumber: part(answer.reporting.unwrap().shape.accepted.element, 'A number accepted in reports.', {
    id: "ID of the type. `null` if we can't check it.",
    name: 'English name.',
    role: '`tin`, or `functional_equivalent`: a number of a population or business register that serves as the TIN.',
  }),
  ReportingSource: part(
    answer.reporting.unwrap().shape.source.unwrap(),
    'Where the information comes from.',
    {
      name: 'Name of the source.',
      url: 'Its URL.',
    },
  ),
  Validation: part(answer.validation, 'The three checks.', {
    format: "Result of the format check. Not attempted if the country doesn't issue tax IDs.",
    source:
      "Result of the register lookup. Not attempted if we don't query a register. `null` if the register didn't respond, also if we know an older response.",
    overall: 'Valid if the format is valid and no register says otherwise.',
  }),
  Check: part(check, 'The result of one check.', {
    attempted: 'Whether we ran the check.',
    isValid: "`null` if the check wasn't attempted or had no result.",
    timestamp: 'When the check ran. For a register lookup, when the register responded.',
  }),
  TinInfo: part(answer.tinInfo, 'The number and its type.', {
    label: 'Short name of the type in its own country. `null` if no type resembles the number.',
    name: 'English name of the type. `null` if no type resembles the number.',
    formattedTin: 'The valid number in its usual format. `null` for other numbers.',
  }),
  Entity: part(
    answer.entity,
    "Name and address in the register. `null` if we didn't query a register, or if it doesn't list the number or disclose them.",
    { name: 'The registered name.', address: 'The registered address, on one line.' },
  ),
  Comparison: part(comparison, "How a name or an address compares with the register's.", {
    match:
      "`exact`, `close` or `different`. `not_disclosed` if the register doesn't disclose it, or if it is in another script and can't be compared.",
    score: 'Similarity from 0 to 100: 100 is `exact`, 80 to 99 is `close`. `null` if we compared nothing.',
    requested: 'Yours, as we compared it.',
    registered: "The register's, as we compared it. `null` if the register doesn't disclose it.",
    ignored: 'The differences that we ignored, one of each kind.',
  }),
  IgnoredDifference: part(comparison.shape.ignored.element, 'A difference that we ignored.', {
    kind: { description: ignoredList },
    requested: 'The words in yours. `null` if it has none.',
    registered: "The words in the register's. `null` if it has none.",
  }),
  Warning: part(answer.warnings.element, 'A note about the number.', {
    code: codeList('Machine-readable code.', answerWarnings),
    message: 'Human-readable message. Never contains the number.',
  }),
  ValidationError: part(answer.errors.element, 'Why a check failed or had no result.', {
    code: codeList('Machine-readable code.', answerErrors),
    message: 'Human-readable message. Never contains the number.',
    timestamp: 'When the error occurred.',
    retryable: 'Whether a later retry can have a different result.',
  }),
  Countries: part(countriesSchema, 'Every supported country and type.', {
    rulesAsOf: { description: 'Month of the last rule update.', examples: ['2026-11'] },
    countries: 'Countries and territories.',
  }),
  Country: part(countrySchema, 'A country or territory.', {
    code: {
      description:
        'ISO 3166-1 alpha-2 code. Also `XI` for Northern Ireland, `XK` for Kosovo, and `EU` for numbers that the EU itself issues.',
      examples: ['BE'],
    },
    name: 'English name.',
    adjective: 'Adjective of the country, such as "German" or "UK".',
    accepted:
      'IDs of the types that are accepted in reports, by `purpose` and `holder`. Empty if the country issues no TINs, or none that we can validate.',
    types: 'Types of number, most common first.',
  }),
  TaxIdType: part(typeSchema, 'A type of number.', {
    id: { description: 'Stable ID, `CC.TYPE`.', examples: ['BE.VAT'] },
    label: 'Short name in its own country.',
    name: 'Full name in English.',
    localName: 'Name in its own country, if different.',
    holder: 'Who the number is issued to.',
    kind: `The main use of the number.\n\n${kindTexts}`,
    kinds: 'Every use of the number, main one first. A Polish NIP, for example, is a TIN and a VAT number.',
    onRequest:
      'Whether the type is checked only if you send its `type` or `kind`, because the number is not a tax ID.',
    check: 'The strongest check available without a register. `none` means length and characters only.',
    basis:
      'Where the rule comes from. `published`: a tax office, a law, the OECD or the EU. `secondary`: other public sources, which no authority confirms, so the rule is less strict.',
    length: 'Length in words, such as "9 digits". `none` if no number is issued.',
    prefixes: "Optional prefixes that aren't part of the number, most common first.",
    formats: 'Accepted formats.',
    changes: 'Dated rule changes, oldest first.',
    example:
      'A valid example in the usual format that belongs to no living person. `null` if no number is issued.',
    register: 'The official register. `null` if there is no public one.',
  }),
  Format: part(formatSchema, 'A format of a number.', {
    written: 'The usual format: `#` is a digit, `@` a letter, `?` either. Other characters are literal.',
    pattern: "Regular expression for the compact form. Doesn't include the check digit.",
  }),
  RuleChange: part(changeSchema, 'A change in law or practice.', {
    date: 'Year, month or day of the change.',
    text: 'What changed.',
  }),
  TaxIdTypeRegister: part(namedRegisterSchema, 'The official register for a type of number.', {
    name: { description: 'Name of the register.', examples: ['VIES'] },
    state: 'Whether we query the register.',
  }),
  Registers: part(registersSchema, 'The status of every register.', {
    updatedAt: 'When this status was generated.',
    registers: 'VIES first, then its member states, then other registers.',
  }),
  RegisterStatus: part(registerStatusSchema, 'A register, or a member state in VIES.', {
    id: { description: 'Stable ID.', examples: ['vies:DE'] },
    name: 'Name of the register. For a member state, its English name.',
    country:
      'ISO 3166-1 alpha-2 code, or `XI` for Northern Ireland. `null` if the register covers several countries.',
    state: 'Whether we query the register.',
    health:
      'Based on our calls in the last hour. `ok`: at least 90% succeeded. `poor`: less than 90%. `down`: less than 50%. `unknown`: no calls.',
    publishedStatus:
      'The status that VIES publishes for itself or the member state. `null` for other registers.',
    lastHour: 'Our calls in the last hour.',
    lastDay: 'Our calls in the last 24 hours.',
    hours:
      'Share of successful calls in each of the last 24 hours, 0 to 1, oldest first. `null` for an hour without calls.',
  }),
  RegisterCalls: part(registerStatusSchema.shape.lastHour, 'Our calls to a register.', {
    calls: 'Number of calls.',
    answered: 'Number of successful calls.',
    milliseconds: 'Mean response time in milliseconds. `null` without calls.',
  }),
  SandboxToken: part(sandboxTokenSchema, 'A token for the sandbox.', {
    token: 'Send it as `Authorization: Bearer …`.',
    expiresAt: 'When it stops working.',
    calls: 'Number of calls that you can make with it.',
  }),
  EventList: part(eventListSchema, 'A page of events.', {
    events: 'The events, oldest first.',
    next: 'Send it as `after` in the next call, also if there are no events yet. `null` if there has been none.',
  }),
  Event: part(eventSchema, 'Something that happened. The same as the body of a webhook.', {
    id: 'ID of the event.',
    type: { description: 'What happened. We can add types at any time.', examples: ['batch.completed'] },
    timestamp: 'When it happened.',
    live: '`false` for events of test tokens.',
    organizationId: 'ID of your organization.',
    data: { description: 'What changed: see [Events](/docs/guides/webhooks#events).', anyOf: eventData },
  }),
  Health: part(healthSchema, 'The health of the service.', {
    status:
      '`ok`, `degraded` (a part is down or late, and calls still work) or `down` (the database is down).',
  }),
  Error: part(
    errorSchema,
    "Every failed request returns this body. Failed requests don't count toward your quota. With `Accept: application/problem+json`, its content type is `application/problem+json` (RFC 9457).",
    {
      type: 'The same as `docs`. Only in `application/problem+json`, like `title`, `status` and `detail`.',
      title: 'What the code means.',
      status: 'The HTTP status.',
      detail: 'The same as `message`.',
      message: 'Human-readable message. The wording can change.',
      code: 'Machine-readable code. Each status lists its codes. We can add codes at any time.',
      requestId: 'Unique ID of the request, the same as `X-Request-Id`.',
      docs: 'Link to the page about this code.',
      details: 'The invalid fields.',
      live: '`false` if the request used a test token. Omitted otherwise.',
      cost: 'If a batch exceeds the quota: the validations that it needs.',
      remaining: 'If a batch exceeds the quota: the validations left this month.',
      missing: 'If a batch exceeds the quota: `cost` minus `remaining`.',
      limit: 'If there are too many batches, pending validations or monitors: how many your plan allows.',
      monitorId: 'If a number is already monitored: the ID of its monitor.',
    },
  ),
  ...batchParts,
  ...recordParts,
  ...monitorParts,
  FieldError: part(fieldErrorSchema, 'An invalid field.', {
    path: {
      description: 'Path of the field in the request body. Empty for the body itself.',
      examples: ['tin'],
    },
    message: 'Human-readable message.',
  }),
}

const additionalInfo: Schema = {
  type: 'object',
  description:
    "Key-value pairs, all of them strings. Keys that don't apply are omitted. We can add keys at any time.",
  properties: { ...infoProperties },
  additionalProperties: true,
}

function describedBy(docs: Part['fields'][string] | undefined, schema: Schema): Schema {
  if (typeof docs === 'string') return { ...schema, description: docs }
  return docs?.$ref === undefined ? { ...schema, ...docs } : docs
}

export function componentSchemas(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, { schema }] of Object.entries(parts)) registry.add(schema, { id })
  registry.add(answer.additionalInfo, { id: 'AdditionalInfo' })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
  })
  const described = Object.entries(parts).map(([id, { description, fields }]) => {
    const { type, properties = {}, required = [] } = simplify(schemas[id] ?? {})
    const fieldSchemas = Object.entries(properties).map(([field, schema]) => {
      const docs = fields[field]
      return [field, describedBy(docs, schema as Schema)] as const
    })
    return [id, { type, description, properties: Object.fromEntries(fieldSchemas), required }] as const
  })
  return { ...Object.fromEntries(described), AdditionalInfo: additionalInfo } as Record<string, Schema>
}
