import type { Call, Reply } from '#tests/fakes/fake.ts'

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
