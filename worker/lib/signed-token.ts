import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'

const ALGORITHM = 'HS256'

type Keys = readonly { readonly kid: string; readonly secret: Uint8Array<ArrayBuffer> }[]
/** `audience` prevents using a token for anything else. */
type Purpose = { readonly issuer: string; readonly audience: string }

export async function signToken(
  [key]: readonly [Keys[number], ...Keys],
  payload: JWTPayload,
  { issuer, audience, expiresAt }: Purpose & { expiresAt: Date },
): Promise<string> {
  return await new SignJWT(payload)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key.secret)
}

export type VerifiedToken =
  | { status: 'valid'; payload: JWTPayload & { exp: number } }
  | { status: 'expired' | 'invalid'; payload?: never }

export async function verifyToken(
  keys: Keys,
  token: string,
  { issuer, audience }: Purpose,
): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.find((candidate) => candidate.kid === kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key.secret
      },
      { algorithms: [ALGORITHM], issuer, audience, requiredClaims: ['exp'] },
    )
    return { status: 'valid', payload: { ...payload, exp: payload.exp ?? 0 } }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { status: 'expired' }
    if (error instanceof errors.JOSEError) return { status: 'invalid' }
    throw error
  }
}
