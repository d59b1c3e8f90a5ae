import {
  AppError,
  errorDocsPath,
  errorTable,
  type PublicErrorCode,
  publicErrorCodes,
} from '#worker/errors.ts'
import { invalidInput } from '#worker/http/input.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { refusalError } from '#worker/validation/refusal-error.ts'
import type { EndpointId } from './endpoints.ts'
import { at, exampleOrigin, requestId } from './examples.ts'

const none: readonly EndpointId[] = []
const every: readonly EndpointId[] = [
  'validate',
  'createSandboxToken',
  'listCountries',
  'listRegisters',
  'readHealth',
]
const validating: readonly EndpointId[] = ['validate']

const endpointsByCode: Readonly<Record<PublicErrorCode, readonly EndpointId[]>> = {
  INVALID_JSON: validating,
  BODY_INCOMPLETE: none,
  INVALID_TOKEN: validating,
  TOKEN_REQUIRED: validating,
  TOKEN_EXPIRED: validating,
  PERMISSION_MISSING: validating,
  ORGANIZATION_SUSPENDED: validating,
  // For calls that need an organization.
  SANDBOX_TOKEN_REFUSED: none,
  // For any other URL or method.
  ROUTE_NOT_FOUND: none,
  BATCH_NOT_FOUND: none,
  METHOD_NOT_ALLOWED: none,
  IDEMPOTENCY_KEY_IN_USE: validating,
  BATCH_LIMIT_REACHED: none,
  BATCH_RECEIVING: none,
  BATCH_ENDED: none,
  BATCH_CANCELLED: none,
  NOTHING_TO_RETRY: none,
  BODY_TOO_LARGE: validating,
  TOO_MANY_ROWS: none,
  UNSUPPORTED_MEDIA_TYPE: validating,
  INVALID_INPUT: validating,
  IDEMPOTENCY_KEY_REUSED: validating,
  UNSUPPORTED_COUNTRY: validating,
  QUOTA_EXCEEDED: validating,
  SANDBOX_TOKEN_USED_UP: validating,
  RATE_LIMITED: ['validate', 'createSandboxToken', 'readHealth'],
  INTERNAL: every,
  SETTINGS_INVALID: every,
  SERVICE_UNAVAILABLE: validating,
}

export const bodyLimit = '64 KiB'

const notes: Partial<Record<PublicErrorCode, string>> = {
  PERMISSION_MISSING: 'The token doesn’t have the `read` permission.',
  BODY_TOO_LARGE: `The limit is ${bodyLimit}.`,
  INVALID_INPUT: '`details` lists the invalid fields. An unknown `type` for the country is one of them.',
}

function errorFrom(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('The call did not fail')
}

/** Where the real errors contain more than the error table. */
const realErrors: Partial<Record<PublicErrorCode, AppError>> = {
  INVALID_INPUT: invalidInput(validateSchema.safeParse({ countryCode: 'DE' }).error?.issues ?? []),
  UNSUPPORTED_COUNTRY: errorFrom(() =>
    checkFormat(validateSchema.parse({ countryCode: 'QQ', tin: '1' }), requestId, at),
  ),
  QUOTA_EXCEEDED: refusalError('QUOTA', 0, at),
}

export type EndpointError = {
  code: PublicErrorCode
  status: number
  text: string
  body: Record<string, unknown>
}

export function errorsOfEndpoint(endpoint: EndpointId): Map<number, EndpointError[]> {
  const codes = publicErrorCodes.filter((code) => endpointsByCode[code].includes(endpoint))
  return Map.groupBy(codes.map(toEndpointError), ({ status }) => status)
}

function toEndpointError(code: PublicErrorCode): EndpointError {
  const { message, status, details } = realErrors[code] ?? new AppError(code)
  return {
    code,
    status,
    text: [`\`${code}\`:`, errorTable[code].message, notes[code]].filter(Boolean).join(' '),
    body: {
      message,
      code,
      requestId,
      docs: new URL(errorDocsPath(code) ?? '', exampleOrigin).href,
      ...(details && { details }),
    },
  }
}

/** The error's body, as a response has it. */
export const errorExample = (code: PublicErrorCode) => toEndpointError(code).body
