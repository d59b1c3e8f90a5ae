import * as z from 'zod/mini'
import type { TextResponse } from '#worker/lib/http-client.ts'
import { NoAnswerError, toFailure } from './answers.ts'
import { parseJson, parseOk } from './json.ts'
import type { RegisterHttp } from './register.ts'

/** The token's characters are those of RFC 6749, appendix A.12, so that it fits in a header. */
const tokenSchema = z.object({
  access_token: z.string().check(z.regex(/^[\x20-\x7e]+$/)),
  expires_in: z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))]),
})
const refusedSchema = z.object({ error: z.string() })

const MARGIN_SECONDS = 300

type Client = {
  path: string
  base?: string
  id: string | undefined
  secret: string | undefined
  scope: string
}

/** With one token for all isolates. Again with another one if it has expired. Throws NoAnswerError. */
export async function callWithToken(
  http: RegisterHttp,
  requestToken: () => Promise<TextResponse>,
  call: (authorization: string) => Promise<TextResponse>,
  isExpired = ({ status }: TextResponse) => status === 401,
): Promise<TextResponse> {
  const newToken = async () => readToken(await requestToken())
  const callWith = async (isRenewed: boolean) =>
    call(`Bearer ${await http.sharedValue('token', newToken, isRenewed)}`)
  const first = await callWith(false)
  return isExpired(first) ? callWith(true) : first
}

/** OAuth 2.0 client credentials (RFC 6749, section 4.4). */
export const requestToken = (http: RegisterHttp, { path, base, id = '', secret = '', scope }: Client) =>
  http.request(path, {
    ...(base !== undefined && { base }),
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      scope,
    }),
  })

function readToken(response: TextResponse): { value: string; seconds: number } {
  const granted = parseOk(tokenSchema, response)
  if (granted)
    return { value: granted.access_token, seconds: Math.max(1, granted.expires_in - MARGIN_SECONDS) }
  throw new NoAnswerError(toFailure(response, parseJson(refusedSchema, response)?.error))
}
