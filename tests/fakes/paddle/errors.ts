import { json, type Reply } from '#tests/fakes/fake.ts'

export interface FieldError {
  readonly field: string
  readonly message: string
}

/** An answer of Paddle's API that is not 2xx. Source: developer.paddle.com/errors */
export class PaddleError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldError[]

  constructor(
    status: number,
    code: string,
    detail = code.replaceAll('_', ' '),
    fields: readonly FieldError[] = [],
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.fields = fields
  }

  static notFound = (id: string) => new PaddleError(404, 'not_found', `Entity ${id} not found`)

  static invalid = (field: string, message: string) =>
    new PaddleError(400, 'invalid_field', 'Request does not pass validation.', [{ field, message }])
}

export const meta = () => ({ request_id: crypto.randomUUID() })

export function errorReply(
  { status, code, message: detail, fields }: PaddleError,
  area: string,
  headers: Record<string, string> = {},
): Reply {
  const error = {
    type: status === 429 || status >= 500 ? 'api_error' : 'request_error',
    code,
    detail,
    documentation_url: `https://developer.paddle.com/errors/${area}/${code}`,
    ...(fields.length > 0 && { errors: fields }),
  }
  return json(status, { error, meta: meta() }, headers)
}
