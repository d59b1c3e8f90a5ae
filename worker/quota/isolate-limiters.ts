import { FixedWindow } from '#worker/lib/fixed-window.ts'

const MAX_KEYS = 10_000

/** By organization. */
export const bursts = new FixedWindow(MAX_KEYS)
/** By client network. */
export const unknownTokens = new FixedWindow(MAX_KEYS)
