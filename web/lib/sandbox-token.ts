import { parseJson } from './parse-json.ts'
import { localStore } from './storage.ts'

/** As the Worker's `validation/sandbox/contract.ts` has it. */
type SandboxToken = { token: string; expiresAt: string; calls: number }

const KEY = 'docsSandboxToken'

const isSandboxToken = (value: unknown): value is SandboxToken =>
  typeof value === 'object' && value !== null && 'token' in value && 'expiresAt' in value

export function savedToken(): string | undefined {
  const saved = parseJson(localStore.read(KEY) ?? '')
  return isSandboxToken(saved) && Date.parse(saved.expiresAt) > Date.now() ? saved.token : undefined
}

export const sandboxToken = async (): Promise<string> => savedToken() ?? (await createToken())

async function createToken(): Promise<string> {
  const response = await fetch('/api/tinproof/sandbox-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  const created: unknown = await response.json().catch(() => undefined)
  if (!response.ok || !isSandboxToken(created)) throw new NoToken(response)
  localStore.write(KEY, JSON.stringify(created))
  return created.token
}

class NoToken extends Error {
  readonly status: number
  readonly waitSeconds: number

  constructor(response: Response) {
    super('No sandbox token')
    this.status = response.status
    this.waitSeconds = Number(response.headers.get('Retry-After')) || 0
  }
}

const endedTokenCodes = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'SANDBOX_TOKEN_USED_UP']

async function needsNewToken(answer: Response): Promise<boolean> {
  if (answer.ok) return false
  const { code } = Object(parseJson(await answer.clone().text())) as { code?: string }
  return code !== undefined && endedTokenCodes.includes(code)
}

/** Calls the API as a visitor. Throws NoToken if there is no token for this visitor. */
export async function fetchInSandbox(path: string, init: RequestInit): Promise<Response> {
  const withToken = (token: string) =>
    fetch(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } })
  const saved = savedToken()
  const answer = await withToken(saved ?? (await createToken()))
  if (saved === undefined || !(await needsNewToken(answer))) return answer
  localStore.write(KEY, null)
  return await withToken(await createToken())
}

const NO_RESPONSE = 'No response. Try again in a moment.'

/** Why a call of `fetchInSandbox` failed. `isUsedUp` means that only an account helps. */
export function sandboxFailure(error: unknown): { text: string; isUsedUp: boolean } {
  const failure = (text: string) => ({ text, isUsedUp: false })
  if (!(error instanceof NoToken)) {
    return failure(navigator.onLine ? NO_RESPONSE : "You're offline. Connect to the internet and try again.")
  }
  if (error.status !== 429) return failure("We couldn't create a sandbox token. Try again in a moment.")
  return {
    text: `Your network has created all its sandbox tokens for this hour. Try again ${inMinutes(error.waitSeconds)}, or `,
    isUsedUp: true,
  }
}

function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}
