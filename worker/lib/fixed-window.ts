import { BoundedCache } from './bounded-cache.ts'

type Limit = { calls: number; milliseconds: number; cost?: number | undefined }

/** `wait` is in milliseconds, 0 if the call may proceed. */
type Taken = { left: number; wait: number }

export class FixedWindow {
  readonly #windows: BoundedCache<string, { calls: number; endsAt: number }>

  constructor(maxKeys: number) {
    this.#windows = new BoundedCache(maxKeys)
  }

  take(key: string, limit: Limit): Taken {
    const now = Date.now()
    const current = this.#windows.get(key)
    const window = current && current.endsAt > now ? current : { calls: 0, endsAt: now + limit.milliseconds }
    window.calls += limit.cost ?? 1
    this.#windows.set(key, window)
    return {
      left: Math.max(0, limit.calls - window.calls),
      wait: window.calls > limit.calls ? window.endsAt - now : 0,
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
