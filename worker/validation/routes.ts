import type { Context as HonoContext } from 'hono'
import { Hono } from 'hono/quick'
import type * as z from 'zod'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { bearerToken } from '#worker/http/bearer-token.ts'
import { clientNetwork } from '#worker/http/client-network.ts'
import { countFailures } from '#worker/http/count-failures.ts'
import { handleError, routeNotFound } from '#worker/http/error-handler.ts'
import { jsonWithEtag } from '#worker/http/etag.ts'
import { idempotencyKey } from '#worker/http/idempotency-key.ts'
import { declaredInput, invalidInput, readJsonBody, requireJson } from '#worker/http/input.ts'
import { allowAnyOrigin, limitBody, securityHeaders } from '#worker/http/middleware.ts'
import { requestContext } from '#worker/http/request-context.ts'
import { requestLog } from '#worker/http/request-log.ts'
import { sameOrigin } from '#worker/http/same-origin.ts'
import type { OrganizationInput } from '#worker/http/session.ts'
import { requireTokenOrSession } from '#worker/http/token-or-session.ts'
import { idempotentCall } from '#worker/idempotency/idempotent-call.ts'
import { registersStatus, STATUS_SECONDS } from '#worker/registers/status.ts'
import { SANDBOX_NEEDS_TEST_TOKEN } from '#worker/sandbox/contract.ts'
import { type ParsedToken, parseToken } from '#worker/tokens/parse-token.ts'
import { type CountriesAnswer, type ValidateRequest, validateSchema } from './contract.ts'
import { countriesJson } from './list-countries.ts'
import { unknownTokenHeaders } from './rate-limit-headers.ts'
import { refusalError } from './refusal-error.ts'
import { validate } from './validate.ts'

/** Rules change a few times a year. */
const COUNTRIES_CACHE = 'public, max-age=3600, stale-while-revalidate=86400'

type ValidateInput = OrganizationInput & { json: z.input<typeof validateSchema> }

const REGISTERS_CACHE = `public, max-age=${STATUS_SECONDS}`

export const validationRoutes = new Hono<AppEnv>()
  .basePath('/api/tinproof')
  .use(requestLog)
  .use(securityHeaders)
  .use(requestContext)
  .use(countFailures)
  .use(allowAnyOrigin)
  .use('/validate', requireTokenOrSession)
  // Any site may get one: it knows no account.
  .post('/sandbox-token', async (c) => {
    const base = c.get('base')
    const { enforceRateLimit, limits } = await import('#worker/rate-limits.ts')
    const { createSandboxToken } = await import('#worker/sandbox/sandbox-token.ts')
    await enforceRateLimit(base, limits.sandboxTokenByAddress, clientNetwork(c))
    return c.json(await createSandboxToken(base), 201)
  })
  .use(sameOrigin)
  .use(limitBody)
  .use(requireJson)
  .get('/countries', async (c) => {
    c.header('Cache-Control', COUNTRIES_CACHE)
    return jsonWithEtag<CountriesAnswer>(c, await countriesJson(c.get('base').settings))
  })
  .get('/registers', async (c) => {
    c.header('Cache-Control', REGISTERS_CACHE)
    return c.json(await registersStatus(c.get('base')))
  })
  .post('/validate', declaredInput<ValidateInput>(), async (c) => {
    const token = bearerToken(c)
    const { answer, headers } =
      token === undefined ? await validateWithSession(c) : await validateWithToken(c, token)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    if (answer instanceof AppError) throw answer
    return c.json(answer)
  })
  .all('/validate', onlyPost)
  .all('/sandbox-token', onlyPost)

validationRoutes.notFound(routeNotFound)
validationRoutes.onError(handleError)

function onlyPost(): never {
  throw new AppError('METHOD_NOT_ALLOWED', { headers: { Allow: 'POST' } })
}

