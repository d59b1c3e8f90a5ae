import type { Context as HonoContext } from 'hono'
import { Hono } from 'hono/quick'
import type * as z from 'zod'
import { POLL_SECONDS } from '#worker/batches/pending/contract.ts'
import { AppError, invalidField } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { bearerToken, clientCountry, clientIp, clientNetwork } from '#worker/http/caller.ts'
import { countFailures, handleError, routeNotFound } from '#worker/http/error-handler.ts'
import { jsonWithEtag } from '#worker/http/etag.ts'
import { declaredInput, readInput, requireJson } from '#worker/http/input.ts'
import { allowAnyOrigin, limitBody, securityHeaders } from '#worker/http/middleware.ts'
import { requestContext } from '#worker/http/request-context.ts'
import { requestLog } from '#worker/http/request-log.ts'
import { requireTokenOrSession, sameOrigin } from '#worker/http/same-origin.ts'
import type { OrganizationInput } from '#worker/http/session.ts'
import { anonymousHeaders } from '#worker/quota/rate-limit-headers.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import { type ParsedToken, parseToken } from '#worker/token-format.ts'
import type { IdempotencyKey } from './answer-with-key.ts'
import { type CountriesAnswer, type ValidateRequest, validateSchema } from './contract.ts'
import { SANDBOX_NEEDS_TEST_TOKEN } from './sandbox/contract.ts'
import { validate } from './validate.ts'

/** Rules change a few times a year. */
const COUNTRIES_CACHE = 'public, max-age=3600, stale-while-revalidate=86400'

type ValidateInput = OrganizationInput & { json: z.input<typeof validateSchema> }

export const validationRoutes = new Hono<AppEnv>({ strict: false })
  .use(requestLog, securityHeaders, requestContext, countFailures, allowAnyOrigin)
  .basePath('/api/tinproof')
  // Any site may get one: it knows no account.
  .post('/sandbox-token', async (c) => {
    const base = c.get('base')
    const { enforceRateLimit } = await import('#worker/rate-limits.ts')
    const { createSandboxToken, newTokenLimit } = await import('./sandbox/sandbox-token.ts')
    await enforceRateLimit(base, newTokenLimit, clientNetwork(c))
    return c.json(await createSandboxToken(base), 201)
  })
  .get('/countries', async (c) => {
    const { countriesJson } = await import('./list-countries.ts')
    c.header('Cache-Control', COUNTRIES_CACHE)
    return jsonWithEtag<CountriesAnswer>(c, await countriesJson(c.get('base').settings))
  })
  .get('/registers', async (c) => {
    const { registersStatus, STATUS_SECONDS } = await import('#worker/registers/status.ts')
    c.header('Cache-Control', `public, max-age=${STATUS_SECONDS}`)
    return c.json(await registersStatus(c.get('base')))
  })
  .use('/validate', requireTokenOrSession, sameOrigin, limitBody, requireJson)
  .post('/validate', declaredInput<ValidateInput>(), async (c) => {
    const { answer, headers } = await answerOf(c)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    if (answer instanceof AppError) throw answer
    if (!answer.pending) return c.json(answer)
    c.header('Location', `/api/tinproof/validations/${answer.validationId}`)
    c.header('Retry-After', String(POLL_SECONDS))
    return c.json(answer, 202)
  })

validationRoutes.notFound(routeNotFound(validationRoutes))
validationRoutes.onError(handleError)

type Answered = ReturnType<typeof validate>
type Input = ValidateRequest | AppError

async function answerOf(c: HonoContext<AppEnv>): Answered {
  const token = bearerToken(c)
  if (token === undefined)
    return await validateWithSession(c, withoutSandbox(await readInput(c, validateSchema)))
  const parsed = await parseToken(token)
  if (!parsed) {
    const refused = { refusal: 'UNKNOWN_TOKEN', at: new Date() } as const
    return { answer: refusalError(refused), headers: anonymousHeaders() }
  }
  const input = misplacedField(c) ?? (await readInput(c, validateSchema))
  return parsed.kind === 'live'
    ? await validateWithToken(c, { ...parsed, token, input: withoutSandbox(input) })
    : await validateInSandbox(c, { token, input }, parsed)
}

/** In the query, `fresh` or `record` would have no effect. */
function misplacedField(c: HonoContext<AppEnv>): AppError | undefined {
  const [name] = Object.keys(c.req.query())
  if (name === undefined) return undefined
  return invalidField(name.slice(0, 50), 'Send all fields in the body. This call has no query parameters.')
}

type LiveCall = { token: string; tokenHash: string; organizationId: string; input: Input }

async function validateWithToken(c: HonoContext<AppEnv>, { token, ...caller }: LiveCall): Answered {
  const call = { ...requestOf(c), ...caller, ip: clientIp(c), key: keyOf(c, token), fromDashboard: false }
  return await validate(c.get('base'), call)
}

async function validateInSandbox(
  c: HonoContext<AppEnv>,
  { token, input }: { token: string; input: Input },
  parsed: Exclude<ParsedToken, { kind: 'live' }>,
): Answered {
  c.set('isSandbox', true)
  const { validateWithSandboxToken, validateWithTestToken } = await import('./sandbox/validate.ts')
  if (parsed.kind === 'sandbox') return await validateWithSandboxToken(c.get('base'), { ...parsed, input })
  const key = keyOf(c, token)
  return await validateWithTestToken(c.get('base'), {
    ...requestOf(c),
    ...parsed,
    ip: clientIp(c),
    input,
    key,
  })
}

async function validateWithSession(c: HonoContext<AppEnv>, input: Input): Answered {
  const { loadMembership } = await import('#worker/http/session.ts')
  const { withDatabase } = await import('#worker/context.ts')
  const { isDashboardToken } = await import('#worker/quota/dashboard-token.ts')
  const ctx = withDatabase(c.get('base'))
  c.set('ctx', ctx)
  const tokenId = input instanceof AppError ? undefined : input.tokenId
  const token = isDashboardToken(tokenId ?? 'default')
  const { organization, tokenHash } = await loadMembership(c, { active: true, hasDefault: true, token })
  if (input instanceof AppError) throw input
  if (tokenHash === undefined) throw new AppError('TOKEN_NOT_FOUND')
  const caller = { tokenHash, organizationId: organization.id, input }
  const { answer, headers } = await validate(c.get('ctx'), {
    ...requestOf(c),
    ...caller,
    fromDashboard: true,
  })
  if (answer instanceof AppError) return { answer, headers }
  const { signAnswer } = await import('./sign-answer.ts')
  const { toRecordedRequest } = await import('#worker/records/content.ts')
  const request = toRecordedRequest(input)
  const given = { organizationId: organization.id, answer: JSON.stringify(answer), request }
  return { answer, headers: { ...headers, ...(await signAnswer(ctx, given)) } }
}

const requestOf = (c: HonoContext<AppEnv>) => ({
  clientNetwork: clientNetwork(c),
  method: c.req.method,
  endpoint: c.req.path,
  startedAt: c.get('startedAt'),
  callerCountry: clientCountry(c),
})

function keyOf(c: HonoContext<AppEnv>, token: string): IdempotencyKey | undefined {
  const text = c.req.header('Idempotency-Key')
  return text === undefined ? undefined : { token, text }
}

const withoutSandbox = (input: Input): Input =>
  input instanceof AppError || input.sandbox === undefined
    ? input
    : invalidField('sandbox', SANDBOX_NEEDS_TEST_TOKEN)
