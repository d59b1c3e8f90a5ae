import * as storage from './storage.ts'

/** As the Worker's `validation/sandbox/contract.ts` has it. */
type SandboxToken = { token: string; expiresAt: string; calls: number }

const KEY = 'docsSandboxToken'

const isSandboxToken = (value: unknown): value is SandboxToken =>
  typeof value === 'object' && value !== null && 'token' in value && 'expiresAt' in value

export function savedToken(): string | undefined {
  const saved = storage.read(KEY)
  return isSandboxToken(saved) && Date.parse(saved.expiresAt) > Date.now() ? saved.token : undefined
}

export const forgetToken = (): void => storage.remove(KEY)

/** Throws the response's error body if there is no token for this visitor. */
export async function sandboxToken(): Promise<string> {
  const saved = savedToken()
  if (saved) return saved
  const response = await fetch('/api/tinproof/sandbox-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  const created: unknown = await response.json().catch(() => undefined)
  if (!response.ok || !isSandboxToken(created)) throw new NoToken(response)
  storage.write(KEY, created)
  return created.token
}

export class NoToken extends Error {
  readonly status: number
  /** In seconds. */
  readonly wait: number

  constructor(response: Response) {
    super('No sandbox token')
    this.status = response.status
    this.wait = Number(response.headers.get('Retry-After')) || 0
  }
}
