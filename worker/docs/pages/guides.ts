import {
  concurrentBatchLimits,
  MAX_ROWS,
  MAX_TEST_ROWS,
  MAX_UNREADABLE_ROWS,
  RETRY_DAYS,
  uploadLimits,
} from '#worker/batches/contract.ts'
import { PENDING_HOURS, pendingLimits } from '#worker/batches/pending/contract.ts'
import { byTier, formatNumber, recordYearsByTier } from '#worker/docs/fill.ts'
import { answerExamples } from '#worker/docs/openapi/answer-examples.ts'
import { uploads } from '#worker/docs/openapi/batch-operations.ts'
import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { bodyLimit, errorExample, uploadLimit } from '#worker/docs/openapi/endpoint-errors.ts'
import { endpoints } from '#worker/docs/openapi/endpoints.ts'
import { at, exampleRequests, requestId } from '#worker/docs/openapi/examples.ts'
import { monitorExamples } from '#worker/docs/openapi/monitor-operations.ts'
import { waiting } from '#worker/docs/openapi/pending-operations.ts'
import { chainFileExample } from '#worker/docs/openapi/record-operations.ts'
import { answerWarnings } from '#worker/docs/openapi/response-codes.ts'
import { ignoredTexts } from '#worker/docs/openapi/result-texts.ts'
import { magicNumbersOf, outcomeTexts } from '#worker/docs/openapi/sandbox-texts.ts'
import { eventExample, eventNames, eventText } from '#worker/docs/openapi/webhook-events.ts'
import type { Page, SiteSettings } from '#worker/docs/site/page.ts'
import { snippetsIn } from '#worker/docs/snippets/snippets.ts'
import { MAX_IDEMPOTENCY_KEY } from '#worker/idempotency/idempotent-call.ts'
import { MAX_NUMBERS, MAX_RESULTS } from '#worker/mcp/constants.ts'
import {
  batchRetention,
  DELETION_GRACE_DAYS,
  monthlyLimits,
  type Tier,
  tierNames,
} from '#worker/membership/constants.ts'
import {
  CHANGE_LAG_MINUTES,
  CHECK_HOURS,
  dailyMonitorChangeLimits,
  MAX_TEST_MONITORS,
  monitorLimits,
} from '#worker/monitors/contract.ts'
import { APP_IDLE_DAYS } from '#worker/oauth/contract.ts'
import { tierSchema } from '#worker/organizations/contract.ts'
import { BURST, TEST_BURST, UNKNOWN_TOKENS } from '#worker/quota/authorization.ts'
import { isolateLimits, limits } from '#worker/rate-limits.ts'
import { MAX_EXPORTED_RECORDS } from '#worker/records/contract.ts'
import { registers } from '#worker/registers/registers.ts'
import { STATUS_DAYS } from '#worker/status/contract.ts'
import { type Country, countries, reportingHolders } from '#worker/tin/index.ts'
import { type ReportingRule, reportingRule } from '#worker/tin/reporting.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import type { Result } from '#worker/validation/constants.ts'
import { ignoredKinds, results, resultTexts, validateSchema } from '#worker/validation/contract.ts'
import { precedence } from '#worker/validation/result.ts'
import { SANDBOX_TOKEN, type SandboxOutcome, sandboxOutcomes } from '#worker/validation/sandbox/contract.ts'
import {
  DISABLED_AFTER_DAYS,
  EVENT_RETENTION_DAYS,
  endpointLimits,
  MAX_TRIES,
  RETRY_PAUSE_SECONDS,
  SECRET_OVERLAP_HOURS,
  TIMEOUT_SECONDS,
  WARNED_AFTER_DAYS,
} from '#worker/webhooks/contract.ts'
import { uploadedFile, uploadSnippets } from './batch-parts.ts'
import { capitalized, emailLink, jsonBlock, markdownTable } from './blocks.ts'
import { describeField } from './field-list.ts'
import { guidePage, type Values } from './guide-file.ts'
import { fieldOf } from './openapi-parts.ts'
import { confirmedText, coverageOf } from './register-facts.ts'
import { codeTabs, printsResult, snippets, tryIt, validateRequest } from './try-it.ts'

