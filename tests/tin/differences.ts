import type { FailureCode } from '#worker/tin/index.ts'

/** A kind of number on which the engine and the npm package stdnum 1.12 disagree, and what decides it. */
export type Difference = {
  readonly we: 'accept' | 'refuse'
  /** Of the compact number, where not all numbers of the type are meant. */
  readonly where?: RegExp
  /** Why we refuse; or, where we accept, the name of the error that stdnum gives. */
  readonly failure?: FailureCode | 'InvalidLength' | 'InvalidFormat' | 'InvalidComponent' | 'InvalidChecksum'
  readonly reason: string
  /** What decides it: a law, an authority's publication, or the fact that the type is a wider one. */
  readonly source: string
}

/** For every identifier. */
export const everywhere: readonly Difference[] = [
  {
    we: 'refuse',
    failure: 'NEVER_ISSUED',
    reason: 'A serial of zeros, or one digit over and over, fits many a check digit but belongs to nobody.',
    source: 'Numbering begins at 1 everywhere; published placeholders are told as GENERIC_NUMBER instead.',
  },
]

/** By identifier. */
export const differences: Readonly<Record<string, readonly Difference[]>> = {}
