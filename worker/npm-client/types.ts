/** The API's JSON. The tests compare these types with its contracts. */

export type Check = {
  attempted: boolean
  /** Null if the check was not attempted or got no answer. */
  isValid: boolean | null
  timestamp: string | null
}

export type Warning = { code: string; message: string }

export type CheckError = { code: string; message: string; timestamp: string; retryable: boolean }

/** What a number is used for. */
export type Kind = 'vat' | 'tin' | 'business' | 'person' | 'customs' | 'placeholder'

export type ValidateInput = {
  /** ISO 3166-1 alpha-2, such as `DE`. */
  countryCode: string
  tin: string
  /** An identifier of `countries()`, such as `DE.VAT`. By default every tax ID that fits. */
  type?: string | undefined
  /** Only types with this value in `kinds`. */
  kind?: Kind | undefined
  /** False: checks only the format. */
  source?: boolean | undefined
  /** True: skips the cache and queries the register. */
  fresh?: boolean | undefined
  /** Maximum age of a cached register response, in seconds. */
  maxAge?: number | undefined
  /** The name to compare with the register's. */
  name?: string | undefined
  /** Whether the number is accepted in reports (CRS, DAC7). `countryCode` is the residence, and `holder` is required. */
  purpose?: 'crs' | undefined
  holder?: 'person' | 'entity' | undefined
  /** The address to compare with the register's. */
  address?: string | undefined
  /** Waits for a register that is down: the answer is then `pending`. */
  async?: 'until_confirmed' | undefined
  /** Keeps a signed record of the answer. By default, as your organization has set it. */
  record?: boolean | undefined
  /** For test tokens: what the register answers. */
  sandbox?: string | undefined
}

/** What a validation found, in one word. */
export type Result =
  | 'confirmed'
  | 'different_name'
  | 'format_only'
  | 'unconfirmed'
  | 'invalid'
  | 'unsupported'

/** What a register that lists the number proves. */
export type Proof =
  | 'vat_registration'
  | 'customs_registration'
  | 'tax_registration'
  | 'business'
  | 'legal_entity'

/** How a name or an address compares with the register's. */
export type Comparison = {
  match: 'exact' | 'close' | 'different' | 'not_disclosed'
  /** 0 to 100. Null if nothing was compared. */
  score: number | null
  /** Both as they were compared. */
  requested: string
  registered: string | null
  ignored: { kind: IgnoredKind; requested: string | null; registered: string | null }[]
}

export type IgnoredKind =
  | 'legal_form'
  | 'case'
  | 'accents'
  | 'transliteration'
  | 'spacing'
  | 'abbreviation'
  | 'initial'
  | 'typo'
  | 'order'
  | 'extra'
  | 'other_name'
  | 'country'

export type Validation = {
  referenceId: string
  live: boolean
  countryCode: string
  tin: string
  requestDate: string
  result: Result
  /** A sentence that says why. */
  reason: string
  /** Null if no register that responded lists the number. */
  proof: Proof | null
  validation: { format: Check; source: Check; overall: Check }
  tinInfo: { label: string | null; name: string | null; formattedTin: string | null }
  entity: { name: string | null; address: string | null }
  /** Null if no register listed the number, or you sent no name. */
  nameComparison: Comparison | null
  addressComparison: Comparison | null
  warnings: Warning[]
  errors: CheckError[]
  additionalInfo: Record<string, string>
  /** With `purpose`. */
  reporting?: Reporting | undefined
  /** With `async`, if the register was down. */
  validationId?: string | undefined
  /** Whether the API still asks the register. */
  pending?: boolean | undefined
  deadlineAt?: string | undefined
  /** With a record. Null if it couldn't be kept. */
  recordId?: string | null | undefined
}

