export type Sample = { readonly country: string; readonly tin: string }

/**
 * One sample of a random country, so that a country with many samples comes no more often than one with few.
 * `random` answers in [0, 1). Undefined when there are no samples.
 */
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
