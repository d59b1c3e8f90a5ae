export { samples } from '#worker/tin/contract/samples.ts'

export type Sample = { readonly country: string; readonly tin: string }

/** Picks a country first, so that countries with many samples are not more likely. */
export function pickSample<S extends Sample>(samples: readonly S[], random: () => number = Math.random) {
  const countries = [...new Set(samples.map((sample) => sample.country))]
  const country = pick(countries, random)
  return pick(
    samples.filter((sample) => sample.country === country),
    random,
  )
}

function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)]
}