export type Reporting = {
  purpose: 'crs'
  holder: 'person' | 'entity'
  /** Null if unknown. */
  isAccepted: boolean | null
  message: string
  /** `id` is null for a number that the API can't check. */
  accepted: { id: string | null; name: string; role: 'tin' | 'functional_equivalent' }[]
  /** To report instead of a number: the country issues none. */
  noTinReason: 'A' | null
  note: string | null
  source: { name: string; url: string } | null
}

export type RecordSummary = {
  id: string
  referenceId: string
  live: boolean
  /** Null until it is signed, about a second after the validation. */
  number: number | null
  countryCode: string
  tin: string
  result: Result
  /** In the register. */
  name: string | null
  /** Whether anyone with its link can see it. */
  isShared: boolean
  /** Null if a call kept it. */
  createdBy: string | null
  createdAt: string
  expiresAt: string
}

export type RecordList = { records: RecordSummary[]; next: string | null }

export type ListRecords = {
  /** A number, a name or a reference ID. */
  search?: string | undefined
  /** The first day, such as `2026-01-01`, in UTC. */
  from?: string | undefined
  /** The last day. */
  to?: string | undefined
  /** `next` of the previous page. */
  cursor?: string | undefined
  /** Items per page. */
  limit?: number | undefined
}

export type RecordedRequest = Omit<ValidateInput, 'async' | 'record' | 'sandbox'>

export type SignedRecord = {
  version: 1
  recordId: string
  organizationId: string
  live: boolean
  number: number
  /** SHA-256 of the JWS before it, in base64url. Null for the first. */
  previous: string | null
  keptAt: string
  signedAt: string
  rulesAsOf: string
  request: RecordedRequest
  response: Validation
  salt: string
}

/** `record` is the payload of `jws`. */
export type RecordFile = { record: SignedRecord; jws: string }

export type RecordDetail = RecordSummary & {
  request: RecordedRequest
  response: Validation
  /** Null until it is signed. */
  file: RecordFile | null
  link: { url: string; expiresAt: string } | null
}

export type SignedChain = {
  version: 1
  organizationId: string
  live: boolean
  exportedAt: string
  records: { number: number; hash: string; deletedAt: string | null }[]
}

/** `chain.json` of an export. */
export type ChainFile = { chain: SignedChain; jws: string }

export type Jwks = {
  keys: readonly {
    kty?: string | undefined
    crv?: string | undefined
    x?: string | undefined
    kid?: string | undefined
  }[]
}

export type TaxIdType = {
  id: string
  /** Its usual name in the country, such as `USt-IdNr.` */
  label: string
  name: string
  localName?: string
  holder: 'company' | 'person' | 'any'
  kind: Kind
  kinds: readonly Kind[]
  /** It's checked only if its type or kind is requested. */
  onRequest: boolean
  check: 'checksum' | 'structure' | 'none'
  basis: 'published' | 'secondary'
  /** In words, such as `9 digits`. */
  length: string
  prefixes: readonly string[]
  /** `written`: `#` is a digit, `@` a letter, `?` either. `pattern`: a regular expression for the compact form. */
  formats: readonly { written: string; pattern: string }[]
  changes: readonly { date: string; text: string }[]
  example: string | null
  register: { name: string; state: 'on' | 'off' } | null
}

export type Country = {
  code: string
  name: string
  adjective: string
  /** IDs of the types that are accepted, by purpose and holder. */
  accepted: { crs: Record<'person' | 'entity', readonly string[]> }
  types: readonly TaxIdType[]
}

export type Countries = { rulesAsOf: string; countries: readonly Country[] }

/** `milliseconds` is the mean. Null without a call. */
export type RegisterCalls = { calls: number; answered: number; milliseconds: number | null }

export type RegisterStatus = {
  id: string
  name: string
  country: string | null
  state: 'on' | 'off'
  health: 'ok' | 'poor' | 'down' | 'unknown'
  /** What VIES publishes. Null elsewhere. */
  publishedStatus: 'available' | 'unavailable' | 'unknown' | null
  lastHour: RegisterCalls
  lastDay: RegisterCalls
  /** The answered share of each of the last 24 hours, oldest first, 0 to 1. Null without a call. */
  hours: readonly (number | null)[]
}

