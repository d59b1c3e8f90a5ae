import {
  AuthorizationError,
  authorizationErrorRedirect,
  CimdFetchError,
  OAuthAuthorizationServer,
  OAuthError,
} from '@cloudflare/workers-oauth-provider'
import type { KVNamespace } from '@cloudflare/workers-types'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { inTime, retry } from '#worker/lib/time.ts'
import { appNameOf, connectApp, disconnectApp, keepApp } from './apps.ts'
import { APP_IDLE_DAYS, type Consent } from './contract.ts'

const AUTHORIZE_PATH = '/oauth/authorize'
export const TOKEN_PATH = '/api/oauth/token'
export const REGISTER_PATH = '/api/oauth/register'

const IDLE_SECONDS = APP_IDLE_DAYS * 86_400

const resourceOf = ({ settings }: Context) => `${settings.APP_ORIGIN}/api/mcp`

/** Encrypted, so that only the app's tokens can read it. */
const grantSchema = z.object({ token: z.string() })

/** With `readsMetadata`, the library fetches the URL that an app sends as its ID. Anyone can send one. */
export const authorizationServer = (ctx: Context, { readsMetadata = true } = {}) =>
  new OAuthAuthorizationServer<object>({
    issuer: ctx.settings.APP_ORIGIN,
    resources: [resourceOf(ctx)],
    authorizeEndpoint: AUTHORIZE_PATH,
    tokenEndpoint: TOKEN_PATH,
    clientRegistrationEndpoint: REGISTER_PATH,
    clientIdMetadataDocumentEnabled: readsMetadata,
    // Cursor's, for example. PKCE protects the code if another app claims the scheme.
    allowPrivateUseRedirectUris: true,
    refreshTokenTTL: IDLE_SECONDS,
    refreshTokenIdleTTL: IDLE_SECONDS,
    tokenExchangeCallback: async ({ props }) => {
      if (await keepApp(ctx, grantSchema.parse(props).token)) return
      throw new OAuthError('invalid_grant', { description: 'This app was disconnected from Tinproof.' })
    },
    onError: () => undefined,
  })

const storedGrantSchema = z.object({ metadata: z.object({ tokenHash: z.string() }) })
type StoredGrant = z.infer<typeof storedGrantSchema>

/** KV throws for longer keys, and an ID, code or token that a caller sends is part of one. */
const MAX_KEY_BYTES = 512

const RETRY_AFTER = 5
const RETRY_DELAYS_MS = [1_000, 5_000]

const reach = <Result>(call: Promise<Result>): Promise<Result> =>
  inTime(call).catch((cause: unknown) => {
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER, cause })
  })

/**
 * Finds nothing under a key that is too long. Throws SERVICE_UNAVAILABLE. Cast: `wrangler.toml` binds this name to a KV
 * namespace.
 */
export function storageOf(env: object) {
  const { OAUTH_KV: kv } = env as { OAUTH_KV: KVNamespace }
  const isKey = (key = '') => Buffer.byteLength(key) <= MAX_KEY_BYTES
  return {
    OAUTH_KV: {
      get: async (key: string, options: { type: 'json' }) =>
        isKey(key) ? await reach(kv.get(key, options)) : null,
      list: async (options: { prefix?: string }) =>
        isKey(options.prefix) ? await reach(kv.list(options)) : { keys: [], list_complete: true },
      put: (...entry: Parameters<typeof kv.put>) => reach(kv.put(...entry)),
      delete: (key: string) => reach(kv.delete(key)),
    },
  }
}

/**
 * Tokens, and RFC 7009. When a grant ends, by a revoked token or a code that is sent again, its API token ends, too. Only
 * a request with the code or token of a grant makes us fetch an app's metadata.
 */
