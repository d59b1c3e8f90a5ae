import type { Fault } from '../country-rule.ts'

export function digit(text: string, index: number): number {
  return text.charCodeAt(index) - 48
}

export function number(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) value = value * 10 + digit(text, i)
  return value
}

export function isZeros(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) !== 48) return false
  return true
}

export function base36(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code < 58 ? code - 48 : code - 55
}

/** `expected` above 9 means that no digit matches. */
export function expectDigit(text: string, at: number, expected: number): Fault | undefined {
  if (digit(text, at) === expected) return undefined
  return { code: 'INVALID_CHECKSUM', at, expected: expected > 9 ? '' : String(expected) }
}

export function expectText(text: string, at: number, expected: string): Fault | undefined {
  return text.startsWith(expected, at) ? undefined : { code: 'INVALID_CHECKSUM', at, expected }
}