export type Registers = { updatedAt: string; registers: readonly RegisterStatus[] }

export type BatchItem = Pick<
  ValidateInput,
  'countryCode' | 'tin' | 'type' | 'kind' | 'name' | 'address' | 'purpose' | 'holder'
> & {
  /** Yours; repeated in the result. */
  customId?: string | undefined
}

export type BatchOptions = {
  name?: string | undefined
  source?: boolean | undefined
  fresh?: boolean | undefined
  maxAge?: number | undefined
  /** Rows without an answer by then are `unconfirmed`. 24 by default. */
  deadlineHours?: number | undefined
}

export type CsvOptions = BatchOptions & CsvColumns

export type CsvColumns = {
  defaultCountry?: string | undefined
  /** Names of the columns in your file, if they are not recognized. */
  tinColumn?: string | undefined
  countryColumn?: string | undefined
  typeColumn?: string | undefined
  kindColumn?: string | undefined
  nameColumn?: string | undefined
  addressColumn?: string | undefined
  purposeColumn?: string | undefined
  holderColumn?: string | undefined
  customIdColumn?: string | undefined
}

export type BatchState = 'receiving' | 'processing' | 'completed' | 'canceled' | 'failed'

export type RowResult = Result | 'unreadable'

export type Batch = {
  id: string
  name: string | null
  state: BatchState
  live: boolean
  source: boolean
  fresh: boolean
  maxAge: number | null
  rows: number
  pendingRows: number
  counts: Record<RowResult, number>
  duplicateRows: number
  cost: { reserved: number; returned: number }
  retryableRows: number
  registers: {
    id: string
    name: string
    waiting: number
    reason: string
    message: string
    nextAt: string
    estimatedEndAt: string | null
  }[]
  failure: { code: string; message: string } | null
  createdBy: string | null
  tokenName: string | null
  createdAt: string
  processingAt: string | null
  completedAt: string | null
  canceledAt: string | null
  failedAt: string | null
  deadlineAt: string
  estimatedEndAt: string | null
  retryUntil: string | null
  expiresAt: string | null
}

export type BatchList = { batches: Batch[]; next: string | null }

export type EstimateItem = Pick<ValidateInput, 'countryCode' | 'tin' | 'type' | 'kind'> & {
  /** How many rows this one represents. 1 by default. */
  rows?: number | undefined
}

export type BatchEstimate = {
  rows: number
  rowsWithoutRegister: number
  registers: {
    id: string
    name: string
    rows: number
    rowsPerMinute: number
    waiting: number
    seconds: number
    estimatedEndAt: string
    rowsAfterDeadline: number
  }[]
  seconds: number
  estimatedEndAt: string
  deadlineAt: string
}

export type BatchResult = Pick<
  Validation,
  | 'reason'
  | 'proof'
  | 'tinInfo'
  | 'entity'
  | 'nameComparison'
  | 'addressComparison'
  | 'warnings'
  | 'additionalInfo'
> & {
  /** The line in the file, or the place in `items`. The first is 1. */
  line: number
  customId: string | null
  countryCode: string | null
  tin: string | null
  /** As you sent it. */
  name: string | null
  result: RowResult
  isValid: boolean | null
  isFormatValid: boolean | null
  isSourceValid: boolean | null
  checkedAt: string | null
  errors: { code: string; message: string; retryable: boolean }[]
  /** With a purpose. */
  reporting?: Omit<Reporting, 'accepted' | 'note' | 'source'> | undefined
}

export type BatchResultsPage = { results: BatchResult[]; next: string | null }

export type MonitorInterval = 'day' | 'week' | 'month'

