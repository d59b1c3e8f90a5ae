import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import type { Configuration, Provider } from 'oidc-provider'
import type { FakeHttpServer } from './fake.ts'
import { googlePage } from './google-page.ts'

export const GOOGLE_CLIENT = {
  id: 'tinproof.apps.google.test',
  secret: 'GOCSPX-tinproof-development',
} as const

const PATH = '/google'
const CALLBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/auth\/google\/callback$/
const KEY_ID = 'google'
const MINUTE = 60
const HOUR = 60 * MINUTE

export type Flaw = 'key' | 'unsigned' | 'symmetric' | 'issuer' | 'audience' | 'nonce' | 'old' | 'expired'

/** Google's are numbers with 21 digits. */
const subOf = (email: string) =>
  BigInt(`0x${createHash('sha256').update(email).digest('hex')}`)
    .toString()
    .slice(0, 21)

const nowInSeconds = () => Math.floor(Date.now() / 1000)

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>

async function spoil(idToken: string, flaw: Flaw, key: KeyPair): Promise<string> {
  const wrong: Partial<Record<Flaw, JWTPayload>> = {
    issuer: { iss: 'https://accounts.google.test' },
    audience: { aud: 'another-client' },
    nonce: { nonce: 'another-nonce' },
    old: { iat: nowInSeconds() - 2 * HOUR },
    expired: { exp: nowInSeconds() - 10 * MINUTE },
  }
  const claims = { ...decodeJwt(idToken), ...wrong[flaw] }
  if (flaw === 'unsigned') return new UnsecuredJWT(claims).encode()
  if (flaw === 'symmetric') {
    const secret = createHash('sha256').update(GOOGLE_CLIENT.secret).digest()
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: KEY_ID }).sign(secret)
  }
  const { privateKey } = flaw === 'key' ? await generateKeyPair('RS256') : key
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(privateKey)
}

async function makeProvider(
  issuer: string,
  emails: ReadonlyMap<string, string>,
  takeFlaw: () => Flaw | undefined,
): Promise<Provider> {
  const { Provider, interactionPolicy } = await import('oidc-provider')
  // @ts-expect-error It has no types.
  const { createMemoryAdapter } = await import('oidc-provider/lib/adapters/memory_adapter.js')
  const key = await generateKeyPair('RS256', { extractable: true })
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const { Check, Prompt } = interactionPolicy
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  policy
    .get('login')
    ?.checks.add(
      new Check('every_time', 'a user signs in every time', 'login_required', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  const configuration: Configuration = {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: GOOGLE_CLIENT.id,
        client_secret: GOOGLE_CLIENT.secret,
        redirect_uris: ['http://localhost/auth/google/callback'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(key.privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google puts the claims of the scopes into the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, interaction) => `${PATH}/interaction/${interaction.uid}` },
    findAccount: async (_ctx, sub) => {
      const email = emails.get(sub)
      if (email === undefined) return undefined
      const [name = ''] = email.split('@')
      return {
        accountId: sub,
        claims: async () => ({ sub, email, email_verified: !email.startsWith('unverified'), name }),
      }
    },
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc
      const accountId = session?.accountId
      if (!client || !accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    clientBasedCORS: () => false,
    renderError: async (ctx, { error, error_description: description }) => {
      ctx.type = 'text/plain'
      ctx.body = `${error}: ${description ?? ''}`
    },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 10 * MINUTE,
      Grant: HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: HOUR,
    },
  }
  const provider = new Provider(issuer, configuration)
  provider.Client.prototype.redirectUriAllowed = (uri) => CALLBACK.test(uri)
  provider.use(async (ctx, next) => {
    await next()
    const body: unknown = ctx.body
    if (typeof body !== 'object' || body === null || !('id_token' in body)) return
    const flaw = takeFlaw()
    if (flaw) ctx.body = { ...body, id_token: await spoil(String(body.id_token), flaw, key) }
  })
  return provider
}

/**
 * Google at `/google`: an OpenID Connect provider with one client, PKCE and RS256. Anyone signs in with any email.
 * An email that starts with `unverified` is not verified. `sub` with `email` signs in an existing account whose email
 * has changed. The control `google` adds a flaw to the next ID token. All tests share the namespace `google`.
 */
export function google(): FakeHttpServer {
  const emails = new Map<string, string>()
  const flaws: Flaw[] = []
  let provider: Promise<Provider> | undefined

  async function interact(
    running: Provider,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const [, uid, action] = url.pathname.match(/^\/google\/interaction\/([\w-]+)(?:\/(login|cancel))?$/) ?? []
    if (!uid) return false
    const email = url.searchParams.get('email')?.trim().toLowerCase()
    if (action === 'cancel') {
      const refusal = { error: 'access_denied', error_description: 'The user canceled.' }
      await running.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false })
    } else if (action === 'login' && email) {
      const accountId = url.searchParams.get('sub') ?? subOf(email)
      emails.set(accountId, email)
      const result = { login: { accountId }, select_account: {} }
      await running.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(googlePage(`${PATH}/interaction/${uid}`))
    }
    return true
  }

  return {
    name: 'google',
    unit: 'calls',
    namespaceOf: () => 'google',
    async handle(request, response, base) {
      // Each sign-in starts without the session of the last one, which would refuse another address.
      request.headers.cookie = request.headers.cookie?.replaceAll(/_session[\w.]*=[^;]*(; )?/g, '')
      provider ??= makeProvider(`${base}${PATH}`, emails, () => flaws.shift())
      const running = await provider
      const url = new URL(request.url ?? '/', base)
      if (await interact(running, url, request, response)) return
      // The provider builds its links from `originalUrl`.
      Object.assign(request, { originalUrl: request.url, url: (request.url ?? '').slice(PATH.length) || '/' })
      await running.callback()(request, response)
    },
    controls: { google: ({ flaw }: { flaw: Flaw }) => void flaws.push(flaw) },
  }
}