export const quickstart = (): Page =>
  guidePage('quickstart', '/docs/', {
    countries: countries.length,
    free: monthlyLimits.FREE,
    resultTable: resultTable(),
    tryIt: tryIt({
      id: 'quickstart',
      request: validateRequest({ countryCode: 'DE', tin: '136695976' }, printsResult),
      examples: [
        { summary: 'A valid German VAT number', body: { countryCode: 'DE', tin: '136695976' } },
        { summary: 'Two digits swapped', body: exampleRequests.invalid.value },
        { summary: 'A French company', body: { countryCode: 'FR', tin: '40303265045' } },
        { summary: 'A Brazilian CNPJ', body: { countryCode: 'BR', tin: '16.727.230/0001-97' } },
      ],
    }),
  })

export const guides = (document: OpenApiDocument, settings: SiteSettings): Page[] => [
  guidePage('checkout', '/docs/guides/checkout', checkoutValues()),
  guidePage('vat', '/docs/guides/vat'),
  guidePage('go-live', '/docs/guides/go-live'),
  guidePage('errors', '/docs/guides/errors', errorValues()),
  guidePage('retries', '/docs/guides/retries'),
  guidePage('idempotency', '/docs/guides/idempotency', idempotencyValues()),
  guidePage('sandbox', '/docs/guides/sandbox', sandboxValues()),
  guidePage('batches', '/docs/guides/batches', batchValues()),
  guidePage('spreadsheets', '/docs/guides/spreadsheets'),
  guidePage('webhooks', '/docs/guides/webhooks', webhookValues()),
  guidePage('mcp', '/docs/guides/mcp', {
    idleDays: APP_IDLE_DAYS,
    maxNumbers: MAX_NUMBERS,
    maxResults: MAX_RESULTS,
    maxBody: bodyLimit,
  }),
  guidePage('client', '/docs/guides/client'),
  guidePage('registers', '/docs/guides/registers', registerValues(document)),
  guidePage('confidence', '/docs/guides/confidence', confidenceValues(document)),
  guidePage('crs-dac7', '/docs/guides/crs-dac7', reportingValues()),
  guidePage('monitoring', '/docs/guides/monitoring', monitoringValues()),
  guidePage('records', '/docs/guides/records', recordValues()),
  guidePage('evidence', '/docs/guides/evidence'),
  guidePage('rate-limits', '/docs/guides/rate-limits', limitValues(document)),
  guidePage('moving', '/docs/guides/moving'),
  guidePage('versioning', '/docs/guides/versioning', {
    version: document.info.version,
    months: DEPRECATION_MONTHS,
  }),
  guidePage('security', '/docs/guides/security', storageValues(settings)),
  guidePage('availability', '/docs/guides/availability', {
    statusDays: STATUS_DAYS,
    region: settings.region,
    supportEmail: emailLink(settings),
  }),
]

const DEPRECATION_MONTHS = 12

const storageValues = (settings: SiteSettings) => ({
  activityDays: settings.activityDays,
  auditDays: settings.auditDays,
  region: settings.region,
  supportEmail: emailLink(settings),
  minDays: batchRetention.min,
  maxDays: batchRetention.max,
  ...recordYearsByTier,
  eventDays: EVENT_RETENTION_DAYS,
  deletionDays: DELETION_GRACE_DAYS,
})

const americanReport = { countryCode: 'US', tin: '123456789', purpose: 'crs', holder: 'person' } as const

const reportingValues = (): Values => ({
  tryIt: tryIt({
    id: 'crs',
    request: validateRequest(americanReport, { prints: ['reporting'] }),
    examples: [
      { summary: 'A person in the United States', body: americanReport },
      {
        summary: 'A VAT number of a German company',
        body: { countryCode: 'DE', tin: '136695976', purpose: 'crs', holder: 'entity' },
      },
      {
        summary: 'A country without TINs',
        body: { countryCode: 'BM', tin: 'none', purpose: 'crs', holder: 'entity' },
      },
    ],
  }),
  reportingExample: jsonBlock(
    'reporting',
    checkFormat(validateSchema.parse(americanReport), requestId, at).reporting,
  ),
  reportingTable: markdownTable(['Country', 'Person', 'Entity', 'Source'], countries.map(reportingRow)),
})

