import { us } from '../countries/us.ts'
import { invalidPart, type Rule } from '../country-rule.ts'

const neither = invalidPart('These nine digits are neither an EIN nor an SSN or ITIN.')

/** For territories that use the numbers of the United States. */
export function verifyFederalNumber(): NonNullable<Rule['verify']> {
  const federal = us.rules().filter(({ id }) => ['US.EIN', 'US.SSN', 'US.ITIN'].includes(id))
  return (n, today) => (federal.some((rule) => rule.verify?.(n, today) === undefined) ? undefined : neither)
}

export const federalNumber = (country: string): Rule => ({
  id: `${country}.TIN`,
  label: 'EIN / SSN',
  name: 'EIN, SSN or ITIN',
  noun: 'tax ID',
  holder: 'any',
  check: 'structure',
  basis: 'secondary',
  forms: [{ pattern: 'ddddddddd', mask: '#########' }],
  verify: verifyFederalNumber(),
})
