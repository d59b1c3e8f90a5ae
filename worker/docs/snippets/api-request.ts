/**
 * `needsToken` sends `Authorization: Bearer`. In the page, a sandbox token replaces a placeholder that isn't live. `prints` is
 * the part of the JSON response that the snippet prints, by default all of it; false for a response without a body.
 * `savesAs` is the file for a response that isn't JSON, which only curl saves.
 */
export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  needsToken: boolean | 'live'
  headers?: Readonly<Record<string, string>>
  body?: Readonly<Record<string, unknown>>
  file?: { name: string; type: string }
  prints?: readonly string[] | false
  savesAs?: string
}

export type Sent = Omit<ApiRequest, 'path' | 'needsToken'> &
  Required<Pick<ApiRequest, 'headers' | 'prints'>> & { url: string; timeout: number }

export const TOKEN_PLACEHOLDER = 'tp_test_YOUR_TOKEN'

export const LIVE_TOKEN_PLACEHOLDER = 'tp_live_YOUR_TOKEN'