export async function answerTokenRequest(
  ctx: Context,
  env: object,
  request: Request,
  execution: ExecutionContext,
): Promise<Response> {
  const bytes = await request
    .clone()
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new AppError('BODY_INCOMPLETE', { cause })
    })
  const form = new URLSearchParams(new TextDecoder().decode(bytes))
  // An empty parameter is an omitted one.
  const secret = form.get('code') || form.get('refresh_token') || form.get('token') || ''
  const [userId, grantId] = secret.split(':')
  const grantKey = `grant:${userId}:${grantId}`
  const { OAUTH_KV: kv } = storageOf(env)
  const { data: grant } = storedGrantSchema.safeParse(grantId && (await kv.get(grantKey, { type: 'json' })))
  if (!grant && form.get('client_id')?.startsWith('https://')) return answerWithoutGrant(form)
  let isEnded = false
  // KV may still return what was deleted.
  const deleteKey = async (key: string) => {
    await kv.delete(key)
    isEnded ||= key === grantKey
  }
  const server = authorizationServer(ctx, { readsMetadata: grant !== undefined })
  const response = await server.fetch(request, { OAUTH_KV: { ...kv, delete: deleteKey } }, execution)
  if (!grant || !isEnded) return response
  // A second request finds no grant, so it's this one that tries again.
  const disconnect = () => disconnectApp(ctx, grant.metadata.tokenHash)
  await disconnect().catch(() => ctx.waitUntil(retry(disconnect, { delaysMs: RETRY_DELAYS_MS })))
  return response
}

/** A token that has ended counts as revoked (RFC 7009, 2.2). */
function answerWithoutGrant(form: URLSearchParams): Response {
  const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }
  if (form.get('token') && !form.get('grant_type')) return new Response('', { headers })
  const error_description = 'This code or token is invalid or has expired. Sign in again.'
  return Response.json({ error: 'invalid_grant', error_description }, { status: 400, headers })
}

/** RFC 9728. */
export const resourceMetadata = (ctx: Context) => ({
  resource: resourceOf(ctx),
  authorization_servers: [ctx.settings.APP_ORIGIN],
  bearer_methods_supported: ['header'],
  resource_name: 'Tinproof',
})

/** The API token behind an access token of an app, which may have been revoked since. */
export async function readTokenOfApp(
  ctx: Context,
  env: object,
  accessToken: string,
): Promise<string | undefined> {
  const grant = await authorizationServer(ctx).validateToken(resourceOf(ctx), accessToken, storageOf(env))
  return grant ? grantSchema.parse(grant.props).token : undefined
}

const parseRequest = async (ctx: Context, env: object, request: string) => {
  const oauth = authorizationServer(ctx).getOAuthApi(storageOf(env))
  const url = `${ctx.settings.APP_ORIGIN}${AUTHORIZE_PATH}?${request}`
  return { oauth, authorization: await oauth.parseAuthRequest(new Request(url)) }
}

/** Throws INVALID_INPUT. Anyone can register an app, so a browser goes to its redirect only when the member decides. */
export async function describeConsent(ctx: Context, env: object, request: string): Promise<Consent> {
  try {
    const { oauth, authorization } = await parseRequest(ctx, env, request)
    const {
      clientName,
      clientDomain = null,
      redirectHost,
      ...app
    } = await oauth.describeConsent(authorization)
    const isLocal = app.redirectIsLoopback || !/^https?:/i.test(app.redirectUri)
    return {
      appName: appNameOf(clientName),
      // The library follows redirects, so the domain may only have passed on somebody else's metadata.
      domain: isLocal || redirectHost === clientDomain ? clientDomain : null,
      redirectHost,
      isLocal,
      denyUrl: authorizationErrorRedirect(authorization, 'access_denied'),
    }
  } catch (error) {
    throw refusalOf(error)
  }
}

type Allowed = { request: string; organizationId: string }
type User = { id: number; email: string }

export async function allowApp(
  ctx: Context,
  env: object,
  { request, organizationId }: Allowed,
  user: User,
): Promise<{ redirectTo: string }> {
  try {
    const { oauth, authorization } = await parseRequest(ctx, env, request)
    const { clientName, redirectHost } = await oauth.describeConsent(authorization)
    const app = { clientId: authorization.clientId, name: clientName, redirectHost, organizationId }
    const token = await connectApp(ctx, app, user)
    return await oauth.completeAuthorization({
      request: authorization,
      userId: `${organizationId}.${user.id}`,
      metadata: { tokenHash: hashToken(token) } satisfies StoredGrant['metadata'],
      scope: authorization.scope,
      props: { token },
      // The same app may run on several machines.
      revokeExistingGrants: false,
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof AuthorizationError) {
    const { redirectTo } = error
    const description = error.description.replace(/\.$/, '')
    const unknown = `We don't recognize this app (${description}). Remove Tinproof from the app, then add it again.`
    const refused = `We can't accept this app's request (${description}). Ask its developer for help.`
    return new AppError('INVALID_INPUT', { message: redirectTo ? refused : unknown })
  }
  if (error instanceof CimdFetchError)
    return new AppError('INVALID_INPUT', { message: "We couldn't verify this app. Try again later." })
  return error
}
