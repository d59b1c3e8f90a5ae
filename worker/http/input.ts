import { zValidator } from '@hono/zod-validator'
import type { Context as HonoContext, Input } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { AppError, type ErrorCode, type FieldError } from '#worker/errors.ts'
import { describeInput } from '#worker/lib/describe-issue.ts'
import type { AppEnv } from './app-env.ts'

// Messages that a schema doesn't state itself.
z.config({ localeError: describeInput })

type Issue = { path: readonly PropertyKey[]; message: string }

export function invalidInput(issues: readonly Issue[]): AppError {
  const details: FieldError[] = issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }))
  const [first] = details
  return new AppError('INVALID_INPUT', { details, ...(first && { message: first.message }) })
}

const hook = (result: { success: boolean; error?: { issues: readonly Issue[] } }) => {
  if (!result.success) throw invalidInput(result.error?.issues ?? [])
}

/** A form of another site can't send JSON. Throws UNSUPPORTED_MEDIA_TYPE. */
export const requireJson = createMiddleware<AppEnv>(async (c, next) => {
  if (hasBody(c) && !isJson(c)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  await next()
})

const hasBody = (c: HonoContext) => c.req.raw.body !== null && c.req.header('Content-Length') !== '0'

export const isJson = (c: HonoContext) =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(c.req.header('Content-Type') ?? '')

/** Returns INVALID_JSON and INVALID_INPUT instead of throwing them, for routes that authenticate first. */
export async function readInput<Schema extends z.ZodType>(
  c: HonoContext<AppEnv>,
  schema: Schema,
): Promise<z.output<Schema> | AppError> {
  try {
    const result = schema.safeParse(await c.req.json())
    return result.success ? result.data : invalidInput(result.error.issues)
  } catch (error) {
    if (error instanceof SyntaxError) return new AppError('INVALID_JSON')
    throw error
  }
}

export const body = <Schema extends z.ZodType>(schema: Schema) => zValidator('json', schema, hook)

/** Only types the input, for routes that parse it themselves. */
export const declaredInput = <In extends NonNullable<Input['in']>>() =>
  createMiddleware<AppEnv, string, { in: In }>(async (_, next) => {
    await next()
  })

export const query = <Schema extends z.ZodType>(schema: Schema) => zValidator('query', schema, hook)

export const params = <Schema extends z.ZodType>(schema: Schema, code?: ErrorCode) =>
  zValidator('param', schema, (result) => {
    if (!result.success) throw code ? new AppError(code) : invalidInput(result.error.issues)
  })
