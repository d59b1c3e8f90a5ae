/** Each call does the whole work once. */
export type Runner = { readonly name: string; readonly run: () => void }

export type RaceResult = { readonly name: string; readonly perSecond: number }

const ROUNDS = 15
const ROUND_MS = 60

function callsIn(run: () => void, milliseconds: number): number {
  const end = performance.now() + milliseconds
  let calls = 0
  while (performance.now() < end) {
    run()
    calls++
  }
  return calls
}

function timeOf(run: () => void, calls: number): number {
  const start = performance.now()
  for (let i = 0; i < calls; i++) run()
  return (performance.now() - start) / calls
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/**
 * Operations per second of each runner, with `operations` per call: the median of alternating rounds, so that load on the
 * machine affects all runners.
 */
export function race(runners: readonly Runner[], operations: number): RaceResult[] {
  const calls = runners.map(({ run }) => Math.max(1, Math.round(callsIn(run, 2 * ROUND_MS) / 2)))
  const times = runners.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { run }] of runners.entries()) times[i]?.push(timeOf(run, calls[i] ?? 1))
  }
  return runners.map(({ name }, i) => ({ name, perSecond: (1000 / median(times[i] ?? [])) * operations }))
}