function reportingRow({ code, name }: Country): string[] {
  const rules = reportingHolders.flatMap((holder) => reportingRule(code, holder) ?? [])
  const sources = [...new Set(rules.flatMap(({ source }) => source?.name ?? []))]
  const path = `/docs/countries/${code.toLowerCase()}`
  return [`[${name}](${path})`, ...rules.map(reportingCell), sources.join(', ') || 'Uses of the types']
}

function reportingCell({ status, accepted, note }: ReportingRule): string {
  if (status === 'not_issued') return 'None: reason A'
  if (status === 'unknown') return ['Unknown.', note].filter(Boolean).join(' ')
  const names = accepted.map((number) => (number.id ? number.name : `${number.name} (not checked)`))
  return [`${names.join(', ')}.`, note].filter(Boolean).join(' ')
}

const decisions: Readonly<Partial<Record<SandboxOutcome, string>>> = {
  registered: 'accept',
  not_registered: 'ask-again',
  name_differs: 'ask-again',
  unavailable: 'accept-and-recheck',
  rate_limited: 'accept-and-recheck',
  error_503: 'accept-and-recheck',
}

const checkoutValues = (): Values => ({
  checkTabs: codeTabs('check', snippetsIn('check-tax-id')),
  decisionTable: markdownTable(
    ['Number', 'What happens', 'Decision'],
    magicNumbersOf('DE').flatMap(({ tin, outcome }) => {
      const decision = decisions[outcome]
      return decision ? [[`\`${tin}\``, outcomeTexts[outcome], `\`${decision}\``]] : []
    }),
  ),
})

const idempotencyValues = () => ({
  maxKey: MAX_IDEMPOTENCY_KEY,
  tryIt: tryIt({
    id: 'idempotency',
    request: validateRequest(
      { countryCode: 'DE', tin: '136695976' },
      { headers: { 'Idempotency-Key': '7f4d2c1e-9b0a-4e53-8a6f-2d1c3b5a7e90' } },
    ),
  }),
})

const monitoringValues = (): Values => ({
  createSnippets: snippets('create-monitor', {
    method: 'POST',
    path: endpoints.createMonitor.path,
    needsToken: 'live',
    body: monitorExamples.create,
    prints: ['id'],
  }),
  ...byTier(monitorLimits),
  testMonitors: MAX_TEST_MONITORS,
  checkHours: CHECK_HOURS,
  changeLag: CHANGE_LAG_MINUTES,
})

const recordValues = (): Values => ({
  keepSnippets: snippets('keep', {
    method: 'POST',
    path: endpoints.validate.path,
    needsToken: 'live',
    body: { ...exampleRequests.registered.value, record: true },
    prints: ['recordId'],
  }),
  ...recordYearsByTier,
  maxRecords: MAX_EXPORTED_RECORDS,
  testRecords: limits.testRecordsByOrganization.calls,
  chainExample: jsonBlock('chain.json', chainFileExample),
})

const batchValues = (): Values => ({
  maxRows: MAX_ROWS,
  maxUpload: uploadLimit,
  retryDays: RETRY_DAYS,
  maxTestRows: MAX_TEST_ROWS,
  maxUnreadableRows: MAX_UNREADABLE_ROWS,
  planRows: tierSchema.options.map(planRow).join('\n'),
  createSnippets: snippets('create-batch', {
    method: 'POST',
    path: '/api/tinproof/batches',
    needsToken: 'live',
    body: { ...uploads.json, items: uploads.json.items.slice(0, 2) },
    prints: ['id'],
  }),
  uploadSnippets: uploadSnippets(),
  uploadedFile: uploadedFile(),
})

function planRow(tier: Tier): string {
  const { batches, megabytes } = uploadLimits[tier]
  const perPeriod = ({ hour, day }: typeof batches, unit = '') =>
    `${formatNumber(hour)}${unit} / ${formatNumber(day)}${unit}`
  return `| ${tierNames[tier]} | ${concurrentBatchLimits[tier]} | ${perPeriod(batches)} | ${perPeriod(megabytes, ' MiB')} |`
}

const eventAnchor = (name: string) => name.replace('.', '')

