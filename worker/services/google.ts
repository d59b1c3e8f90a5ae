import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'
import { fetchText } from '#worker/lib/http-client.ts'
import { email } from '#worker/lib/text.ts'
import { HOUR } from '#worker/lib/time.ts'

type Connection = { issuer: string; clientId: string; clientSecret: string }

/** Google returns `state` and `nonce`; `verifier` is the secret of PKCE. */
export type GoogleAttempt = { state: string; nonce: string; verifier: string }
export type GoogleProfile = { sub: string; email: string; isEmailVerified: boolean }

const TIMEOUT = 5_000
const DISCOVERY_LIFE = HOUR
const MAX_TOKEN_AGE = '1h'
const CLOCK_TOLERANCE = '30s'

type Step = 'GOOGLE_DISCOVERY' | 'GOOGLE_TOKEN_EXCHANGE' | 'GOOGLE_ID_TOKEN' | 'GOOGLE_NONCE'

export class GoogleFailed extends Error {
  readonly code: Step

  constructor(code: Step, cause?: unknown) {
    super('Google sign-in failed', { cause })
    this.name = 'GoogleFailed'
    this.code = code
  }
}

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
type Discovery = z.infer<typeof discoverySchema>

const tokenResponseSchema = z.object({ id_token: z.string() })

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: email('not an email address'),
  email_verified: z.boolean().default(false),
  nonce: z.string(),
})

const discoveryCache = new Map<string, { discovery: Discovery; keys: JWTVerifyGetKey; endsAt: number }>()

async function fetchJson(step: Step, url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const headers = { Accept: 'application/json' }
    const { status, text } = await fetchText(url, { ...init, headers, timeout: TIMEOUT })
    if (status !== 200) throw new Error(`status ${status}`)
    return JSON.parse(text)
  } catch (cause) {
    throw new GoogleFailed(step, cause)
  }
}

async function discover(issuer: string) {
  const cached = discoveryCache.get(issuer)
  if (cached && cached.endsAt > Date.now()) return cached
  const answer = await fetchJson('GOOGLE_DISCOVERY', `${issuer}/.well-known/openid-configuration`)
  const { success, data } = discoverySchema.safeParse(answer)
  if (!success || data.issuer !== issuer) throw new GoogleFailed('GOOGLE_DISCOVERY')
  const keys =
    cached?.discovery.jwks_uri === data.jwks_uri
      ? cached.keys
      : createRemoteJWKSet(new URL(data.jwks_uri), { timeoutDuration: TIMEOUT })
  const found = { discovery: data, keys, endsAt: Date.now() + DISCOVERY_LIFE }
  discoveryCache.set(issuer, found)
  return found
}

export function createGoogleAttempt(): GoogleAttempt {
  const random = () => randomBytes(32).toString('base64url')
  return { state: random(), nonce: random(), verifier: random() }
}

export async function googleSignInUrl(
  { issuer, clientId }: Connection,
  { state, nonce, verifier }: GoogleAttempt,
  redirectUri: string,
  { asksForAccount = false } = {},
): Promise<string> {
  const { discovery } = await discover(issuer)
  const url = new URL(discovery.authorization_endpoint)
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(asksForAccount && { prompt: 'select_account' }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Throws GoogleFailed. */
export async function fetchGoogleProfile(
  { issuer, clientId, clientSecret }: Connection,
  { nonce, verifier }: GoogleAttempt,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<GoogleProfile> {
  const { discovery, keys } = await discover(issuer)
  const answer = await fetchJson('GOOGLE_TOKEN_EXCHANGE', discovery.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: clientSecret,
      code_verifier: verifier,
    }),
  })
  const claims = await verifyIdToken(answer, keys, issuer, clientId)
  if (claims.nonce !== nonce) throw new GoogleFailed('GOOGLE_NONCE')
  return { sub: claims.sub, email: claims.email, isEmailVerified: claims.email_verified }
}

async function verifyIdToken(answer: unknown, keys: JWTVerifyGetKey, issuer: string, clientId: string) {
  try {
    const { id_token } = tokenResponseSchema.parse(answer)
    const { payload } = await jwtVerify(id_token, keys, {
      algorithms: ['RS256'],
      // Google also issues tokens without the scheme.
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      audience: clientId,
      maxTokenAge: MAX_TOKEN_AGE,
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp', 'sub'],
    })
    return claimsSchema.parse(payload)
  } catch (cause) {
    throw new GoogleFailed('GOOGLE_ID_TOKEN', cause)
  }
}