export type CreateMonitor = Pick<
  ValidateInput,
  'countryCode' | 'tin' | 'type' | 'kind' | 'name' | 'sandbox'
> & {
  every: MonitorInterval
  customId?: string | undefined
}

/** An empty name or customId removes it. */
export type UpdateMonitor = {
  every?: MonitorInterval | undefined
  name?: string | undefined
  customId?: string | undefined
  paused?: boolean | undefined
}

export type MonitorQuery = {
  /** A number, a name or a customId, in full. */
  search?: string | undefined
  result?: Validation['result'] | undefined
  /** In ISO 8601. A change can be listed up to 15 minutes after its `changedAt`. */
  changedSince?: string | undefined
  state?: 'active' | 'paused' | 'failing' | undefined
  /** `next` of the previous page. */
  cursor?: string | undefined
  /** Items per page. */
  limit?: number | undefined
}

export type MonitorAnswer = {
  result: Validation['result']
  reason: string
  name: string | null
  address: string | null
  status: string | null
  register: string | null
}

export type Monitor = {
  id: string
  live: boolean
  countryCode: string
  tin: string
  type: string | null
  name: string | null
  customId: string | null
  every: MonitorInterval
  /** `plan`: it exceeds the plan's limit. */
  pausedBy: 'member' | 'plan' | null
  /** The last one that we reported. Null until the first check ends. */
  answer: MonitorAnswer | null
  checkedAt: string | null
  nextCheckAt: string | null
  changedAt: string | null
  /** Since when a new answer waits to be confirmed. */
  differsSince: string | null
  /** Since when the register hasn't answered. */
  failingSince: string | null
  createdBy: string | null
  createdAt: string
}

export type MonitorChange = {
  at: string
  /** Empty for the first answer. */
  changed: MonitorField[]
  before: MonitorAnswer | null
  after: MonitorAnswer
}

/** Newest change first. */
export type MonitorWithHistory = Monitor & { history: MonitorChange[] }

export type MonitorList = {
  monitors: Monitor[]
  next: string | null
  monitorCount: number
  monitorLimit: number
}

/** Numbers of rows, and the first invalid ones. */
export type ImportedMonitors = {
  created: number
  existing: number
  invalid: number
  overLimit: number
  invalidRows: { line: number; reason: string }[]
}

/** What can differ between two answers. `rules`: our rules for the number's format changed. */
export type MonitorField = 'result' | 'name' | 'address' | 'status' | 'rules'

type EventOf<Type extends string, Data> = {
  id: string
  type: Type
  timestamp: string
  /** False for events of test tokens. */
  live: boolean
  organizationId: string
  data: Data
}

type QuotaData = { percent: number; usedCount: number; monthlyLimit: number; resetDate: string }
type MonitorData = {
  monitorId: string
  countryCode: string
  changed: MonitorField[]
  previousResult: Validation['result']
  result: Validation['result']
  url: string
}
type RegisterData = { register: string; at: string }

/** There can be more types in the future: ignore those that you don't know. */
export type WebhookEvent =
  | EventOf<'batch.completed', { batchId: string; rowCount: number; url: string }>
  | EventOf<'batch.failed', { batchId: string; rowCount: number; failureCode: string; url: string }>
  | EventOf<
      'validation.completed',
      { validationId: string; referenceId: string; result: Validation['result']; url: string }
    >
  | EventOf<'monitor.changed', MonitorData>
  | EventOf<'monitor.failing', { register: string; count: number; url: string }>
  | EventOf<'rule.changed', MonitorData>
  | EventOf<'quota.warning', QuotaData>
  | EventOf<'quota.exhausted', QuotaData>
  | EventOf<'token.expiring', { tokenId: number; name: string; endsAt: string }>
  | EventOf<'register.down', RegisterData>
  | EventOf<'register.up', RegisterData>
  | EventOf<'endpoint.test', { endpointId: string }>

export type EventList = { events: WebhookEvent[]; next: string | null }