const eventExamples = (): string =>
  eventNames
    .map((name) => `### \`${name}\`\n\n${jsonBlock(eventText(name), eventExample(name))}`)
    .join('\n\n')

function pauseText(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`
  return seconds < 3_600 ? `${seconds / 60} minutes` : `${seconds / 3_600} hours`
}

const webhookValues = (): Values => ({
  ...byTier(endpointLimits),
  eventTable: markdownTable(
    ['Type', 'When'],
    eventNames.map((name) => [`[\`${name}\`](#${eventAnchor(name)})`, eventText(name)]),
  ),
  examples: eventExamples(),
  verifySnippets: codeTabs('verify', snippetsIn('verify-webhook', { bash: 'Shell' })),
  timeout: TIMEOUT_SECONDS,
  retryTable: markdownTable(
    ['Try', 'After'],
    RETRY_PAUSE_SECONDS.map((seconds, index) => [String(index + 2), pauseText(seconds)]),
  ),
  maxTries: MAX_TRIES,
  disabledDays: DISABLED_AFTER_DAYS - WARNED_AFTER_DAYS,
  retentionDays: EVENT_RETENTION_DAYS,
  overlapHours: SECRET_OVERLAP_HOURS,
})

const MAGIC_SHOWN = 4

function sandboxValues(): Values {
  return {
    minutes: SANDBOX_TOKEN.seconds / 60,
    calls: SANDBOX_TOKEN.calls,
    perHour: SANDBOX_TOKEN.perHour,
    testCalls: TEST_BURST.calls,
    testSeconds: TEST_BURST.seconds,
    testKeys: limits.testKeysByOrganization.calls,
    testValidations: limits.testValidationsByOrganization.calls,
    outcomeTable: markdownTable(
      ['Value', 'What happens'],
      sandboxOutcomes.map((outcome) => [`\`${outcome}\``, outcomeTexts[outcome]]),
    ),
    magicTable: markdownTable(
      ['Number', 'What happens'],
      magicNumbersOf('DE')
        .slice(0, MAGIC_SHOWN)
        .map(({ tin, outcome }) => [`\`${tin}\``, `\`${outcome}\``]),
    ),
    tryIt: tryIt({
      id: 'sandbox',
      request: validateRequest({ countryCode: 'FR', tin: '40303265045', sandbox: 'not_registered' }),
      examples: ['not_registered', ...sandboxOutcomes.filter((outcome) => outcome !== 'not_registered')].map(
        (outcome) => ({
          summary: outcome,
          body: { countryCode: 'FR', tin: '40303265045', sandbox: outcome },
        }),
      ),
    }),
  }
}

const errorValues = () => ({
  errorExample: jsonBlock('Status 422', errorExample('INVALID_INPUT')),
  answerExample: jsonBlock('errors', answerExamples('INVALID_CHECKSUM').errors),
})

function registerValues(document: OpenApiDocument): Values {
  const option = (name: string) => describeField(fieldOf(document, 'ValidateRequest', name))
  const warnings = ['SOURCE_UNAVAILABLE', 'SOURCE_STALE', 'SOURCE_FALLBACK'].map(
    (code) => `| \`${code}\` | ${answerWarnings[code]} |`,
  )
  return {
    source: option('source'),
    fresh: option('fresh'),
    maxAge: option('maxAge'),
    name: option('name'),
    address: option('address'),
    ignoredTable: markdownTable(
      ['`kind`', 'What differs', 'Still exact'],
      ignoredKinds.map((kind) => [
        `\`${kind}\``,
        ignoredTexts[kind].sentence,
        ignoredTexts[kind].costs ? 'No' : 'Yes',
      ]),
    ),
    outageWarnings: warnings.join('\n'),
    waitSnippets: snippets('wait', {
      method: 'POST',
      path: endpoints.validate.path,
      needsToken: 'live',
      body: { ...exampleRequests.silent.value, async: 'until_confirmed' },
    }),
    pendingExample: jsonBlock('Part of the response', waiting),
    pendingHours: PENDING_HOURS,
    ...byTier(pendingLimits),
    registerTable: markdownTable(
      ['Register', 'Countries', 'Confirms'],
      registers.map((register) => [
        register.name,
        coverageOf(register),
        capitalized(confirmedText(register)),
      ]),
    ),
  }
}

