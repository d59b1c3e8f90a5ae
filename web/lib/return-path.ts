import { keptText } from './kept-text.ts'

const kept = keptText('returnPath')

export const keepPath = kept.keep

export function keptPath(): string | undefined {
  const path = kept.read()
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined
}

export const forgetPath = kept.forget
