import { keptText } from './kept-text.ts'

const kept = keptText('returnPath')

export const keepPath = kept.keep

/** Signing in never leads back to /auth, or out of the app. */
export function keptPath(): string | undefined {
  const path = kept.read()
  return path !== undefined && /^\/(?![/\\]|auth\b)/.test(path) ? path : undefined
}

export const forgetPath = kept.forget
