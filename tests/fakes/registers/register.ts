import type { Call, Reply } from '#tests/fakes/fake.ts'

/** One register in its own wire format; the path is what follows its base URL. */
export interface FakeRegister {
  /** As the product's own register: `vies`. */
  readonly id: string
  /** The recorded shapes. `swapped` answers about another number than the one asked. */
  answer(call: Call, options: { swapped: boolean }): Reply
  /** How the register says that there were too many calls. */
  throttled(call: Call): Reply
  /** How it says that it is down for now. */
  unavailable(call: Call): Reply
}

export const html = (status: number, title: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
})
