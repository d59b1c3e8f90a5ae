import { BoundedCache } from './bounded-cache.ts'

type Limit = { calls: number; seconds: number; cost?: number | undefined }

/** `retryAfter` is in whole seconds, 0 if the call may proceed. */
export type Taken = { left: number; retryAfter: number }

export class FixedWindow {
  readonly #windows: BoundedCache<string, { calls: number; endsAt: number }>

  constructor(maxKeys: number) {
    this.#windows = new BoundedCache(maxKeys)
  }

  take(key: string, limit: Limit): Taken {
    const now = Date.now()
    const current = this.#windows.get(key)
    const window =
      current && current.endsAt > now ? current : { calls: 0, endsAt: now + limit.seconds * 1_000 }
    window.calls += limit.cost ?? 1
    this.#windows.set(key, window)
    return {
      left: Math.max(0, limit.calls - window.calls),
      retryAfter: window.calls > limit.calls ? Math.ceil((window.endsAt - now) / 1_000) : 0,
    }
  }

  delete(key: string): void {
    this.#windows.delete(key)
  }

  isUsedUp(key: string, { calls }: Limit): boolean {
    const window = this.#windows.get(key)
    return window !== undefined && window.calls >= calls && window.endsAt > Date.now()
  }
}