/** Refuses a malformed token before any I/O. */
async function validateWithToken(c: HonoContext<AppEnv>, token: string): ReturnType<typeof validate> {
  const parsed = await parseToken(token)
  if (!parsed) {
    return { answer: refusalError('UNKNOWN_TOKEN', 0, new Date()), headers: unknownTokenHeaders() }
  }
  if (parsed.kind !== 'live') return await validateInSandbox(c, token, parsed)
  const { tokenHash, organizationId } = parsed
  const key = idempotencyKey(c)
  const input = unlessKeyIsInvalid(key, await readLiveInput(c))
  const idempotent = await idempotentOf(c, { token, key, input })
  const caller = { tokenHash, organizationId, input, idempotent }
  return await validate(c.get('base'), { ...requestOf(c), ...caller, fromDashboard: false })
}

type Keyed = { token: string; key: string | AppError | undefined; input: ValidateRequest | AppError }

const idempotentOf = async (c: HonoContext<AppEnv>, { token, key, input }: Keyed) =>
  typeof key === 'string' && !(input instanceof AppError)
    ? idempotentCall(token, key, `${c.req.path} ${JSON.stringify(input)}`, c.get('base').now)
    : undefined

const unlessKeyIsInvalid = (key: string | AppError | undefined, input: ValidateRequest | AppError) =>
  key instanceof AppError && !(input instanceof AppError) ? key : input

/** Its code is loaded when first needed. */
async function validateInSandbox(
  c: HonoContext<AppEnv>,
  token: string,
  parsed: Exclude<ParsedToken, { kind: 'live' }>,
): ReturnType<typeof validate> {
  c.set('isTest', true)
  const { validateWithSandboxToken, validateWithTestToken } = await import('#worker/sandbox/validate.ts')
  const key = idempotencyKey(c)
  const input = unlessKeyIsInvalid(key, await readInput(c))
  if (parsed.kind === 'sandbox') return await validateWithSandboxToken(c.get('base'), { ...parsed, input })
  const idempotent = await idempotentOf(c, { token, key, input })
  const caller = { ...parsed, input, idempotent, address: clientNetwork(c) }
  return await validateWithTestToken(c.get('base'), caller)
}

async function validateWithSession(c: HonoContext<AppEnv>): ReturnType<typeof validate> {
  const { loadMembership } = await import('#worker/http/session.ts')
  const { findDashboardToken } = await import('./find-dashboard-token.ts')
  const { withDatabase } = await import('#worker/context.ts')
  const ctx = withDatabase(c.get('base'))
  c.set('ctx', ctx)
  const { organization } = await loadMembership(c, { active: true })
  const input = await readLiveInput(c)
  if (input instanceof AppError) throw input
  const tokenHash = await findDashboardToken(ctx, organization.id, input.tokenId)
  const caller = { tokenHash, organizationId: organization.id, input }
  const { answer, headers } = await validate(ctx, { ...requestOf(c), ...caller, fromDashboard: true })
  if (answer instanceof AppError) return { answer, headers }
  const { signAnswer } = await import('#worker/receipts/sign-answer.ts')
  const given = { organizationId: organization.id, answer: JSON.stringify(answer), name: input.name }
  return { answer, headers: { ...headers, ...(await signAnswer(ctx, given)) } }
}

const requestOf = (c: HonoContext<AppEnv>) => ({
  address: clientNetwork(c),
  method: c.req.method,
  endpoint: c.req.path,
  startedAt: c.get('startedAt'),
})

async function readInput(c: HonoContext<AppEnv>): Promise<ValidateRequest | AppError> {
  const json = await readJsonBody(c)
  if (json instanceof AppError) return json
  const result = validateSchema.safeParse(json)
  return result.success ? result.data : invalidInput(result.error.issues)
}

async function readLiveInput(c: HonoContext<AppEnv>): Promise<ValidateRequest | AppError> {
  const input = await readInput(c)
  return input instanceof AppError || input.sandbox === undefined
    ? input
    : invalidInput([{ path: ['sandbox'], message: SANDBOX_NEEDS_TEST_TOKEN }])
}
