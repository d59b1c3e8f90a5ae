export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** Sent as `Authorization: Bearer`. In the page, a sandbox token replaces a placeholder that isn't live. */
  needsToken: boolean | 'live'
  headers?: Readonly<Record<string, string>>
  body?: Readonly<Record<string, unknown>>
  file?: { name: string; type: string }
  /** The part of the JSON response that the snippet prints. All of it by default; false for a response without a body. */
  prints?: readonly string[] | false
  /** The file for a response that isn't JSON. Only curl saves it. */
  savesAs?: string
}

export type Sent = Omit<ApiRequest, 'path' | 'needsToken'> &
  Required<Pick<ApiRequest, 'headers' | 'prints'>> & { url: string; timeout: number }

export const TOKEN_PLACEHOLDER = 'tp_test_YOUR_TOKEN'

export const LIVE_TOKEN_PLACEHOLDER = 'tp_live_YOUR_TOKEN'
