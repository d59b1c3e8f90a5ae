import { type Call, json, type Reply } from '#tests/fakes/fake.ts'

/** A register in its own wire format. `path` starts after its base URL. */
export interface FakeRegister {
  /** The same id as in the product, such as `vies`. */
  readonly id: string
  /** Shapes are recorded from the real register. `swapped` answers about another number. */
  answer(call: Call, options: { swapped: boolean }): Reply
  /** 429 and 503 by default. */
  throttled?(call: Call): Reply
  unavailable?(call: Call): Reply
}

export const html = (status: number, title: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
})

/** SOAP 1.1, with the register's own prefix. */
export const soap = (prefix: string, status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="http://schemas.xmlsoap.org/soap/envelope/"><${prefix}:Body>${body}</${prefix}:Body></${prefix}:Envelope>`,
})

type Client = { id: string; secret: string; scope: string; seconds: number }

/** OAuth 2.0 client credentials in a form. `answer` issues a token and adds it to `tokens`. */
export function tokenEndpoint({ id, secret, scope, seconds }: Client) {
  const tokens = new Set<string>()
  const answer = (call: Call): Reply => {
    const form = new URLSearchParams(call.body)
    if (form.get('client_id') !== id || form.get('client_secret') !== secret)
      return json(401, { error: 'invalid_client' })
    if (form.get('grant_type') !== 'client_credentials') return json(400, { error: 'unsupported_grant_type' })
    if (form.get('scope') !== scope) return json(400, { error: 'invalid_scope' })
    const token = crypto.randomUUID()
    tokens.add(token)
    return json(200, { access_token: token, scope, expires_in: seconds, token_type: 'bearer' })
  }
  return { tokens, answer }
}
