import { zValidator } from '@hono/zod-validator'
import type { Context as HonoContext, Input } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod/mini'
import {
  AppError,
  asAppError,
  type ErrorCode,
  type InputIssue,
  invalidField,
  invalidInput,
} from '#worker/errors.ts'
import { describeInput } from '#worker/lib/describe-issue.ts'
import { unreadableFields } from '#worker/lib/text.ts'
import type { AppEnv } from './app-env.ts'

z.config({ localeError: describeInput })

type Parsed<Data> =
  | { success: true; data: Data }
  | { success: false; error: { issues: readonly InputIssue[] } }

/** Every input of every route passes here. Returns INVALID_INPUT instead of throwing it. */
function checked<Data>(result: Parsed<Data>): Data | AppError {
  if (!result.success) return invalidInput(result.error.issues)
  const unreadable = unreadableFields(result.data)
  if (unreadable.length === 0) return result.data
  return invalidInput(
    unreadable.map((path) => ({ path, message: `${path.join('.')} must not contain control characters` })),
  )
}

/** A form of another site can't send JSON. Throws UNSUPPORTED_MEDIA_TYPE. */
export const requireJson = createMiddleware<AppEnv>(async (c, next) => {
  if (hasBody(c) && !isJson(c)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  await next()
})

const hasBody = (c: HonoContext) => c.req.raw.body !== null && c.req.header('Content-Length') !== '0'

const isJsonType = /^application\/([\w.+-]+\+)?json\s*(;|$)/i

const contentType = (c: HonoContext) => c.req.header('Content-Type') ?? ''

export const isJson = (c: HonoContext) => isJsonType.test(contentType(c))

export type UploadType = 'json' | 'ndjson' | 'csv'

const isUploadType = {
  json: isJsonType,
  csv: /^(text\/(csv|tab-separated-values)|application\/csv)\s*(;|$)/i,
  ndjson: /^application\/(x-)?(ndjson|jsonl|json-lines)\s*(;|$)/i,
}

/** Forms on other sites can't send these types. Throws UNSUPPORTED_MEDIA_TYPE, also for a compressed body. */
export const requireUploadType = (type: UploadType) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (isCompressed(c)) throw compressedBody()
    if (!isUploadType[type].test(contentType(c))) throw unsupportedUpload(type)
    await next()
  })

const uploadTypes = {
  json: 'application/json. For a CSV or NDJSON file, add /csv or /ndjson to the path',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
}

export const unsupportedUpload = (type: UploadType) =>
  new AppError('UNSUPPORTED_MEDIA_TYPE', { message: `Send the request body as ${uploadTypes[type]}.` })

const isCompressed = (c: HonoContext) => !/^(identity)?$/i.test(c.req.header('Content-Encoding') ?? '')

const compressedBody = () =>
  new AppError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the body uncompressed, without Content-Encoding.' })

const unreadableJson = (c: HonoContext, cause: unknown) =>
  isCompressed(c) ? compressedBody() : new AppError('INVALID_JSON', { cause })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Throws BODY_INCOMPLETE if the caller is gone. */
export const readBytes = (c: HonoContext): Promise<ArrayBuffer> =>
  c.req.arrayBuffer().catch((cause: unknown) => {
    throw new AppError('BODY_INCOMPLETE', { cause })
  })

/** JSON is UTF-8 (RFC 8259, 8.1). A lenient decoder would validate a number or a name with other characters. */
async function readUtf8(c: HonoContext): Promise<string> {
  const bytes = await readBytes(c)
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw unreadableJson(c, cause)
  }
}

/** Throws INVALID_JSON. */
export async function readJsonBody(c: HonoContext): Promise<unknown> {
  const text = await readUtf8(c)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadableJson(c, cause)
  }
}

/** Returns INVALID_JSON and INVALID_INPUT instead of throwing them, for routes that authenticate first. */
export const readInput = <Schema extends z.core.$ZodType>(
  c: HonoContext<AppEnv>,
  schema: Schema,
): Promise<z.output<Schema> | AppError> =>
  readJsonBody(c).then((json) => checked<z.output<Schema>>(z.safeParse(schema, json)), asAppError)

/** `limit=5&limit=6` reaches a schema as a list, which isn't what is wrong with it. */
function refuseRepeated(c: HonoContext, issues: readonly InputIssue[]): void {
  const names = issues.map(({ path: [name] }) => String(name))
  const repeated = names.find((name) => (c.req.queries(name)?.length ?? 0) > 1)
  if (repeated) throw invalidField(repeated, `${repeated} must be sent only once`)
}

export type InputTarget = 'json' | 'query' | 'param'

/** What a handler reads, so that a test can send everything to every route. */
export const inputOf = new WeakMap<object, { readonly [Target in InputTarget]?: z.core.$ZodType }>()

function validator<Schema extends z.core.$ZodType, Target extends InputTarget>(
  target: Target,
  schema: Schema,
  code?: ErrorCode,
) {
  const validate = zValidator(target, schema, (result, c) => {
    if (target === 'query' && !result.success) refuseRepeated(c, result.error.issues)
    const input = checked(result)
    if (input instanceof AppError) throw code ? new AppError(code) : input
  })
  const handler: typeof validate = async (c, next) => {
    if (target === 'json' && isJson(c)) await readUtf8(c)
    return await validate(c, next)
  }
  inputOf.set(handler, { [target]: schema })
  return handler
}

export const body = <Schema extends z.core.$ZodType>(schema: Schema) => validator('json', schema)

export function parseQuery<Schema extends z.core.$ZodType>(
  c: HonoContext<AppEnv>,
  schema: Schema,
): z.output<Schema> {
  const sent = Object.entries(c.req.queries()).map(([name, values]) => [
    name,
    values.length > 1 ? values : values[0],
  ])
  const value = Object.fromEntries(sent)
  const result = z.safeParse(schema, value)
  if (!result.success) refuseRepeated(c, result.error.issues)
  const input = checked<z.output<Schema>>(result)
  if (input instanceof AppError) throw input
  return input
}

/** Only types the input, for routes that parse it themselves. */
export const declaredInput = <In extends NonNullable<Input['in']>>() =>
  createMiddleware<AppEnv, string, { in: In }>(async (_, next) => {
    await next()
  })

export const query = <Schema extends z.core.$ZodType>(schema: Schema) => validator('query', schema)

export const params = <Schema extends z.core.$ZodType>(schema: Schema, code?: ErrorCode) =>
  validator('param', schema, code)