const confidences: Readonly<Record<string, string>> = {
  register: 'An official register confirmed or rejected this number.',
  checksum: "The check digit. It detects typos, but doesn't prove that the number was issued.",
  structure: 'Dates, regions or other parts of the number.',
  format: "Length and characters only. Mistyped digits aren't detected.",
}

const resultTable = () =>
  markdownTable(
    ['`result`', 'Meaning', 'What to do'],
    results.map((result) => [`\`${result}\``, resultTexts[result].sentence, resultTexts[result].advice]),
  )

const resultConditions: Readonly<Record<Result, string>> = {
  unsupported: 'There is no rule for the country or type, or the country issues no tax IDs.',
  invalid:
    "The format or the check digit is wrong, or a register that responded doesn't list the number as registered.",
  different_name:
    'A register that responded lists the number, and its name clearly differs from the one you sent.',
  confirmed:
    "A register that responded lists the number. The names are the same or similar, or couldn't be compared.",
  unconfirmed:
    "The register didn't respond. This is also the result if its last response is known, or if a fallback register lists the number but proves less.",
  format_only: "No register lists all numbers of this type, we aren't connected to it, or you didn't ask it.",
}

const precedenceTable = () =>
  markdownTable(
    ['First that applies', '`result`'],
    precedence.map(([result]) => [resultConditions[result], `\`${result}\``]),
  )

function confidenceValues(document: OpenApiDocument): Record<string, string> {
  const { enum: values = [] } = fieldOf(document, 'AdditionalInfo', 'confidence')
  const describe = (field: string) => `- \`${field}\`: ${fieldOf(document, 'Validation', field).description}`
  return {
    confidenceTable: markdownTable(
      ['Value', 'Based on'],
      values.map((value) => [`\`${value}\``, confidences[String(value)] ?? '']),
    ),
    checkList: ['format', 'source', 'overall'].map(describe).join('\n'),
    resultTable: resultTable(),
    precedenceTable: precedenceTable(),
  }
}

function limitValues(document: OpenApiDocument): Record<string, string> {
  const { RateLimit, 'RateLimit-Policy': policy } = document.components.headers
  const lengths = ['tin', 'type', 'name', 'address'].map((field) => {
    const { maxLength = 0 } = fieldOf(document, 'ValidateRequest', field)
    return [`\`${field}\``, `${formatNumber(maxLength)} characters`]
  })
  return {
    planTable: markdownTable(
      ['Plan', 'Validations per month'],
      tierSchema.options.map((tier) => [tierNames[tier], formatNumber(monthlyLimits[tier])]),
    ),
    rateTable: markdownTable(
      ['What', 'Limit'],
      [
        ['Burst of calls per organization', `About ${formatNumber(BURST.calls)} in ${BURST.seconds} seconds`],
        [
          'Monitors created, imported or changed, per organization',
          `${tierSchema.options.map((tier) => `${formatNumber(dailyMonitorChangeLimits[tier])} (${tierNames[tier]})`).join(', ')} per day`,
        ],
        [
          'Checks of monitors on request, per organization',
          `${limits.monitorCheckByOrganization.calls} per hour`,
        ],
        ['Exports of records, per organization', `${limits.organizationExport.calls} per hour`],
        ['Test tokens, per organization', `${TEST_BURST.calls} in ${TEST_BURST.seconds} seconds`],
        ['A sandbox token', `${SANDBOX_TOKEN.calls} calls`],
        ['New sandbox tokens, per IP address', `${SANDBOX_TOKEN.perHour} per hour`],
        ["Tokens that don't exist, per IP address", `${UNKNOWN_TOKENS.calls} per minute`],
        ['Health checks, per IP address', `${isolateLimits.healthByAddress.calls} per minute`],
      ],
    ),
    sizeTable: markdownTable(
      ['What', 'Limit'],
      [
        ['Request body', bodyLimit],
        ['Numbers in one request', `1, or ${formatNumber(MAX_ROWS)} in a batch`],
        ['Upload of a batch', uploadLimit],
        ...lengths,
      ],
    ),
    rateLimitExample: String(RateLimit?.example),
    rateLimitPolicyExample: String(policy?.example),
  }
}
