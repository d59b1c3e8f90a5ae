import { isoCode } from '#worker/tin/contract/country-aliases.ts'

const regions = new Intl.DisplayNames('en-US', { type: 'region' })

/** "DE" -> "Germany". XI is Northern Ireland, which has no ISO code of its own. */
export const countryName = (code: string): string =>
  code === 'XI' ? 'Northern Ireland' : (regions.of(isoCode(code)) ?? code)
